import TremaCatalog
import TremaSupport

/// Computes hashes used to find texts with the same meaning. The hash function has a random key per
/// process, so a malicious catalog cannot cause collisions.
enum TextHash {
  /// The process's keyed hash function.
  private static let function = KeyHash.perProcess

  /// Returns the hash of a value's source.
  static func hash(_ source: String) -> Int {
    var source = source
    return source.withUTF8(hash)
  }

  /// Returns the hash of a value's UTF-8 source.
  static func hash(_ source: UnsafeBufferPointer<UInt8>) -> Int {
    Int(truncatingIfNeeded: function.hash(UnsafeRawBufferPointer(source)))
  }

  /// Combines two hashes. The result depends on their order.
  static func hash(_ one: Int, _ other: Int) -> Int {
    Int(
      truncatingIfNeeded: function.hash(
        UInt64(truncatingIfNeeded: one), UInt64(truncatingIfNeeded: other)))
  }

  /// Returns a hash of the master's source and the context's prose.
  ///
  /// - Parameters:
  ///   - master: The hash of the master's source.
  ///   - annotations: The annotations with the prose.
  static func hash(master: Int, _ annotations: Annotations) -> Int {
    annotations.prose.reduce(master) { hash($0, hash($1)) }
  }

  /// Returns whether a value's source has at least the given number of words. In scripts that do
  /// not separate words, six bytes count as one word.
  static func hasWords(_ minimum: Int, _ source: UnsafeBufferPointer<UInt8>) -> Bool {
    var words = 0
    var isInWord = false
    for byte in source {
      let isSpace = byte == 0x20 || byte == 0x0A
      if !isSpace, !isInWord { words += 1 }
      isInWord = !isSpace
      if words >= minimum { return true }
    }
    // Only a single run of non-ASCII bytes is measured by its length.
    return words == 1 && source.count >= 6 * minimum && source.allSatisfy { $0 >= 0x80 }
  }
}
