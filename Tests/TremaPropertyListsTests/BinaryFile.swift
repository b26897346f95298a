/// A binary property list put together object by object, so that anything in it can be wrong.
struct BinaryFile {
  var objects: [[UInt8]]
  var top: UInt64 = 0
  var offsetSize = 2
  var referenceSize = 1
  /// Instead of the true ones.
  var count: UInt64?
  var table: UInt64?
  var offsets: [Int]?

  init(_ objects: [UInt8]...) { self.objects = objects }
  init(_ objects: [[UInt8]], referenceSize: Int = 1) {
    self.objects = objects
    self.referenceSize = referenceSize
  }

  var bytes: [UInt8] {
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

  static func number(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
  }
}
