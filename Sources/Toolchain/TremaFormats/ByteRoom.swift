/// Where many small pieces of bytes go whose count is known: the end of an array, in which each piece
/// would be looked for room otherwise.
struct ByteRoom {
  private var place: UnsafeMutablePointer<UInt8>
  private var rest: Int

  fileprivate init(_ place: UnsafeMutablePointer<UInt8>, _ count: Int) {
    (self.place, rest) = (place, count)
  }

  @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    rest -= bytes.count
    precondition(rest >= 0, "there is no room")
    if bytes.count <= 4 {
      // They are copied sooner than a function for many is called.
      for index in 0..<bytes.count { place[index] = source[index] }
    } else {
      place.update(from: source, count: bytes.count)
    }
    place += bytes.count
  }
}

extension [UInt8] {
  /// Appends so many bytes.
  ///
  /// - Parameter write: puts all of them into the room that is made for them.
  mutating func append(count: Int, _ write: (inout ByteRoom) -> Void) {
    let start = self.count
    var rest = count
    while rest > 0 {
      let piece = Swift.min(rest, Self.nothing.count)
      append(contentsOf: Self.nothing[..<piece])
      rest -= piece
    }
    withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var room = ByteRoom(base + start, count)
      write(&room)
    }
  }

  private static let nothing = [UInt8](repeating: 0, count: 1 << 13)
}
