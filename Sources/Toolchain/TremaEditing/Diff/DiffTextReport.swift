import TremaSupport

/// A difference for people at a terminal.
///
/// Control characters are spelled out. In colour, the words of a value that differ are out.
package struct DiffTextReport {
  private let color: Bool
  private var text = ""

  package init(color: Bool) { self.color = color }

  /// - Returns: nothing where nothing differs.
  package func report(_ diffs: [FileDiff], hasCounts: Bool = true) -> [UInt8] {
    var report = self
    for diff in diffs where !diff.isEmpty { report.append(diff, withName: diffs.count > 1) }
    if hasCounts { report.append(DiffCounts(diffs)) }
    return Array(report.text.utf8)
  }

  private mutating func append(_ file: FileDiff, withName: Bool) {
    switch (file.old, file.new) {
    case (nil, let name?): line("+", "\(shown(name)): the file is new", .green)
    case (let name?, nil): line("-", "\(shown(name)): the file is gone", .red)
    case (_, let name?) where withName: text += style("\(shown(name)):", .bold) + "\n"
    default: break
    }
    if let change = file.diff.masterLanguage {
      line("~", "master language \(shown(change.old)) → \(shown(change.new))", .yellow)
    }
    for text in file.diff.texts { append(text) }
  }

  private mutating func append(_ diff: TextDiff) {
    let key = shown(diff.key)
    switch diff.kind {
    case .added: line("+", key, .green)
    case .removed: line("-", key, .red)
    case .changed: line("~", key, .yellow)
    case .renamed: line("~", "\(shown(diff.oldKey ?? "")) → \(key)", .yellow)
    }
    let isWhole = diff.kind == .added || diff.kind == .removed
    if let context = diff.context {
      let change = CatalogDiff.Change(
        old: context.old.isEmpty ? nil : context.old, new: context.new.isEmpty ? nil : context.new)
      append("context", change, note: "", isWhole: isWhole)
    }
    for value in diff.values { append(value, isWhole: isWhole) }
  }

  private mutating func append(_ value: ValueDiff, isWhole: Bool) {
    let language = shown(value.language)
    var note = status(value.new ?? value.old)
    if value.isStatusChanged { note = "\(status(value.old)) → \(status(value.new))" }
    guard value.isTextChanged else {
      text += "    \(language)  \(note)\n"
      return
    }
    append(
      language, CatalogDiff.Change(old: value.old?.text, new: value.new?.text), note: note,
      isWhole: isWhole)
  }

  private func status(_ state: ValueDiff.State?) -> String {
    state?.status.map(shown) ?? "(no status)"
  }

  /// Appends a change: additions and removals on one line, other changes on three.
  private mutating func append(
    _ name: String, _ change: CatalogDiff.Change<String?>, note: String, isWhole: Bool
  ) {
    let title = note.isEmpty ? name : "\(name)  \(note)"
    switch (change.old, change.new) {
    case (let old?, let new?):
      let words = color ? WordDiff(old, new) : WordDiff("", "")
      text += "    \(title)\n"
      text += "      \(style("-", .red)) \(marked(old, words.removed, .red))\n"
      text += "      \(style("+", .green)) \(marked(new, words.added, .green))\n"
    case (let old?, nil):
      text += "  \(isWhole ? " " : style("-", .red)) \(title)  \(marked(old, [], .red))\n"
    case (nil, let new?):
      text += "  \(isWhole ? " " : style("+", .green)) \(title)  \(marked(new, [], .green))\n"
    case (nil, nil): break
    }
  }

  private mutating func append(_ counts: DiffCounts) {
    guard let words = counts.words else { return }
    if !text.isEmpty { text += "\n" }
    text += words + "\n"
    for language in counts.languages { text += shown(language.words) + "\n" }
  }

  private mutating func line(_ mark: String, _ words: String, _ mood: Style) {
    text += style("\(mark) \(words)", mood) + "\n"
  }

  private func shown(_ text: String) -> String { TerminalText.shown(text) }

  private func marked(_ value: String, _ ranges: [Range<Int>], _ mood: Style) -> String {
    guard color else { return shown(value) }
    return value.pieces(ranges).map { piece in
      let text = shown(piece.text)
      return piece.isInside ? "\u{1B}[7;\(mood.rawValue)m\(text)\u{1B}[0m" : style(text, mood)
    }.joined()
  }

  /// Source: ECMA-48, "Select graphic rendition".
  private enum Style: Int {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33
  }

  private func style(_ text: String, _ style: Style) -> String {
    color ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
