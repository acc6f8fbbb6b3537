/// What the facts of a model say against media that it is to be shown.
package struct MediaObjection: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Media of this type, or at an address, are not taken.
    case type
    /// All pieces together are too large.
    case total
    /// A piece is too large.
    case size
    /// There are too many pieces.
    case count
  }

  package let kind: Kind

  /// One sentence about the model, `It`.
  package let message: String

  /// What the media would need.
  package let need: String

  /// What there is, where it is a number or a list.
  package let have: String?
}

extension ModelDescriptor {
  /// What speaks against media, and how they would travel.
  ///
  /// Families that the model cannot take at all are passed over, since its abilities say so. A limit
  /// on pieces holds for the types of a family together: vendors count pictures, not files of a type.
  package func objections(to media: [Media], sent delivery: MediaDelivery) -> [MediaObjection] {
    var objections: [MediaObjection] = []
    objections += delivery.objections(toTotal: media.reduce(0) { $0 + $1.size })
    objections += media.first { $0.url != nil }.map(delivery.objections) ?? []
    var counts: [MediaFamily: Int] = [:]
    for item in media {
      counts[item.family, default: 0] += 1
      objections += self.objections(to: item, number: counts[item.family] ?? 1)
    }
    return objections
  }

  /// What speaks against a piece by itself, and as the so many-th of its family.
  fileprivate func objections(to item: Media, number: Int) -> [MediaObjection] {
    if inputs.isEmpty || support(for: item.family.input) == .no { return [] }
    if let limit = inputs.first(where: { $0.matches(item.mime) }) {
      return limit.objections(to: item, number: number)
    }
    return [
      MediaObjection(
        kind: .type, message: "It does not take \(item.mime).", need: item.mime,
        have: inputs.map(\.mime).joined(separator: ", "))
    ]
  }
}

/// The media that a model is shown, as they come together piece by piece.
package struct ShownMedia {
  private let model: ModelDescriptor
  private let delivery: MediaDelivery
  private var total = 0
  private var counts: [MediaFamily: Int] = [:]

  /// Begins with media that are shown in any case.
  package init(_ media: [Media], to model: ModelDescriptor, sent delivery: MediaDelivery) {
    self.model = model
    self.delivery = delivery
    for item in media { count(item) }
  }

  /// Shows a piece, unless something speaks against it beside those before it.
  ///
  /// - Returns: What speaks against it; empty when it is shown.
  package mutating func add(_ item: Media) -> [MediaObjection] {
    let objections =
      delivery.objections(to: item) + delivery.objections(toTotal: total + item.size)
      + model.objections(to: item, number: counts[item.family, default: 0] + 1)
    if objections.isEmpty { count(item) }
    return objections
  }

  private mutating func count(_ item: Media) {
    total += item.size
    counts[item.family, default: 0] += 1
  }
}

extension Media {
  /// The bytes that travel; none where they lie elsewhere.
  fileprivate var size: Int { bytes?.count ?? 0 }
}

extension MediaDelivery {
  fileprivate func objections(toTotal total: Int) -> [MediaObjection] {
    guard let most = totalBytes, total > most else { return [] }
    return [
      MediaObjection(
        kind: .total, message: "Its vendor takes at most \(most) bytes of media, not \(total).",
        need: String(total), have: String(most))
    ]
  }

  fileprivate func objections(to item: Media) -> [MediaObjection] {
    if url || item.url == nil { return [] }
    return [
      MediaObjection(
        kind: .type, message: "Its vendor fetches no addresses; give it the bytes.",
        need: "url", have: nil)
    ]
  }
}

extension MediaLimit {
  fileprivate func objections(to item: Media, number: Int) -> [MediaObjection] {
    let size = item.size
    let longest = max(item.width ?? 0, item.height ?? 0)
    return [
      over(count, number, .count) { "It takes at most \($0) pieces of \(item.family) a request." },
      over(bytes, size, .size) { "It takes at most \($0) bytes of \(mime), not \(size)." },
      over(side, longest, .size) {
        "It takes pictures of at most \($0) pixels a side, not \(longest)."
      },
    ].compactMap(\.self)
  }

  private func over(
    _ most: Int?, _ found: Int, _ kind: MediaObjection.Kind, _ message: (Int) -> String
  ) -> MediaObjection? {
    guard let most, found > most else { return nil }
    return MediaObjection(
      kind: kind, message: message(most), need: String(found), have: String(most))
  }
}
