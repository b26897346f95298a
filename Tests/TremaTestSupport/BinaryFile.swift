/// A binary property list assembled object by object, so that any part can be wrong.
package struct BinaryFile {
  package var objects: [[UInt8]]
  package var top: UInt64 = 0
  package var offsetSize = 2
  package var referenceSize = 1
  /// The count instead of the true one.
  package var count: UInt64?
  package var table: UInt64?
  package var offsets: [Int]?

  package init(_ objects: [UInt8]...) { self.objects = objects }
  package init(_ objects: [[UInt8]], referenceSize: Int = 1) {
    self.objects = objects
    self.referenceSize = referenceSize
  }

  package var bytes: [UInt8] {
    var bytes = Array("bplist00".utf8)
    var places: [Int] = []
    for object in objects {
      places.append(bytes.count)
      bytes += object
    }
    let start = UInt64(bytes.count)
    for place in offsets ?? places { bytes += Self.number(UInt64(place), offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    bytes += Self.number(count ?? UInt64(objects.count), 8)
    bytes += Self.number(top, 8)
    return bytes + Self.number(table ?? start, 8)
  }

  package static func number(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
  }
}
