import TremaDiagnostics
import TremaSupport

/// A writer of differences as Markdown, for a comment on GitHub.
///
/// Texts are written in `<code>` with every character that is special in Markdown or HTML as a
/// character reference, so that they cannot break a table, create a link or mention a user. Long
/// values are shortened. Texts that would make the comment too long are omitted and counted.
///
/// See the GitHub Flavored Markdown Spec 0.29; GitHub accepts comments of up to 65,536 characters.
package struct DiffMarkdownReport {
  /// The maximum length of the report in bytes.
  private let limit: Int
  /// The report so far.
  private var text = ""
  /// The number of omitted texts.
  private var omittedCount = 0

  /// Creates a writer.
  ///
  /// - Parameter limit: The maximum length in UTF-8 bytes, which is never less than the number of
  ///   characters.
  package init(limit: Int = 65_536) { self.limit = limit }

  /// Returns the report on the differences in all files. Files without differences are omitted.
  package func report(_ diffs: [FileDiff]) -> [UInt8] {
    var report = self
    let counts = DiffCounts(diffs)
    let differing = diffs.filter { !$0.isEmpty }
    report.text = "### \(counts.summary ?? (differing.isEmpty ? "No text differs" : "Texts"))\n"
    report.append(counts.languages)
    for diff in differing { report.append(diff) }
    if report.omittedCount > 0 {
      let more =
        report.omittedCount == 1 ? "1 more text is" : "\(report.omittedCount) more texts are"
      report.text += "\n\(more) not shown, because the size of a comment is limited.\n"
    }
    return Array(report.text.utf8)
  }

  /// The number of bytes reserved for the last sentence and the end of a table.
  private static let reservedLength = 160

  /// The number of bytes that may still be appended; may be negative.
  private var remainingBytes: Int { limit - Self.reservedLength - text.utf8.count }

  /// The maximum number of languages in the table.
  private static let maxLanguages = 40

  /// Appends the table of difference counts by language.
  private mutating func append(_ languages: [DiffCounts.Language]) {
    if languages.isEmpty { return }
    text += "\n| language | added | removed | changed | status changed |\n|---|--:|--:|--:|--:|\n"
    var rowCount = 0
    for count in languages.prefix(Self.maxLanguages) {
      let row =
        "| \(code(count.language)) | \(count.added) | \(count.removed) "
        + "| \(count.changed) | \(count.statusChanged) |\n"
      guard row.utf8.count <= remainingBytes else { break }
      text += row
      rowCount += 1
    }
    let more = languages.count - rowCount
    if more > 0 { text += "\n… and \(counted(more, "more language"))\n" }
  }

  /// The sections of a file, in order.
  private static let sections: [(kind: TextDiff.Kind, title: String)] = [
    (.added, "Added"), (.changed, "Changed"), (.renamed, "Renamed"), (.removed, "Removed"),
  ]

  /// Appends the differences of one file, or counts its texts as omitted if not even its header
  /// fits.
  private mutating func append(_ file: FileDiff) {
    var head = "\n#### \(code(file.new ?? file.old ?? ""))"
    if file.old == nil { head += ": the file is new" }
    if file.new == nil { head += ": the file was removed" }
    head += "\n"
    if let change = file.diff.masterLanguage {
      head += "\nMaster language: \(code(change.old)) → \(code(change.new))\n"
    }
    guard head.utf8.count <= remainingBytes else {
      omittedCount += file.diff.texts.count
      return
    }
    text += head
    for (kind, title) in Self.sections {
      append(file.diff.texts.filter { $0.kind == kind }, title)
    }
  }

  /// Appends a collapsed section with the texts of one kind. Texts that do not fit are counted.
  private mutating func append(_ diffs: [TextDiff], _ title: String) {
    if diffs.isEmpty { return }
    var head = "\n<details><summary>\(title) (\(diffs.count))</summary>\n\n"
    head += "| key | | before | after |\n|---|---|---|---|\n"
    var hasRows = false
    for diff in diffs {
      let shortestRow = 40
      // If not even the shortest row fits, the text is not formatted at all.
      guard remainingBytes > head.utf8.count + shortestRow else {
        omittedCount += 1
        continue
      }
      let rows = Self.rows(diff)
      guard rows.utf8.count + (hasRows ? 0 : head.utf8.count) <= remainingBytes else {
        omittedCount += 1
        continue
      }
      if !hasRows { text += head }
      hasRows = true
      text += rows
    }
    if hasRows { text += "\n</details>\n" }
  }

  /// Returns the rows of one text: one for the context and one for each value that differs.
  private static func rows(_ diff: TextDiff) -> String {
    var key = code(diff.key)
    if let oldKey = diff.oldKey { key = "\(code(oldKey)) → \(key)" }
    var rows: [(name: String, old: String, new: String)] = []
    if let context = diff.context {
      let words = WordDiff(context.old, context.new)
      rows.append(
        (
          "context", context.old.isEmpty ? "" : excerpt(context.old, words.removed, "del"),
          context.new.isEmpty ? "" : excerpt(context.new, words.added, "ins")
        ))
    }
    for value in diff.values {
      let isBoth = value.old != nil && value.new != nil
      let words = isBoth ? WordDiff(value.old?.text ?? "", value.new?.text ?? "") : nil
      let showsStatus = !isBoth || value.isStatusChanged
      rows.append(
        (
          code(value.language),
          value.old.map { cell($0, words?.removed ?? [], "del", value, showsStatus) } ?? "",
          value.new.map { cell($0, words?.added ?? [], "ins", value, showsStatus) } ?? ""
        ))
    }
    if rows.isEmpty { rows.append(("", "", "")) }
    var text = ""
    for (index, row) in rows.enumerated() {
      text += "| \(index == 0 ? key : "") | \(row.name) | \(row.old) | \(row.new) |\n"
    }
    return text
  }

  /// Returns the cell for one state of a value: its text, if the text differs, and its status.
  ///
  /// - Parameters:
  ///   - state: The state to show.
  ///   - ranges: The ranges of the words that differ.
  ///   - tag: The HTML element that marks these words.
  ///   - value: The difference that the state belongs to.
  ///   - showsStatus: Whether to append the status.
  private static func cell(
    _ state: ValueDiff.State, _ ranges: [Range<Int>], _ tag: String, _ value: ValueDiff,
    _ showsStatus: Bool
  ) -> String {
    var parts: [String] = []
    if value.isTextChanged {
      parts.append(state.text.isEmpty ? "*empty*" : excerpt(state.text, ranges, tag))
    }
    if showsStatus { parts.append("(\(state.status.map { excerpt($0, [], "") } ?? "no status"))") }
    return parts.joined(separator: " ")
  }

  /// Returns a string in `<code>`, shortened if it is too long.
  private static func code(_ text: String) -> String { excerpt(text, [], "") }

  private func code(_ text: String) -> String { Self.code(text) }

  /// The maximum lengths of a displayed string and the part before its first difference, both in
  /// scalars.
  private static let (maxLength, maxLeadLength) = (300, 60)

  /// Returns a string in `<code>`, shortened if it is too long.
  ///
  /// A long prefix that is the same in both states is omitted so that the first difference is
  /// visible.
  ///
  /// - Parameters:
  ///   - text: The string to quote.
  ///   - ranges: The ranges of the words that differ.
  ///   - tag: The HTML element that marks these words.
  private static func excerpt(_ text: String, _ ranges: [Range<Int>], _ tag: String) -> String {
    var remaining = maxLength
    var result = ""
    let pieces = text.pieces(ranges)
    for (index, piece) in pieces.enumerated() {
      var scalars = Array(piece.text.unicodeScalars)
      let isCut = index == 0 && !piece.isInside && pieces.count > 1 && scalars.count > maxLength / 2
      if isCut {
        scalars.removeFirst(scalars.count - maxLeadLength)
        result += "…"
      }
      let isTooLong = scalars.count > remaining
      let shown = MarkdownText.escaped(scalars.prefix(remaining)) + (isTooLong ? "…" : "")
      result += piece.isInside ? "<\(tag)>\(shown)</\(tag)>" : shown
      remaining -= scalars.count
      if isTooLong { break }
      if remaining <= 0, index + 1 < pieces.count {
        result += "…"
        break
      }
    }
    return "<code>\(result)</code>"
  }
}
