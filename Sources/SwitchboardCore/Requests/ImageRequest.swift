/// What pictures to make.
public struct ImageRequest: Hashable, Sendable {
  /// What is to be done.
  public enum Task: String, Hashable, Sendable, CaseIterable {
    /// New pictures from words.
    case generate
    /// A picture changed by words, inside the mask where one is given.
    case edit
    /// Pictures like another.
    case variation
  }

  /// A width and a height in pixels.
  public struct Size: Hashable, Sendable, CustomStringConvertible {
    /// Pixels from left to right; at least 1.
    public var width: Int

    /// Pixels from top to bottom; at least 1.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }

    /// Reads `WIDTHxHEIGHT`; `nil` for anything else, zero and negative numbers among it.
    public init?(_ text: String) {
      let halves = text.split(separator: "x", omittingEmptySubsequences: false)
      guard halves.count == 2, let width = Int(halves[0]), let height = Int(halves[1]),
        (1...65_536).contains(width), (1...65_536).contains(height)
      else { return nil }
      self.init(width: width, height: height)
    }

    /// `WIDTHxHEIGHT`.
    public var description: String { "\(width)x\(height)" }
  }

  /// The caller's own name for the request.
  public var id: String?

  /// The model, named in full; `nil` lets a route choose.
  public var model: ModelReference?

  /// The route; `nil` is the route `image`.
  public var route: String?

  /// What is to be done.
  public var task: Task

  /// What the pictures should show.
  public var prompt: String

  /// What they should not show.
  public var negativePrompt: String?

  /// How many; at least 1.
  public var count: Int

  /// How large; `nil` is the vendor's default.
  public var size: Size?

  /// A number that makes pictures repeatable where the vendor can.
  public var seed: Int?

  /// How closely to follow the words; the scale is the vendor's.
  public var guidance: Double?

  /// The vendor's word for how much care to take.
  public var quality: String?

  /// The file form wanted: `png`, `jpeg` or `webp`.
  public var format: String?

  /// The pictures to start from.
  public var inputs: [Part]

  /// Where to change the first input: transparent or white where it may change, by vendor.
  public var mask: Part?

  /// Whether to fail with `unsupported` where a warning would be given.
  public var strict: Bool

  /// Members merged into the wire body of a kind, last.
  public var vendorOptions: [VendorKind: JSON]

  /// How long the call may take; not part of the JSON form.
  public var deadlines: Deadlines

  /// Creates a request.
  public init(
    id: String? = nil, model: ModelReference? = nil, route: String? = nil, task: Task = .generate,
    prompt: String, negativePrompt: String? = nil, count: Int = 1, size: Size? = nil,
    seed: Int? = nil, guidance: Double? = nil, quality: String? = nil, format: String? = nil,
    inputs: [Part] = [], mask: Part? = nil, strict: Bool = false,
    vendorOptions: [VendorKind: JSON] = [:], deadlines: Deadlines = Deadlines()
  ) {
    self.id = id
    self.model = model
    self.route = route
    self.task = task
    self.prompt = prompt
    self.negativePrompt = negativePrompt
    self.count = count
    self.size = size
    self.seed = seed
    self.guidance = guidance
    self.quality = quality
    self.format = format
    self.inputs = inputs
    self.mask = mask
    self.strict = strict
    self.vendorOptions = vendorOptions
    self.deadlines = deadlines
  }
}
