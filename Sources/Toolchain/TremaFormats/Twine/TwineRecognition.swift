import TremaMessages

/// The recognition of Twine files by their content.
enum TwineRecognition {
  /// The fields that are not texts.
  static let properties: Set<String> = ["comment", "tags", "ref"]

  /// Returns whether a file is a Twine file: it consists of sections, keys and fields, and each
  /// field is a property or a text in a language. Other files in the syntax of `.ini` have other
  /// fields.
  ///
  /// If a section precedes the first key, some lines may be invalid, so that the reader reports
  /// them.
  ///
  /// - Parameters:
  ///   - bytes: The start of the file.
  ///   - isWhole: whether there are no more bytes. Otherwise the last line is ignored, because it
  ///     may be incomplete.
  static func accepts(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var (hasSection, hasKey, hasText) = (false, false, false)
    var (validCount, invalidCount) = (0, 0)
    // A language occurs in most texts and is only examined once.
    var known: [ArraySlice<UInt8>: Field] = [:]
    for element in TwineLines(bytes, from: start) {
      if !isWhole, element.range.upperBound == bytes.count { break }
      var isValid = true
      switch element.line {
      case .blank: continue
      case .section: hasSection = hasSection || !hasKey
      case .key: hasKey = true
      case .invalid: isValid = false
      case .field(let name, _):
        let field = known[bytes[name]] ?? Field(String(decoding: bytes[name], as: UTF8.self))
        known[bytes[name]] = field
        isValid = hasKey && field != .unknown
        if isValid, field == .text { hasText = true }
      }
      if isValid { validCount += 1 } else { invalidCount += 1 }
      // Most files of other kinds have no section at their start.
      if invalidCount > 0, !hasSection, hasKey { return false }
    }
    return hasText && (invalidCount == 0 || hasSection && validCount > 2 * invalidCount)
  }

  /// The kinds of fields.
  private enum Field {
    case property, text, unknown

    init(_ name: String) {
      if TwineRecognition.properties.contains(name) {
        self = .property
      } else {
        self = LanguageTag(name)?.ifPlausible == nil ? .unknown : .text
      }
    }
  }
}
