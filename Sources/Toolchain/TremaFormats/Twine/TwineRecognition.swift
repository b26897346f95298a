import TremaMessages

/// The recognition of Twine files by their content.
enum TwineRecognition {
  /// The fields that are not texts.
  static let properties: Set<String> = ["comment", "tags", "ref"]

  /// Whether a file is a Twine file: it consists of sections, keys and fields, and each field is a
  /// property or a text in a language. Other files in the syntax of `.ini` have other fields.
  ///
  /// - Parameters:
  ///   - bytes: The start of the file.
  ///   - isWhole: whether there are no more bytes. Otherwise the last line is ignored, because it
  ///     may be incomplete.
  static func accepts(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var hasKey = false
    var hasText = false
    // A language occurs in most texts and is only examined once.
    var known: Set<ArraySlice<UInt8>> = []
    for element in TwineLines(bytes, from: start) {
      if !isWhole, element.range.upperBound == bytes.count { break }
      switch element.line {
      case .blank, .section: continue
      case .key: hasKey = true
      case .invalid: return false
      case .field(let name, _):
        guard hasKey else { return false }
        if known.contains(bytes[name]) { continue }
        let word = String(decoding: bytes[name], as: UTF8.self)
        if !properties.contains(word) {
          guard LanguageTag(word)?.ifPlausible != nil else { return false }
          hasText = true
        }
        known.insert(bytes[name])
      }
    }
    return hasText
  }
}
