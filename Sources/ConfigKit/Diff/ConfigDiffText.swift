import TremaConfigValues
import TremaSupport

/// A writer of differences as text for a terminal. Control characters in values are escaped.
package struct ConfigDiffText {
  /// Whether the output has escape sequences for colors.
  private let usesColor: Bool
  /// The output so far.
  private var text = ""

  /// Creates a writer.
  package init(usesColor: Bool) { self.usesColor = usesColor }

  /// Returns the difference as UTF-8 text, which is empty if there are no changes.
  package func report(_ diff: ConfigDiff) -> [UInt8] {
    var report = self
    for name in diff.addedEnvironments {
      report.line("+", "the environment \(escaped(name)) was added", .green)
    }
    for name in diff.removedEnvironments {
      report.line("-", "the environment \(escaped(name)) was removed", .red)
    }
    for group in diff.groups { report.append(group, of: diff) }
    if let summary = diff.summary { report.text += "\n\(summary)\n" }
    return Array(report.text.utf8)
  }

  /// Appends a change: its key, followed by a line for each value.
  private mutating func append(_ group: ConfigDiff.Group, of diff: ConfigDiff) {
    let change = group.change
    var title = escaped(change.path.description)
    if let scope = diff.scope(of: group) { title += "  \(escaped(scope))" }
    if change.kind == .kindChanged, let old = change.old, let new = change.new {
      title += ": from \(old.kind.title) to \(new.kind.title)"
    }
    switch change.kind {
    case .added: line("+", title, .green)
    case .removed: line("-", title, .red)
    case .changed, .kindChanged: line("~", title, .yellow)
    }
    let words = diff.valueTexts(of: group)
    if let old = words.old { append("-", old, change.old, .red) }
    if let new = words.new { append("+", new, change.new, .green) }
  }

  /// Appends a line with a value and, unless the value was created in code, its location.
  private mutating func append(
    _ mark: String, _ words: String, _ value: ConfigValue?, _ color: Style
  ) {
    let location = value.flatMap { $0.location.source == .code ? nil : "  \($0.location)" } ?? ""
    text += "    \(style(mark, color)) \(style(words, color))\(escaped(location))\n"
  }

  /// Appends a line that starts with a mark.
  private mutating func line(_ mark: String, _ words: String, _ color: Style) {
    text += style("\(mark) \(words)", color) + "\n"
  }

  /// Returns a string with its control characters escaped.
  private func escaped(_ text: String) -> String { TerminalText.escaped(text) }

  /// The colors of changes, as SGR parameters.
  ///
  /// See ECMA-48, "Select graphic rendition".
  private enum Style: Int {
    case red = 31
    case green = 32
    case yellow = 33
  }

  /// Returns a string in a color, if colors are enabled.
  private func style(_ text: String, _ style: Style) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
