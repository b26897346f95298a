extension PropertyList {
  /// Returns the property list in the binary format, `bplist00`.
  ///
  /// Unlike on Apple platforms, the output is deterministic: containers are numbered before their
  /// elements, the keys of a dictionary are numbered in the given order before its values, and
  /// equal scalars share one object.
  ///
  /// Integers, counts, references and offsets have the smallest size that CoreFoundation would use.
  /// Real numbers always have eight bytes. Strings are written as ASCII if possible, and otherwise
  /// as UTF-16.
  ///
  /// See CoreFoundation's `CFBinaryPList.c`.
  package func encodedBinary() -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    return writer.document(self)
  }
}

/// Numbers the objects in a property list and writes them. Two passes are necessary because the
/// reference size depends on the object count.
private struct BinaryPropertyListWriter {
  /// An object in the offset table.
  private enum Object {
    /// An encoded scalar, including its marker.
    case scalar([UInt8])
    /// The object numbers of the elements.
    case array([Int])
    /// The object numbers of the keys and values, in the same order.
    case dictionary(keys: [Int], values: [Int])
  }

  private var objects: [Object] = []
  /// The scalars' object numbers, by their encoded bytes. The bytes also distinguish the kinds, and
  /// 0.0 from -0.0, which are equal as numbers.
  private var numbers: [[UInt8]: Int] = [:]

  /// Returns the whole file: header, objects, offset table and trailer.
  mutating func document(_ value: PropertyList) -> [UInt8] {
    _ = number(of: value)
    let referenceSize = Self.size(UInt64(objects.count))
    var output = Array("bplist00".utf8)
    var offsets: [UInt64] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(UInt64(output.count))
      Self.write(object, referenceSize, to: &output)
    }
    let table = UInt64(output.count)
    let offsetSize = Self.size(table)
    for offset in offsets { Self.append(offset, offsetSize, to: &output) }
    // The trailer starts with five unused bytes and the sort version, and ends with the object
    // count, the top object's number and the table's offset.
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    Self.append(UInt64(objects.count), 8, to: &output)
    Self.append(0, 8, to: &output)
    Self.append(table, 8, to: &output)
    return output
  }

  /// Numbers a value and everything in it.
  ///
  /// - Returns: The number of the value.
  private mutating func number(of value: PropertyList) -> Int {
    switch value.value {
    case .array(let values):
      let number = objects.count
      // The placeholder reserves the container's number before its elements are numbered.
      objects.append(.array([]))
      var parts: [Int] = []
      parts.reserveCapacity(values.count)
      for value in values { parts.append(self.number(of: value)) }
      objects[number] = .array(parts)
      return number
    case .dictionary(let entries):
      let number = objects.count
      objects.append(.array([]))
      var keys: [Int] = []
      keys.reserveCapacity(entries.count)
      for entry in entries { keys.append(self.number(of: .string(entry.key))) }
      var values: [Int] = []
      values.reserveCapacity(entries.count)
      for entry in entries { values.append(self.number(of: entry.value)) }
      objects[number] = .dictionary(keys: keys, values: values)
      return number
    default: return number(of: value.value)
    }
  }

  /// Returns the number of a scalar. Equal scalars share one number.
  private mutating func number(of scalar: PropertyList.Value) -> Int {
    let bytes = Self.bytes(of: scalar)
    if let number = numbers[bytes] { return number }
    numbers[bytes] = objects.count
    objects.append(.scalar(bytes))
    return objects.count - 1
  }

  /// Returns the encoded scalar, including its marker. The result is empty for a container.
  private static func bytes(of scalar: PropertyList.Value) -> [UInt8] {
    var bytes: [UInt8] = []
    switch scalar {
    case .dictionary, .array: break
    // The literals are markers, with the kind in the upper half and the size or length in the lower
    // half.
    case .boolean(let flag): bytes.append(flag ? 0x09 : 0x08)
    case .integer(let number): append(number, to: &bytes)
    case .real(let number): append(0x23, number.bitPattern, to: &bytes)
    case .date(let date): append(0x33, date.seconds.bitPattern, to: &bytes)
    case .data(let data):
      append(marker: 0x40, count: data.count, to: &bytes)
      bytes += data
    case .string(let text):
      let units = Array(text.utf16)
      if units.allSatisfy({ $0 < 0x80 }) {
        append(marker: 0x50, count: units.count, to: &bytes)
        bytes += text.utf8
      } else {
        append(marker: 0x60, count: units.count, to: &bytes)
        for unit in units { append(UInt64(unit), 2, to: &bytes) }
      }
    case .uid(let number):
      let size = size(number)
      bytes.append(0x80 | UInt8(size - 1))
      append(number, size, to: &bytes)
    }
    return bytes
  }

  /// Appends a marker and an eight-byte number.
  private static func append(_ marker: UInt8, _ bits: UInt64, to bytes: inout [UInt8]) {
    bytes.append(marker)
    append(bits, 8, to: &bytes)
  }

  /// Appends an integer object. 1-, 2- and 4-byte integers are unsigned, and 8- and 16-byte
  /// integers are signed, so numbers above 2^63 - 1 need 16 bytes.
  private static func append(_ number: PropertyList.Integer, to bytes: inout [UInt8]) {
    guard let natural = number.uint64 else {
      return append(0x13, UInt64(bitPattern: number.int64 ?? 0), to: &bytes)
    }
    if natural > UInt64(Int64.max) {
      bytes.append(0x14)
      append(0, 8, to: &bytes)
      return append(natural, 8, to: &bytes)
    }
    let size = size(natural)
    bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(natural, size, to: &bytes)
  }

  /// Appends a marker with the object's length, followed by an integer object if the length does
  /// not fit into the lower half.
  private static func append(marker: UInt8, count: Int, to bytes: inout [UInt8]) {
    bytes.append(marker | UInt8(min(count, 0x0F)))
    if count >= 0x0F { append(PropertyList.Integer(count), to: &bytes) }
  }

  /// Appends an object.
  ///
  /// - Parameter size: The size of a reference, in bytes.
  private static func write(_ object: Object, _ size: Int, to output: inout [UInt8]) {
    switch object {
    case .scalar(let bytes): output += bytes
    case .array(let values):
      append(marker: 0xA0, count: values.count, to: &output)
      for value in values { append(UInt64(value), size, to: &output) }
    case .dictionary(let keys, let values):
      append(marker: 0xD0, count: keys.count, to: &output)
      for key in keys { append(UInt64(key), size, to: &output) }
      for value in values { append(UInt64(value), size, to: &output) }
    }
  }

  /// Appends the low-order bytes of a number in big-endian order.
  private static func append(_ number: UInt64, _ size: Int, to bytes: inout [UInt8]) {
    for index in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))))
    }
  }

  /// Returns the size of an unsigned number, in bytes: 1, 2, 4 or 8.
  private static func size(_ number: UInt64) -> Int {
    switch number {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
