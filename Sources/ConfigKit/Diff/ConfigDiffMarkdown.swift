import TremaDiagnostics
import TremaSupport

/// A writer of differences as a GitHub comment. Changes that would make the comment too long are
/// omitted and counted.
///
/// GitHub accepts comments of up to 65,536 characters.
package struct ConfigDiffMarkdown {
  /// The maximum length, in UTF-8 bytes.
  private let limit: Int

  /// Creates a writer.
  ///
  /// - Parameter limit: The maximum length in UTF-8 bytes. A string never has more characters than
  ///   bytes.
  package init(limit: Int = 65_536) { self.limit = limit }

  /// The number of bytes reserved for the sentence about omitted changes.
  private static let reservedLength = 120

  /// Returns the difference as UTF-8 Markdown.
  package func report(_ diff: ConfigDiff) -> [UInt8] {
    var text = "### Configuration: \(diff.summary ?? "no differences")\n"
    for (names, change) in [
      (diff.addedEnvironments, "added"), (diff.removedEnvironments, "removed"),
    ] {
      for name in names where text.utf8.count < limit / 4 {
        text += "\nThe environment \(MarkdownText.code(name)) was \(change).\n"
      }
    }
    if !diff.groups.isEmpty {
      text += "\n| | key | environments | before | after |\n|---|---|---|---|---|\n"
    }
    var omittedCount = 0
    // Once a row doesn't fit, all later rows are omitted, so the table has no gaps.
    for group in diff.groups {
      let row = row(group, diff)
      if omittedCount > 0 || text.utf8.count + row.utf8.count > limit - Self.reservedLength {
        omittedCount += 1
      } else {
        text += row
      }
    }
    if omittedCount > 0 {
      text +=
        "\n\(counted(omittedCount, "more change")) not shown, because the size of a comment is limited.\n"
    }
    return Array(text.utf8)
  }

  /// Returns a change as a table row.
  private func row(_ group: ConfigDiff.Group, _ diff: ConfigDiff) -> String {
    let words = diff.valueTexts(of: group)
    let cells = [
      group.severity == .warning ? ":warning:" : "",
      MarkdownText.code(group.change.path.description),
      diff.scope(of: group).map(MarkdownText.escaped) ?? "",
      words.old.map(MarkdownText.code) ?? "", words.new.map(MarkdownText.code) ?? "",
    ]
    return "| \(cells.joined(separator: " | ")) |\n"
  }
}
