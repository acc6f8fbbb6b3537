extension Voice {
  /// Says one thing and is done.
  package static let brief = Voice(
    1,
    [
      "Start with {a}, then {b}, and leave {c} for later.",
      "Short answer: {a} matters most, and {b} comes second.",
      "Yes, {a} works, as long as {b} stays simple.",
      "Think of {a} as the cheap half and {b} as the dear one.",
    ])

  /// Speaks of what is seen.
  package static let watchful = Voice(
    2,
    [
      "What stands out first is {a}, with {b} close behind it.",
      "Seen from a distance, {a} frames {b}.",
      "The eye goes from {a} to {b} and rests on {c}.",
      "Nothing hides {a}, though {b} lies partly in shade.",
    ])

  /// Would rather measure than guess.
  package static let practical = Voice(
    2,
    [
      "First look up {a}, then check it against {b}.",
      "A call for {a} would settle {b} sooner than guessing.",
      "Write down {a}, measure {b}, and compare the two.",
      "Once {a} is known, {b} can be done by machine.",
    ])

  /// Weighs both sides.
  package static let careful = Voice(
    3,
    [
      "There are two sides to {a}: what it promises, and what it asks of {b}.",
      "If {a} holds, {b} follows; if it does not, {c} has to carry the weight.",
      "The usual mistake is to mix up {a} and {b}, which only look alike.",
      "On balance, weigh {a} against {c} before anything is decided.",
      "A fair test would change {b} alone and leave {a} as it is.",
    ])

  /// Has all the time there is.
  package static let leisurely = Voice(
    5,
    [
      "Let us take our time with {a}, for {b} will not run away.",
      "Before one speaks of {a}, one should have slept over {b} at least once.",
      "Much has been said about {a}, and most of it was really about {c}.",
      "In the end, and one gets there slowly, {a} turns out to rest on {b}.",
      "There is also {c} to think of, which few people ever do.",
      "All the same, {a} is worth the wait, and so perhaps is {b}.",
    ])

  /// Remembers better days.
  package static let old = Voice(
    2,
    [
      "In my day we did {a} by hand, and {b} came with the post.",
      "I remember when {a} was new and nobody had heard of {b}.",
      "The young models may know {c}, but {a} has not changed.",
    ])

  /// Thinks, and does not answer yet.
  package static let inward = Voice(
    2,
    [
      "The question turns on {a}, so what is known about {b}?",
      "Suppose {a} were missing: {b} would still need an answer.",
      "Checking {b} against {a} shows no contradiction.",
      "It is enough to say how {a} and {c} hang together.",
    ])
}
