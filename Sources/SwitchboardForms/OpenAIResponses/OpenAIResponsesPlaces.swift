import SwitchboardCore

/// Tells which item of a response an event is about.
///
/// An item is known by its id, else by its place in the output: some proxies give it another id with
/// every event. A place may be used anew.
struct OpenAIResponsesPlaces: Sendable {
  private var byID: [String: Int] = [:]
  private var byPlace: [Int: Int] = [:]
  /// Where the last piece went, since the next one mostly goes there too.
  private var last: (id: String, item: Int)?

  /// How many items there are.
  private(set) var count = 0

  /// How many items came without a place.
  var unplacedCount: Int { count - byPlace.count }

  /// The item of an id.
  func item(named id: String) -> Int? { byID[id] }

  /// The item of an id or place; without either, the newest.
  func find(id: String?, place: Int?) -> Int? {
    if let id, let known = byID[id] { return known }
    if let place { return byPlace[place] }
    return id == nil && count > 0 ? count - 1 : nil
  }

  /// The item of a piece.
  mutating func piece(_ json: JSON) -> Int? {
    let id = json["item_id"].string
    if let id, let last, last.id == id { return last.item }
    let found = find(id: id, place: json["output_index"].int)
    if let id, let found { last = (id, found) }
    return found
  }

  /// A new item.
  mutating func add(id: String?, place: Int?) -> Int {
    if let id { byID[id] = count }
    if let place { byPlace[place] = count }
    last = nil
    defer { count += 1 }
    return count
  }
}
