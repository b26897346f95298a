import TremaCatalog
import TremaSupport

/// The properties by which two texts are taken for the same. The hashes have secrets of the process, so
/// that no catalog can be made to collide.
enum TextMeaning {
  private static let function = KeyHash.ofProcess

  /// Returns the hash of the source of a value.
  static func hash(_ source: String) -> Int {
    var source = source
    return source.withUTF8(hash)
  }

  static func hash(_ source: UnsafeBufferPointer<UInt8>) -> Int {
    Int(truncatingIfNeeded: function.hash(UnsafeRawBufferPointer(source)))
  }

  /// Returns the hash of two hashes, in this order.
  static func hash(_ one: Int, _ other: Int) -> Int {
    Int(
      truncatingIfNeeded: function.hash(
        UInt64(truncatingIfNeeded: one), UInt64(truncatingIfNeeded: other)))
  }

  /// Returns the hash of that of the master's source, and of the prose of the context.
  static func hash(master: Int, _ annotations: Annotations) -> Int {
    annotations.prose.reduce(master) { hash($0, hash($1)) }
  }

  /// Whether the source of a value has so many words; where words are not set apart by spaces, as many
  /// times six bytes.
  static func hasWords(_ least: Int, _ source: UnsafeBufferPointer<UInt8>) -> Bool {
    var words = 0
    var isInWord = false
    for byte in source {
      let isSpace = byte == 0x20 || byte == 0x0A
      if !isSpace, !isInWord { words += 1 }
      isInWord = !isSpace
      if words >= least { return true }
    }
    return words == 1 && source.count >= 6 * least && source.allSatisfy { $0 >= 0x80 }
  }
}
