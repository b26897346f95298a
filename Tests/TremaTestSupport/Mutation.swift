/// A file damaged at random.
package enum Mutation {
  /// Makes one to three changes: a byte, a piece removed, doubled or cut off, a token inserted.
  package static func of(
    _ sample: [UInt8], _ tokens: [[UInt8]], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = sample
    for _ in 0..<random.number(1...3) where !bytes.isEmpty {
      let index = random.number(0...bytes.count - 1)
      let end = min(bytes.count, index + random.number(1...8))
      switch random.number(0...5) {
      case 0: bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: random.number(0...bytes.count))
      case 3: bytes.removeLast(bytes.count - index)
      default: bytes.insert(contentsOf: random.pick(tokens), at: index)
      }
    }
    return bytes
  }
}
