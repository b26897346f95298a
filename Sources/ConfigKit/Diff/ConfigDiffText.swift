import TremaConfigValues
import TremaSupport

/// A difference for people at a terminal. Controls are spelled out.
package struct ConfigDiffText {
  private let color: Bool
  private var text = ""

  package init(color: Bool) { self.color = color }

  /// - Returns: nothing where nothing differs.
  package func report(_ diff: ConfigDiff) -> [UInt8] {
    var report = self
    for name in diff.addedEnvironments {
      report.line("+", "the environment \(shown(name)) is new", .green)
    }
    for name in diff.removedEnvironments {
      report.line("-", "the environment \(shown(name)) is gone", .red)
    }
    for group in diff.groups { report.append(group, of: diff) }
    if let summary = diff.summary { report.text += "\n\(summary)\n" }
    return Array(report.text.utf8)
  }

  private mutating func append(_ group: ConfigDiff.Group, of diff: ConfigDiff) {
    let change = group.change
    var title = shown(change.path.description)
    if let scope = diff.scope(of: group) { title += "  \(shown(scope))" }
    if change.kind == .kindChanged, let old = change.old, let new = change.new {
      title += ": \(old.kind.title) is \(new.kind.title) now"
    }
    switch change.kind {
    case .added: line("+", title, .green)
    case .removed: line("-", title, .red)
    case .changed, .kindChanged: line("~", title, .yellow)
    }
    let words = diff.words(of: group)
    if let old = words.old { append("-", old, change.old, .red) }
    if let new = words.new { append("+", new, change.new, .green) }
  }

  private mutating func append(
    _ mark: String, _ words: String, _ value: ConfigValue?, _ mood: Style
  ) {
    let place = value.flatMap { $0.place.source == .code ? nil : "  \($0.place)" } ?? ""
    text += "    \(style(mark, mood)) \(style(words, mood))\(shown(place))\n"
  }

  private mutating func line(_ mark: String, _ words: String, _ mood: Style) {
    text += style("\(mark) \(words)", mood) + "\n"
  }

  private func shown(_ text: String) -> String { TerminalText.shown(text) }

  /// Source: ECMA-48, "Select graphic rendition".
  private enum Style: Int {
    case red = 31
    case green = 32
    case yellow = 33
  }

  private func style(_ text: String, _ style: Style) -> String {
    color ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
