import TremaSupport

/// A reader for the binary format, `bplist00`, which consists of an 8-byte header, the objects, an
/// offset table, and a 32-byte trailer that locates the table. All numbers are big-endian.
///
/// Objects refer to other objects by their numbers in the table, so objects can occur in any order,
/// and multiple containers can share an object. The reader therefore detects cycles and limits how
/// far shared objects expand.
///
/// See CoreFoundation's `CFBinaryPList.c`, including its comment on the file format.
struct BinaryPropertyList {
  /// A dictionary or array whose elements have not all been read.
  private struct Container {
    /// The number of the object in the offset table.
    let objectNumber: Int
    /// The offset of the object's first byte, its marker.
    let start: Int
    let isDictionary: Bool
    /// The number of values or, in a dictionary, of entries.
    let length: Int
    /// The offset of the first reference. In a dictionary, the references to all keys precede the
    /// references to the values, which are in the same order.
    let body: Int
    /// The offset of the last reference that was followed, for messages.
    var referenceOffset: Int
    var entries: [PropertyList.Entry] = []
    /// The key whose value has not been read yet, in a dictionary.
    var key: (text: String, extent: PropertyList.Extent)?
    var values: [PropertyList] = []
    /// The number of values and keys in the container, including the container itself.
    var valueCount = 1
    /// The nesting depth; 1 for a container that contains no containers.
    var height = 1

    /// Whether all elements have been read. A dictionary counts entries, which consist of a key and
    /// a value.
    var isComplete: Bool { (isDictionary ? entries.count : values.count) == length }
  }

  /// The magic number and the version.
  private static let header = Array("bplist00".utf8)
  /// The size of the trailer, in bytes.
  private static let trailerSize = 32

  let bytes: [UInt8]
  /// The path to print in diagnostics.
  let file: String
  let limits: PropertyList.Limits
  /// The maximum number of values and keys, each of which is counted as often as it is referenced.
  ///
  /// The budget is proportional to the file size because every value needs at least one byte for
  /// its reference. Only arrays and dictionaries that are referenced multiple times exceed that,
  /// and few programs write them.
  let budget: Int
  /// The number of objects in the file.
  private(set) var count = 0
  /// The start of the offset table, which is also the end of the objects.
  private(set) var tableOffset = 0
  /// The size of an entry in the offset table, in bytes.
  private var offsetSize = 0
  /// The size of a reference to an object, in bytes.
  private var referenceSize = 0
  /// The open containers, outermost first. They are stored in an array instead of on the call
  /// stack, so nested input cannot exhaust the stack.
  private var open: [Container] = []
  /// Whether each object is in ``open``, by object number.
  private var isOpen: [Bool] = []
  /// The number of values and keys so far, each of which is counted as often as it is referenced.
  private var visitedCount = 0
  /// A finished object, and what it adds to the limits if it is referenced again.
  private struct DecodedObject {
    let value: PropertyList
    /// The number of values and keys in the object, including itself.
    let valueCount: Int
    /// The nesting depth of containers, or 0 for a scalar.
    let height: Int
  }
  /// The finished objects, by number. Each object is decoded only once, so neither time nor memory
  /// grows with the product of the reference counts.
  private var decodedObjects: [DecodedObject?] = []

  /// Reads a whole file that starts with `bplist`.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The path to print in diagnostics.
  ///   - limits: The maximum depth and the maximum number of values.
  /// - Throws: An `.unreadable` diagnostic for the first problem.
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

