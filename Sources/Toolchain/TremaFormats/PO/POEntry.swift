import TremaSupport

/// A text of a PO file, its escapes resolved.
struct POText {
  var text = ""
  /// The place of its first character; of an empty one, its first quotation mark.
  var position = SourcePosition.start

  var isEmpty: Bool { text.isEmpty }
}

/// One message of a PO file.
struct POEntry {
  /// The place of `msgctxt`, or else of `msgid`.
  var position = SourcePosition.start
  var context: POText?
  var id: POText?
  var pluralID: POText?
  /// `msgstr`, or `msgstr[0]` and so on.
  var forms: [POText] = []
  /// The lines of `#.`, without the mark and the space behind it.
  var extracted: [String] = []
  /// The lines of `#`.
  var comments: [String] = []
  var isFuzzy = false
  /// Something that a catalogue has no place for: a reference, a flag of another kind.
  var hasMore = false

  var isHeader: Bool { context == nil && id?.isEmpty == true }

  /// The bytes that identify the message in its file.
  var identity: [UInt8] {
    (context.map { Array($0.text.utf8) + [4] } ?? []) + Array((id?.text ?? "").utf8)
  }
}
