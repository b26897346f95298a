import TremaCatalog
import TremaSupport

extension AndroidHandler {
  /// Reports the problems of a text. Each kind is reported once, at its first position.
  ///
  /// - Parameters:
  ///   - source: The bytes between the tags, used to derive positions.
  ///   - tokens: The parsed content between the tags.
  ///   - key: The name of the resource.
  func report(
    _ leaf: AndroidLeaf, _ source: ArraySlice<UInt8>, _ tokens: [AndroidToken], key: String
  ) {
    var data: [UInt8] = []
    for case .text(let bytes) in tokens { data += bytes }
    var value = Value(
      language: "", source: String(decoding: data, as: UTF8.self),
      spelling: String(decoding: source, as: UTF8.self), backslash: .literal)
    value.textPosition = leaf.position
    // Sorting by offset gives the order in the file.
    for (problem, offset) in leaf.text.problems.sorted(by: { $0.value < $1.value }) {
      let (severity, code, message, hint) = problem.details
      report(
        severity, code, message, at: value.position(ofSourceOffset: offset), hint: hint,
        subject: "\(key) \(code)")
    }
  }
}

extension AndroidText.Problem {
  /// The severity, the code, the message and the hint.
  fileprivate var details: (Severity, String, String, String) {
    switch self {
    case .bareApostrophe:
      (
        .error, "bare-apostrophe", "the resource compiler rejects an unescaped apostrophe",
        "escape it as \\', or put the whole string in double quotes"
      )
    case .invalidEscape:
      (
        .error, "invalid-escape", "invalid Unicode escape sequence",
        "use \\u and four hexadecimal digits"
      )
    case .unknownEscape:
      (
        .warning, "unknown-escape", "unknown escape sequence; the backslash is ignored",
        "remove the backslash, or double it"
      )
    case .surrogate:
      (
        .warning, "surrogate-escape",
        "aapt2 drops a character that is escaped as a surrogate pair",
        "use the character itself"
      )
    case .openQuote:
      (
        .warning, "open-quote", "an unpaired quotation mark is not shown",
        "escape it as \\\" to show it"
      )
    }
  }
}
