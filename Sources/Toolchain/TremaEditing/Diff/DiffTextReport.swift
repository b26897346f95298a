import TremaSupport

/// A writer of differences as text for a terminal.
///
/// Control characters are escaped. If colors are enabled, the words of a value that differ are
/// shown in reverse video.
package struct DiffTextReport {
  /// Whether to write ANSI escape sequences.
  private let usesColor: Bool
  /// The report so far.
  private var text = ""

  package init(usesColor: Bool) { self.usesColor = usesColor }

  /// Returns the report on the differences in all files.
  ///
  /// - Parameters:
  ///   - diffs: The differences.
  ///   - hasCounts: Whether to end the report with the difference counts.
  /// - Returns: The bytes of the report, or empty if there is no difference.
  package func report(_ diffs: [FileDiff], hasCounts: Bool = true) -> [UInt8] {
    var report = self
    for diff in diffs where !diff.isEmpty { report.append(diff, withName: diffs.count > 1) }
    if hasCounts { report.append(DiffCounts(diffs)) }
    return Array(report.text.utf8)
  }

  /// Appends the difference of one file.
  ///
  /// - Parameters:
  ///   - file: The difference of the file.
  ///   - withName: Whether to write the file's name even if it exists in both states.
  private mutating func append(_ file: FileDiff, withName: Bool) {
    switch (file.old, file.new) {
    case (nil, let name?): line("+", "\(escaped(name)): the file is new", .green)
    case (let name?, nil): line("-", "\(escaped(name)): the file was removed", .red)
    case (_, let name?) where withName: text += style("\(escaped(name)):", .bold) + "\n"
    default: break
    }
    if let change = file.diff.masterLanguage {
      line("~", "master language \(escaped(change.old)) → \(escaped(change.new))", .yellow)
    }
    for text in file.diff.texts { append(text) }
  }

  /// Appends the difference of one text.
  private mutating func append(_ diff: TextDiff) {
    let key = escaped(diff.key)
    switch diff.kind {
    case .added: line("+", key, .green)
    case .removed: line("-", key, .red)
    case .changed: line("~", key, .yellow)
    case .renamed: line("~", "\(escaped(diff.oldKey ?? "")) → \(key)", .yellow)
    }
    let isWhole = diff.kind == .added || diff.kind == .removed
    if let context = diff.context {
      let change = CatalogDiff.Change(
        old: context.old.isEmpty ? nil : context.old, new: context.new.isEmpty ? nil : context.new)
      append("context", change, note: "", isWhole: isWhole)
    }
    for value in diff.values { append(value, isWhole: isWhole) }
  }

  /// Appends the difference of one value, with its statuses.
  private mutating func append(_ value: ValueDiff, isWhole: Bool) {
    let language = escaped(value.language)
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

  /// Returns a status as spelled in the file.
  private func status(_ state: ValueDiff.State?) -> String {
    state?.status.map(escaped) ?? "(no status)"
  }

  /// Appends a change. Additions and removals take one line, other changes three.
  ///
  /// - Parameters:
  ///   - name: The name of the value: its language or `context`.
  ///   - change: The old and the new string.
  ///   - note: The statuses, or an empty string.
  ///   - isWhole: Whether the whole text is added or removed, in which case the values have no
  ///     separate mark.
  private mutating func append(
    _ name: String, _ change: CatalogDiff.Change<String?>, note: String, isWhole: Bool
  ) {
    let title = note.isEmpty ? name : "\(name)  \(note)"
    switch (change.old, change.new) {
    case (let old?, let new?):
      let words = usesColor ? WordDiff(old, new) : WordDiff("", "")
      text += "    \(title)\n"
      text += "      \(style("-", .red)) \(highlighted(old, words.removed, .red))\n"
      text += "      \(style("+", .green)) \(highlighted(new, words.added, .green))\n"
    case (let old?, nil):
      text += "  \(isWhole ? " " : style("-", .red)) \(title)  \(highlighted(old, [], .red))\n"
    case (nil, let new?):
      text += "  \(isWhole ? " " : style("+", .green)) \(title)  \(highlighted(new, [], .green))\n"
    case (nil, nil): break
    }
  }

  /// Appends the difference counts, in total and by language.
  private mutating func append(_ counts: DiffCounts) {
    guard let words = counts.summary else { return }
    if !text.isEmpty { text += "\n" }
    text += words + "\n"
    for language in counts.languages { text += escaped(language.summary) + "\n" }
  }

  /// Appends a line that starts with a mark such as `+`.
  private mutating func line(_ mark: String, _ words: String, _ rendition: Style) {
    text += style("\(mark) \(words)", rendition) + "\n"
  }

  /// Returns a string with control characters escaped.
  private func escaped(_ text: String) -> String { TerminalText.escaped(text) }

  /// Returns a value in color, with some ranges in reverse video.
  private func highlighted(_ value: String, _ ranges: [Range<Int>], _ rendition: Style) -> String {
    guard usesColor else { return escaped(value) }
    return value.pieces(ranges).map { piece in
      let text = escaped(piece.text)
      return piece.isInside
        ? "\u{1B}[7;\(rendition.rawValue)m\(text)\u{1B}[0m" : style(text, rendition)
    }.joined()
  }

  /// The colors and styles that the report uses, as SGR parameters.
  ///
  /// See ECMA-48, "Select graphic rendition".
  private enum Style: Int {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33
  }

  /// Returns a string in a style if colors are enabled.
  private func style(_ text: String, _ style: Style) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
