import TremaSupport

/// A measure of how random a string is.
package enum SecretEntropy {
  /// Returns whether a string looks random. It must have few repetitions, and either digits and
  /// another kind of character (lowercase letters, uppercase letters, others) or at least 20 bytes.
  package static func isHigh(_ text: String) -> Bool {
    var kinds: Set<Int> = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): kinds.insert(0)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): kinds.insert(1)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): kinds.insert(2)
      default: kinds.insert(3)
      }
    }
    return kinds.count >= 2 && kinds.contains(2) && bits(of: text.utf8) >= 2.5
      || text.utf8.count >= 20 && bits(of: text.utf8) >= 3.5
  }

  /// Returns the Shannon entropy in bits per byte.
  static func bits(of bytes: some Collection<UInt8>) -> Double {
    guard !bytes.isEmpty else { return 0 }
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    let total = Double(bytes.count)
    return counts.reduce(0) { sum, count in
      if count == 0 { return sum }
      let share = Double(count) / total
      return sum - share * log2(share)
    }
  }
}