  /// Reads and checks the trailer. It consists of 5 unused bytes and the sort version, the offset
  /// size (byte 6), the reference size (byte 7), the object count (byte 8), the top object's number
  /// (byte 16), and the table's offset (byte 24).
  ///
  /// - Returns: The number of the top object.
  /// - Throws: A diagnostic if the header or the trailer is invalid, or if there are more objects
  ///   than ``limits`` allows.
  private mutating func readTrailer() throws(Diagnostic) -> Int {
    guard bytes.starts(with: Self.header) else { throw unknownVersion() }
    // The shortest file has a one-byte object and a one-byte offset.
    guard bytes.count >= Self.header.count + 2 + Self.trailerSize else { throw truncatedFile() }
    let trailer = bytes.count - Self.trailerSize
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize) else { throw invalidSize("an offset", at: trailer + 6) }
    guard (1...8).contains(referenceSize) else { throw invalidSize("a reference", at: trailer + 7) }
    guard let table = number(at: trailer + 24, size: 8), table > Self.header.count, table < trailer
    else { throw invalidOffsetTable(at: trailer + 24) }
    guard let count = number(at: trailer + 8, size: 8), count > 0,
      count <= (trailer - table) / offsetSize
    else { throw invalidCount(at: trailer + 8) }
    guard count <= limits.values else {
      throw tooManyValues(at: trailer + 8)
    }
    self.tableOffset = table
    self.count = count
    // The number of the top object is compared with the count when the object is read.
    guard let top = number(at: trailer + 16, size: 8) else {
      throw invalidReference(at: trailer + 16)
    }
    isOpen = Array(repeating: false, count: count)
    decodedObjects = Array(repeating: nil, count: count)
    return top
  }

  /// Returns an unsigned big-endian number, or `nil` if it extends beyond the file or does not fit
  /// into an `Int`.
  func number(at index: Int, size: Int) -> Int? {
    bits(at: index, size: size).flatMap { Int(exactly: $0) }
  }

  /// Returns an unsigned big-endian number of at most eight bytes.
  ///
  /// - Returns: The number, or `nil` if it extends beyond the file.
  func bits(at index: Int, size: Int) -> UInt64? {
    guard index >= 0, size <= bytes.count, index <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[index..<index + size] { number = number << 8 | UInt64(byte) }
    return number
  }

  /// Reads an object and everything in it, without recursion.
  private mutating func contents(of top: Int) throws(Diagnostic) -> PropertyList {
    // The top object's number is at byte 16 in the 32-byte trailer.
    var finished = try begin(top, referencedAt: bytes.count - 16)
    while true {
      if let value = finished {
        if open.isEmpty { return value }
        try add(value)
      }
      finished = open[open.count - 1].isComplete ? close() : try next()
    }
  }

  /// Starts to read an object.
  ///
  /// - Parameters:
  ///   - object: The number of the object.
  ///   - offset: The offset of the reference to the object, for messages.
  /// - Returns: The value, or `nil` if the object is a container, which has been appended to
  ///   ``open``.
  /// - Throws: A diagnostic if the object is invalid, refers to itself or exceeds a limit.
  private mutating func begin(
    _ object: Int, referencedAt offset: Int
  ) throws(Diagnostic) -> PropertyList? {
    guard object < count else { throw invalidReference(at: offset) }
    if let known = decodedObjects[object] {
      try countReference(known, at: offset)
      return known.value
    }
    visitedCount += 1
    if visitedCount > budget { throw tooManyValues(at: offset) }
    let entry = tableOffset + object * offsetSize
    guard let start = number(at: entry, size: offsetSize), start >= Self.header.count,
      start < tableOffset
    else { throw invalidOffset(of: object, at: entry) }
    // The upper half of a marker is the kind: 0xD for a dictionary, 0xA for an array.
    let isDictionary = bytes[start] >> 4 == 0xD
    guard isDictionary || bytes[start] >> 4 == 0xA else {
      let (scalar, end) = try scalar(at: start)
      let value = PropertyList(scalar, at: .start, extent(start..<end))
      decodedObjects[object] = DecodedObject(value: value, valueCount: 1, height: 0)
      grow(valueCount: 1, height: 0)
      return value
    }
    if isOpen[object] { throw cycle(at: offset, start) }
    guard open.count < limits.depth else { throw excessiveDepth(at: start) }
    // A dictionary entry has two references, one to its key and one to its value.
    let (length, body) = try content(
      at: start, unit: isDictionary ? 2 * referenceSize : referenceSize)
    open.append(
      Container(
        objectNumber: object, start: start, isDictionary: isDictionary, length: length, body: body,
        referenceOffset: offset))
    isOpen[object] = true
    return nil
  }

  /// Counts an additional reference to a finished object.
  ///
  /// - Throws: A diagnostic if the repetition exceeds the budget or the maximum depth.
  private mutating func countReference(_ known: DecodedObject, at offset: Int) throws(Diagnostic) {
    visitedCount += known.valueCount
    if visitedCount > budget { throw tooManyValues(at: offset) }
    if open.count + known.height > limits.depth { throw excessiveDepth(at: offset) }
    grow(valueCount: known.valueCount, height: known.height)
  }

  /// Adds a finished value to the count and height of the innermost container.
  private mutating func grow(valueCount: Int, height: Int) {
    guard let index = open.indices.last else { return }
    open[index].valueCount += valueCount
    open[index].height = max(open[index].height, height + 1)
  }

  /// Returns an extent in the first line. The column is the byte offset plus one.
  private func extent(_ range: Range<Int>) -> PropertyList.Extent {
    PropertyList.Extent(
      start: SourcePosition(line: 1, column: range.lowerBound + 1),
      end: SourcePosition(line: 1, column: range.upperBound + 1), bytes: range)
  }

  /// Follows the next reference of the innermost container.
  ///
  /// In a dictionary, this alternates between a key and its value, whose references are `length`
  /// apart.
  ///
  /// - Returns: The value, or `nil` if a container was opened.
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
    let offset = container.body + reference * referenceSize
    open[index].referenceOffset = offset
    // A number that doesn't fit into an `Int` is larger than any count of objects.
    return try begin(number(at: offset, size: referenceSize) ?? .max, referencedAt: offset)
  }

  /// Adds a value to the innermost container. In a dictionary, the value is a key if no key is
  /// pending.
  ///
  /// - Throws: A diagnostic if a key is not a string.
  private mutating func add(_ value: PropertyList) throws(Diagnostic) {
    let index = open.count - 1
    if !open[index].isDictionary {
      open[index].values.append(value)
    } else if let key = open[index].key {
      open[index].entries.append(PropertyList.Entry(key.text, at: .start, key.extent, value))
      open[index].key = nil
    } else {
      guard case .string(let key) = value.value else {
        throw invalidKey(value, at: open[index].referenceOffset)
      }
      open[index].key = (key, value.extent)
    }
  }

  /// Removes the innermost container, which must be complete.
  ///
  /// - Returns: The value of the container, or `nil` only if no container is open.
  private mutating func close() -> PropertyList? {
    guard let container = open.popLast() else { return nil }
    isOpen[container.objectNumber] = false
    let references = container.length * (container.isDictionary ? 2 : 1)
    let value = PropertyList(
      container.isDictionary ? .dictionary(container.entries) : .array(container.values),
      at: .start, extent(container.start..<container.body + references * referenceSize))
    decodedObjects[container.objectNumber] = DecodedObject(
      value: value, valueCount: container.valueCount, height: container.height)
    grow(valueCount: container.valueCount, height: container.height)
    return value
  }
}
