/// Where the many small pieces of a member go, in memory that has room for all of them: in an array each
/// would be looked for room, and counted.
struct CodeRoom {
  private let start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// Lends room for so many bytes, and appends those that were put into it.
  ///
  /// - Parameter write: returns whether they are to be appended.
  /// - Returns: what that does.
  @inline(__always) static func append(
    atMost capacity: Int, to output: inout [UInt8], _ write: (inout CodeRoom) -> Bool
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, capacity)) { memory in
      guard let start = memory.baseAddress else { return false }
      var room = CodeRoom(start, capacity)
      guard write(&room) else { return false }
      output.append(contentsOf: UnsafeBufferPointer(start: start, count: room.count))
      return true
    }
  }

  private init(_ start: UnsafeMutablePointer<UInt8>, _ capacity: Int) {
    (self.start, self.capacity) = (start, capacity)
  }

  /// Lends so many bytes behind the room, which has them no more; they are not appended.
  mutating func takeFromEnd(_ length: Int) -> UnsafeMutableBufferPointer<UInt8> {
    precondition(length <= capacity - count, "there is no room")
    capacity -= length
    return UnsafeMutableBufferPointer(start: start + capacity, count: length)
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    append(source, bytes.count)
  }

  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  mutating func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

  mutating func append(_ byte: UInt8) {
    precondition(count < capacity, "there is no room")
    start[count] = byte
    count += 1
  }

  @inline(__always)
  private mutating func append(_ source: UnsafePointer<UInt8>, _ length: Int) {
    precondition(length <= capacity - count, "there is no room")
    (start + count).update(from: source, count: length)
    count += length
  }
}
