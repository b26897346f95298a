import TremaCatalog

/// What two texts must have in common to be taken for the same.
enum TextMeaning {
  /// Of the master's value and of what its context says to people. Swift seeds its hashes anew for
  /// each process, so that no catalogue can be made to collide.
  static func hash(_ master: Value, _ annotations: Annotations) -> Int {
    var hasher = Hasher()
    combine(master.source, into: &hasher)
    for line in annotations.prose { combine(line, into: &hasher) }
    return hasher.finalize()
  }

  static func combine(_ text: String, into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  /// Whether a value has so many words; where words are not set apart by spaces, as many times six
  /// bytes.
  static func hasWords(_ least: Int, _ value: Value) -> Bool {
    var words = 0
    var isInWord = false
    for byte in value.source.utf8 {
      let isSpace = byte == 0x20 || byte == 0x0A
      if !isSpace, !isInWord { words += 1 }
      isInWord = !isSpace
      if words >= least { return true }
    }
    return words == 1 && value.source.utf8.count >= 6 * least
      && value.source.utf8.allSatisfy { $0 >= 0x80 }
  }
}
