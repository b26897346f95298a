import TremaCatalog
import TremaMessages
import TremaPropertyLists
import TremaSupport

/// A property list with a table of texts. Both `.strings` and `.stringsdict` use it.
struct AppleTable {
  /// The entries in file order, one per key, with the annotations from their comments.
  private(set) var entries: [(entry: PropertyList.Entry, annotations: Annotations)] = []
  /// The language of the file.
  let language: LanguageTag
  let options: ReadingOptions
  /// The findings and losses so far.
  var findings: AppleFindings
  /// The texts that ``append(_:_:_:at:)`` has added.
  private var texts: [Text] = []

  /// Reads a file.
  ///
  /// - Throws: A diagnostic if the file is not a property list or not a dictionary, or if its
  ///   language is unknown.
  init(_ bytes: [UInt8], _ options: ReadingOptions) throws(Diagnostic) {
    self.options = options
    findings = AppleFindings(options)
    guard let language = (options.language ?? options.masterLanguage).flatMap({ LanguageTag($0) })
    else {
      throw Diagnostic(
        .error, "missing-language",
        options.language.map { "'\($0)' is not a language tag" }
          ?? "the language of this file is unknown",
        at: SourceLocation(file: options.file),
        hint: "specify the language, or move the file to a folder such as pt-BR.lproj",
        kind: .usage)
    }
    self.language = language
    let list = try PropertyList.decode(bytes, file: options.file)
    guard let all = list.entries else {
      throw Diagnostic(
        .error, "wrong-root", "the top-level value must be a dictionary, not \(list.kind)",
        at: SourceLocation(file: options.file, start: list.position),
        hint: "check that this is the right file", kind: .unreadable)
    }
    // Comments are assigned before duplicates are removed because they depend on the order of the
    // entries.
    let comments = AppleComments(all)
    for (entry, comment) in comments.unassigned {
      findings.losses.note(
        .context, key: all[entry].key, at: findings.location(comment.position))
    }
    for index in findings.unique(all) {
      let lines = comments.lines[index]
      entries.append(
        (all[index], lines.isEmpty ? Annotations("") : Annotations(lines.joined(separator: "\n"))))
    }
  }

  /// Adds a text with a single value.
  ///
  /// - Parameters:
  ///   - message: The value of the text.
  ///   - position: The position of the value.
  mutating func append(
    _ entry: PropertyList.Entry, _ annotations: Annotations, _ message: Message,
    at position: SourcePosition
  ) {
    findings.losses.noteSpelling(of: message, key: entry.key, at: findings.location(position))
    let value = Value(
      language: language.description, message: message, options: options, at: position)
    texts.append(
      Text(
        key: entry.key, annotations: annotations, values: [value], options: options,
        at: entry.keyPosition))
  }

  /// Returns the texts and the findings, sorted by position.
  func reading() -> FormatReading {
    var reading = FormatReading()
    reading.texts = texts
    reading.findings = findings.findings
    reading.findings.sort()
    reading.losses = findings.losses
    return reading
  }
}
