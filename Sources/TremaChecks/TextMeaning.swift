import TremaCatalog

/// What two texts must have in common to be taken for the same.
enum TextMeaning {
  /// Of the source of a value. Swift seeds its hashes anew for each process, so that no catalogue can
  /// be made to collide.
  static func hash(_ source: String) -> Int {
    var source = source
    return source.withUTF8(hash)
  }

  static func hash(_ source: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(source))
    return hasher.finalize()
  }

  /// Of the hash of the master's source, and of what the context says to people.
  static func hash(master: Int, _ annotations: Annotations) -> Int {
    var hasher = Hasher()
    hasher.combine(master)
    for line in annotations.prose {
      var line = line
      line.withUTF8 { combine($0, into: &hasher) }
    }
    return hasher.finalize()
  }

  /// The same of a plain text, whose context is one line or none.
  static func hash(master: Int, _ text: PlainText, _ texts: PlainTexts) -> Int {
    var hasher = Hasher()
    hasher.combine(master)
    if !text.context.isEmpty { texts.withBytes(text.context) { combine($0, into: &hasher) } }
    return hasher.finalize()
  }

  private static func combine(
    _ line: UnsafeBufferPointer<UInt8>, into hasher: inout Hasher
  ) {
    hasher.combine(bytes: UnsafeRawBufferPointer(line))
    hasher.combine(0xFF as UInt8)
  }

  static func hasWords(_ least: Int, _ value: Value) -> Bool {
    var source = value.source
    return source.withUTF8 { hasWords(least, $0) }
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
