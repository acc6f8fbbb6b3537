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
    let total = media.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
    if let most = delivery.totalBytes, total > most {
      objections.append(
        MediaObjection(
          kind: .total, message: "Its vendor takes at most \(most) bytes of media, not \(total).",
          need: String(total), have: String(most)))
    }
    if !delivery.url, media.contains(where: { $0.url != nil }) {
      objections.append(
        MediaObjection(
          kind: .type, message: "Its vendor fetches no addresses; give it the bytes.",
          need: "url", have: nil))
    }
    if inputs.isEmpty { return objections }
    var counts: [MediaFamily: Int] = [:]
    for item in media where support(for: item.family.input) != .no {
      counts[item.family, default: 0] += 1
      if let limit = inputs.first(where: { $0.matches(item.mime) }) {
        objections += limit.objections(to: item, number: counts[item.family] ?? 1)
      } else {
        objections.append(
          MediaObjection(
            kind: .type, message: "It does not take \(item.mime).", need: item.mime,
            have: inputs.map(\.mime).joined(separator: ", ")))
      }
    }
    return objections
  }
}

extension MediaLimit {
  fileprivate func objections(to item: Media, number: Int) -> [MediaObjection] {
    let size = item.bytes?.count ?? 0
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
