import TremaSupport

/// A string in a PO file, with its escape sequences decoded.
struct POText {
  var text = ""
  /// The position of the first character, or the opening quote if the string is empty.
  var position = SourcePosition.start

  var isEmpty: Bool { text.isEmpty }
}

/// A message in a PO file.
struct POEntry {
  /// The position of `msgctxt`, or `msgid` if there is none.
  var position = SourcePosition.start
  /// The value of `msgctxt`.
  var context: POText?
  /// The value of `msgid`.
  var id: POText?
  /// The value of `msgid_plural`.
  var pluralID: POText?
  /// The value of `msgstr`, or the values from `msgstr[0]`, `msgstr[1]`, ...
  var forms: [POText] = []
  /// The lines of `#.` comments, without the marker and the following space.
  var extracted: [String] = []
  /// The lines of `#` comments, without the marker and the following space.
  var comments: [String] = []
  /// Whether the message has the `fuzzy` flag.
  var isFuzzy = false
  /// Whether the message has a reference or another flag, for which catalogs have no equivalent.
  var hasUnsupportedContent = false

  /// Whether the message is the header, which has an empty `msgid` and no context.
  var isHeader: Bool { context == nil && id?.isEmpty == true }

  /// The bytes that identify the message in its file: the context, EOT and the id, as in MO files.
  var identity: [UInt8] {
    (context.map { Array($0.text.utf8) + [4] } ?? []) + Array((id?.text ?? "").utf8)
  }
}
