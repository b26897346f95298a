import TremaCatalog
import TremaMessages
import TremaPropertyLists
import TremaSupport

/// A table of texts as a property list has it: what `.strings` and `.stringsdict` have in common.
struct AppleTable {
  /// One a key, in the order of the file, with what the comments about it say.
  private(set) var entries: [(entry: PropertyList.Entry, annotations: Annotations)] = []
  let language: LanguageTag
  let options: ReadingOptions
  var findings: AppleFindings
  private var texts: [Text] = []

  /// - Throws: when the file is no property list or none of texts, or when its language is unknown.
  init(_ bytes: [UInt8], _ options: ReadingOptions) throws(Diagnostic) {
    self.options = options
    findings = AppleFindings(options)
    guard let language = (options.language ?? options.masterLanguage).flatMap({ LanguageTag($0) })
    else {
      throw Diagnostic(
        .error, "missing-language",
        options.language.map { "'\($0)' is no language tag" }
          ?? "the language of this file is unknown",
        at: SourceLocation(file: options.file),
        hint: "name the language, or put the file into a folder such as pt-BR.lproj",
        kind: .usage)
    }
    self.language = language
    let list = try PropertyList.decode(bytes, file: options.file)
    guard let all = list.entries else {
      throw Diagnostic(
        .error, "wrong-root", "the file is \(list.kind), not a dictionary of texts",
        at: SourceLocation(file: options.file, start: list.position),
        hint: "is it the right file?", kind: .unreadable)
    }
    let comments = AppleComments(all)
    for stray in comments.strays {
      findings.losses.note(
        .context, key: all[stray.entry].key, at: findings.location(stray.comment.position))
    }
    for index in findings.unique(all) {
      let lines = comments.lines[index]
      entries.append(
        (all[index], lines.isEmpty ? Annotations("") : Annotations(lines.joined(separator: "\n"))))
    }
  }

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

  /// Returns the texts, with the findings in order.
  func reading() -> FormatReading {
    var reading = FormatReading()
    reading.texts = texts
    reading.findings = findings.findings
    reading.findings.sort()
    reading.losses = findings.losses
    return reading
  }
}
