import TremaSupport

/// Reads the binary form, `bplist00`: a header, objects, a table of their offsets, and 32 bytes
/// that say where everything is.
///
/// Source: CoreFoundation, `CFBinaryPList.c`, and its comment on the file format.
struct BinaryPropertyList {
  private struct Container {
    let object: Int
    /// Its first byte.
    let start: Int
    let isDictionary: Bool
    let length: Int
    /// The start of the references; those of a dictionary to its keys, then those to its values.
    let body: Int
    /// The place of the reference that was followed last.
    var place: Int
    var entries: [PropertyList.Entry] = []
    var key: (text: String, extent: PropertyList.Extent)?
    var values: [PropertyList] = []
    /// Values and keys in it and in what is in it.
    var weight = 1
    /// Containers in one another, itself counted.
    var height = 1

    var isComplete: Bool { (isDictionary ? entries.count : values.count) == length }
  }

  private static let header = Array("bplist00".utf8)
  private static let trailerSize = 32

  let bytes: [UInt8]
  let file: String
  let limits: PropertyList.Limits
  /// How many values the file may come to. Each is in it as a reference of a byte or more, but
  /// for what is in arrays and dictionaries that are named several times, which few programs write.
  let budget: Int
  private(set) var count = 0
  /// The end of the objects and the beginning of the table.
  private(set) var table = 0
  private var offsetSize = 0
  private var referenceSize = 0
  /// The arrays and dictionaries that are open are in a list, so that depth costs no stack.
  private var open: [Container] = []
  /// Whether an object is among them, by number.
  private var isOpen: [Bool] = []
  /// Values and keys so far, each as often as it is named.
  private var visited = 0
  private struct Known {
    let value: PropertyList
    let weight: Int
    let height: Int
  }
  /// The finished objects, by number: each is in the result once, however often it is referred to, so
  /// that neither time nor memory grow with the product of references.
  private var known: [Known?] = []

  static func decode(
    _ bytes: [UInt8], file: String, limits: PropertyList.Limits
  ) throws(Diagnostic) -> PropertyList {
    var reader = BinaryPropertyList(bytes, file: file, limits: limits)
    let top = try reader.readTrailer()
    return try reader.contents(of: top)
  }

  private init(_ bytes: [UInt8], file: String, limits: PropertyList.Limits) {
    self.bytes = bytes
    self.file = file
    self.limits = limits
    budget = min(limits.values, 10_000 + 16 * bytes.count)
  }

