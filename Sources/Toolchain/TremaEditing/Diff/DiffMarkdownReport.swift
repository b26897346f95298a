import TremaDiagnostics
import TremaSupport

/// A difference as a comment on GitHub.
///
/// Texts are in `<code>` with every mark of Markdown and HTML as a character reference, so that
/// none makes a table break, a link, or a mention of a user. Long values are cut, and what would
/// make the comment too long is left out and counted.
///
/// Source: GitHub Flavored Markdown Spec 0.29; GitHub takes comments of 65,536 characters.
package struct DiffMarkdownReport {
  private let limit: Int
  private var text = ""
  private var left = 0

  /// - Parameter limit: the most bytes of UTF-8, which are never fewer than the characters.
  package init(limit: Int = 65_536) { self.limit = limit }

  package func report(_ diffs: [FileDiff]) -> [UInt8] {
    var report = self
    let counts = DiffCounts(diffs)
    let differing = diffs.filter { !$0.isEmpty }
    report.text = "### \(counts.words ?? (differing.isEmpty ? "No text differs" : "Texts"))\n"
    report.append(counts.languages)
    for diff in differing { report.append(diff) }
    if report.left > 0 {
      let more = report.left == 1 ? "1 more text is" : "\(report.left) more texts are"
      report.text += "\n\(more) left out here: a comment takes no more.\n"
    }
    return Array(report.text.utf8)
  }

  /// The bytes that are reserved for the last words, and the end of a table.
  private static let reserve = 160

  private var room: Int { limit - Self.reserve - text.utf8.count }

  private static let mostLanguages = 40

  private mutating func append(_ languages: [DiffCounts.Language]) {
    if languages.isEmpty { return }
    text += "\n| language | added | removed | changed | other status |\n|---|--:|--:|--:|--:|\n"
    var shown = 0
    for count in languages.prefix(Self.mostLanguages) {
      let row =
        "| \(code(count.language)) | \(count.added) | \(count.removed) "
        + "| \(count.changed) | \(count.status) |\n"
      guard row.utf8.count <= room else { break }
      text += row
      shown += 1
    }
    let more = languages.count - shown
    if more > 0 { text += "\n… and \(counted(more, "more language"))\n" }
  }

  private static let sections: [(kind: TextDiff.Kind, title: String)] = [
    (.added, "Added"), (.changed, "Changed"), (.renamed, "Renamed"), (.removed, "Removed"),
  ]

  private mutating func append(_ file: FileDiff) {
    var head = "\n#### \(code(file.new ?? file.old ?? ""))"
    if file.old == nil { head += ": the file is new" }
    if file.new == nil { head += ": the file is gone" }
    head += "\n"
    if let change = file.diff.masterLanguage {
      head += "\nMaster language: \(code(change.old)) → \(code(change.new))\n"
    }
    guard head.utf8.count <= room else {
      left += file.diff.texts.count
      return
    }
    text += head
    for (kind, title) in Self.sections {
      append(file.diff.texts.filter { $0.kind == kind }, title)
    }
  }

  private mutating func append(_ diffs: [TextDiff], _ title: String) {
    if diffs.isEmpty { return }
    var head = "\n<details><summary>\(title) (\(diffs.count))</summary>\n\n"
    head += "| key | | before | after |\n|---|---|---|---|\n"
    var isBegun = false
    for diff in diffs {
      let shortestRow = 40
      guard room > head.utf8.count + shortestRow else {
        left += 1
        continue
      }
      let rows = Self.rows(diff)
      guard rows.utf8.count + (isBegun ? 0 : head.utf8.count) <= room else {
        left += 1
        continue
      }
      if !isBegun { text += head }
      isBegun = true
      text += rows
    }
    if isBegun { text += "\n</details>\n" }
  }

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

  private static func code(_ text: String) -> String { excerpt(text, [], "") }

  private func code(_ text: String) -> String { Self.code(text) }

  /// In scalars: the longest text that is shown, and what is shown before the first difference.
  private static let (longest, lead) = (300, 60)

  /// The text, or as much of it as fits from shortly before the first difference on.
  private static func excerpt(_ text: String, _ ranges: [Range<Int>], _ tag: String) -> String {
    var room = longest
    var result = ""
    let pieces = text.pieces(ranges)
    for (index, piece) in pieces.enumerated() {
      var scalars = Array(piece.text.unicodeScalars)
      let isCut = index == 0 && !piece.isInside && pieces.count > 1 && scalars.count > longest / 2
      if isCut {
        scalars.removeFirst(scalars.count - lead)
        result += "…"
      }
      let isTooLong = scalars.count > room
      let shown = MarkdownText.escaped(scalars.prefix(room)) + (isTooLong ? "…" : "")
      result += piece.isInside ? "<\(tag)>\(shown)</\(tag)>" : shown
      room -= scalars.count
      if isTooLong { break }
      if room <= 0, index + 1 < pieces.count {
        result += "…"
        break
      }
    }
    return "<code>\(result)</code>"
  }
}
