/// A binary property list put together object by object, so that anything in it can be wrong.
public struct BinaryFile {
  public var objects: [[UInt8]]
  public var top: UInt64 = 0
  public var offsetSize = 2
  public var referenceSize = 1
  /// Instead of the true ones.
  public var count: UInt64?
  public var table: UInt64?
  public var offsets: [Int]?

  public init(_ objects: [UInt8]...) { self.objects = objects }
  public init(_ objects: [[UInt8]], referenceSize: Int = 1) {
    self.objects = objects
    self.referenceSize = referenceSize
  }

  public var bytes: [UInt8] {
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

  public static func number(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
  }
}