  /// - Returns: the number of the object that is the whole.
  private mutating func readTrailer() throws(Diagnostic) -> Int {
    guard bytes.starts(with: Self.header) else { throw unknownVersion() }
    // The shortest has one object of one byte and one offset.
    guard bytes.count >= Self.header.count + 2 + Self.trailerSize else { throw cutShort() }
    let trailer = bytes.count - Self.trailerSize
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize) else { throw badSize("an offset", at: trailer + 6) }
    guard (1...8).contains(referenceSize) else { throw badSize("a reference", at: trailer + 7) }
    guard let table = number(at: trailer + 24, size: 8), table > Self.header.count, table < trailer
    else { throw badTable(at: trailer + 24) }
    guard let count = number(at: trailer + 8, size: 8), count > 0,
      count <= (trailer - table) / offsetSize
    else { throw badCount(at: trailer + 8) }
    guard count <= limits.values else {
      throw tooManyValues(at: trailer + 8)
    }
    self.table = table
    self.count = count
    guard let top = number(at: trailer + 16, size: 8) else {
      throw badReference(at: trailer + 16)
    }
    isOpen = Array(repeating: false, count: count)
    known = Array(repeating: nil, count: count)
    return top
  }

  /// A big-endian number inside the file, or nil when it does not fit.
  func number(at index: Int, size: Int) -> Int? {
    bits(at: index, size: size).flatMap { Int(exactly: $0) }
  }

  func bits(at index: Int, size: Int) -> UInt64? {
    guard index >= 0, size <= bytes.count, index <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[index..<index + size] { number = number << 8 | UInt64(byte) }
    return number
  }

  private mutating func contents(of top: Int) throws(Diagnostic) -> PropertyList {
    var finished = try begin(top, namedAt: bytes.count - 16)
    while true {
      if let value = finished {
        if open.isEmpty { return value }
        try add(value)
      }
      finished = open[open.count - 1].isComplete ? close() : try next()
    }
  }

  /// - Parameters:
  ///   - object: its number.
  ///   - place: the byte where that number is, for the message.
  /// - Returns: nil when the object is a container, which is open now.
  private mutating func begin(
    _ object: Int, namedAt place: Int
  ) throws(Diagnostic) -> PropertyList? {
    guard object < count else { throw badReference(at: place) }
    if let known = known[object] {
      try take(known, at: place)
      return known.value
    }
    visited += 1
    if visited > budget { throw tooManyValues(at: place) }
    let entry = table + object * offsetSize
    guard let start = number(at: entry, size: offsetSize), start >= Self.header.count, start < table
    else { throw badOffset(of: object, at: entry) }
    let isDictionary = bytes[start] >> 4 == 0xD
    guard isDictionary || bytes[start] >> 4 == 0xA else {
      let (scalar, end) = try scalar(at: start)
      let value = PropertyList(scalar, at: .start, extent(start..<end))
      known[object] = Known(value: value, weight: 1, height: 0)
      grow(weight: 1, height: 0)
      return value
    }
    if isOpen[object] { throw cycle(at: place, start) }
    guard open.count < limits.depth else { throw tooDeep(at: start) }
    let (length, body) = try content(
      at: start, unit: isDictionary ? 2 * referenceSize : referenceSize)
    open.append(
      Container(
        object: object, start: start, isDictionary: isDictionary, length: length, body: body,
        place: place))
    isOpen[object] = true
    return nil
  }

  /// Counts what is known for each time that it is named.
  private mutating func take(_ known: Known, at place: Int) throws(Diagnostic) {
    visited += known.weight
    if visited > budget { throw tooManyValues(at: place) }
    if open.count + known.height > limits.depth { throw tooDeep(at: place) }
    grow(weight: known.weight, height: known.height)
  }

  /// The innermost container has one more value in it.
  private mutating func grow(weight: Int, height: Int) {
    guard let index = open.indices.last else { return }
    open[index].weight += weight
    open[index].height = max(open[index].height, height + 1)
  }

  private func extent(_ range: Range<Int>) -> PropertyList.Extent {
    PropertyList.Extent(
      start: SourcePosition(line: 1, column: range.lowerBound + 1),
      end: SourcePosition(line: 1, column: range.upperBound + 1), bytes: range)
  }

  private mutating func next() throws(Diagnostic) -> PropertyList? {
    let index = open.count - 1
    let container = open[index]
    let reference =
      if !container.isDictionary {
        container.values.count
      } else if container.key == nil {
        container.entries.count
      } else {
        container.entries.count + container.length
      }
    let place = container.body + reference * referenceSize
    open[index].place = place
    // A number that does not fit is larger than any count.
    return try begin(number(at: place, size: referenceSize) ?? .max, namedAt: place)
  }

  private mutating func add(_ value: PropertyList) throws(Diagnostic) {
    let index = open.count - 1
    if !open[index].isDictionary {
      open[index].values.append(value)
    } else if let key = open[index].key {
      open[index].entries.append(PropertyList.Entry(key.text, at: .start, key.extent, value))
      open[index].key = nil
    } else {
      guard case .string(let key) = value.value else { throw badKey(value, at: open[index].place) }
      open[index].key = (key, value.extent)
    }
  }

  private mutating func close() -> PropertyList? {
    guard let container = open.popLast() else { return nil }
    isOpen[container.object] = false
    let references = container.length * (container.isDictionary ? 2 : 1)
    let value = PropertyList(
      container.isDictionary ? .dictionary(container.entries) : .array(container.values),
      at: .start, extent(container.start..<container.body + references * referenceSize))
    known[container.object] = Known(
      value: value, weight: container.weight, height: container.height)
    grow(weight: container.weight, height: container.height)
    return value
  }
}
