import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// The reader of Twine files.
///
/// Twine passes values on as they are, so they have the escape sequences and placeholders of
/// Apple's platforms.
///
/// See Twine 1.1, `README.md` and `lib/twine/twine_file.rb`, and `Documentation/Formats/Twine.md`.
struct TwineReader {
  private let bytes: [UInt8]
  private let options: ReadingOptions
  /// The texts and findings so far.
  private var reading: FormatReading
  /// The texts in the order of their first occurrence.
  private var definitions: [TwineDefinition] = []
  /// The index of each key.
  private var indices: [ExactKey: Int] = [:]
  /// The index of the text that the next field belongs to.
  private var current: Int?
  /// The names of the sections.
  private var sections: [String] = []
  /// The languages by their spellings, or `nil` for an invalid one.
  private var languages: [ArraySlice<UInt8>: LanguageTag?] = [:]
  private var errorCount = 0

  /// The maximum number of invalid lines. A file with more of them is not a Twine file.
  private static let maxErrors = 100

  /// Reads a whole file.
  ///
  /// - Throws: a diagnostic of kind `.unreadable` for another encoding than UTF-8, and for
  ///   references that make the file much larger.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let start = try TextEncoding.markLength(bytes, file: options.file)
    if let offset = TextEncoding.firstInvalid(bytes) {
      throw Diagnostic(
        .error, "invalid-encoding", "the file is not valid UTF-8",
        at: SourceLocation(
          file: options.file, start: SourcePosition.start.advanced(over: bytes[..<offset])),
        hint: "save it as UTF-8", kind: .unreadable)
    }
    var reader = TwineReader(bytes, options)
    if start > 0 {
      reader.report(
        .warning, "byte-order-mark", "the file begins with a byte order mark", at: .start,
        hint: "remove it; Twine reads it as part of the first line")
    }
    for line in TwineLines(bytes, from: start) where reader.errorCount < maxErrors {
      reader.read(line)
    }
    try reader.finish()
    return reader.reading
  }

  private init(_ bytes: [UInt8], _ options: ReadingOptions) {
    (self.bytes, self.options) = (bytes, options)
    reading = FormatReading(options)
  }

  // MARK: Lines

  /// Reads a line. An invalid one is reported and skipped.
  private mutating func read(_ element: TwineLines.Element) {
    let start = element.position(of: TwineLine.trimmed(element.range, in: bytes).lowerBound)
    switch element.line {
    case .blank: break
    case .section(let name):
      sections.append(string(name))
      current = nil
    case .key(let key):
      guard isText(key, element) else {
        current = nil
        break
      }
      begin(string(key), at: start)
    case .field(let name, let value):
      guard let current else {
        fail("the field '\(string(name).shortened)' has no key", at: start)
        break
      }
      guard isText(value, element) else { break }
      read(name, value, of: current, element)
    case .invalid:
      fail("expected a section, a key or 'name = value'", at: start)
    }
  }

  /// Starts a text, or continues an earlier one with the same key.
  private mutating func begin(_ key: String, at position: SourcePosition) {
    let first = indices[ExactKey(key)]
    current = first ?? definitions.count
    guard let first else {
      indices[ExactKey(key)] = definitions.count
      definitions.append(
        TwineDefinition(
          key: key, position: position, section: sections.isEmpty ? nil : sections.count - 1))
      return
    }
    let other = location(definitions[first].position)
    reading.findings.add(
      .warning, "duplicate-key",
      "key '\(key.shortened)' is defined twice; the last values are used",
      at: location(position), hint: "rename one of them, or merge them", subject: key,
      related: [Diagnostic.Related("first defined here", at: other)])
    definitions[first].parts += 1
  }

  /// Reads a field of a text.
  private mutating func read(
    _ name: Range<Int>, _ value: Range<Int>, of index: Int, _ element: TwineLines.Element
  ) {
    let position = element.position(of: value.lowerBound)
    switch string(name) {
    case "comment": definitions[index].comment = string(value)
    case "tags": definitions[index].tags = tags(value, of: definitions[index].key, element)
    case "ref": definitions[index].reference = (string(value), position)
    case let word:
      guard let tag = language(name) else {
        reading.findings.add(
          .error, "invalid-language", "'\(word.shortened)' is not a language tag",
          at: location(element.position(of: name.lowerBound)),
          hint: "use a tag such as 'de', 'pt-BR' or 'zh-Hans'", subject: word)
        return
      }
      // The first language is the one that others are translated from, unless an option or the
      // catalog sets another.
      if reading.masterLanguage == nil, options.masterLanguage == nil {
        reading.masterLanguage = tag.description
      }
      definitions[index].values.append(
        TwineValue(
          language: tag, text: string(value), position: position, part: definitions[index].parts))
    }
  }

  /// Returns the tags of a text. Those that a catalog cannot express are reported.
  private mutating func tags(
    _ value: Range<Int>, of key: String, _ element: TwineLines.Element
  ) -> [String] {
    var tags: [String] = []
    for item in bytes[value].split(separator: UInt8(ascii: ",")) {
      let range = TwineLine.trimmed(item.startIndex..<item.endIndex, in: bytes)
      if range.isEmpty { continue }
      let tag = string(range)
      guard Annotations.isTag(tag) else {
        report(
          .warning, "invalid-tag", "the tag '\(tag.shortened)' of '\(key.shortened)' is omitted",
          at: element.position(of: range.lowerBound),
          hint: "rename it in the file; a tag consists of letters, digits, '-', '_' and '.'",
          subject: key)
        continue
      }
      tags.append(tag)
    }
    return tags
  }

  /// Returns the language of a field, or `nil` for an invalid one. Each spelling is parsed once.
  private mutating func language(_ name: Range<Int>) -> LanguageTag? {
    if let known = languages[bytes[name]] { return known }
    let tag = LanguageTag(string(name))
    languages[bytes[name]] = .some(tag)
    return tag
  }

  /// Whether a range has no NUL character, which is reported.
  private mutating func isText(_ range: Range<Int>, _ element: TwineLines.Element) -> Bool {
    guard let index = bytes[range].firstIndex(of: 0) else { return true }
    errorCount += 1
    report(
      .error, "invalid-character", "a text cannot contain a NUL character",
      at: element.position(of: index), hint: "remove it")
    return false
  }

  // MARK: Texts

  /// Resolves the references and converts the texts.
  private mutating func finish() throws(Diagnostic) {
    for index in definitions.indices {
      let key = definitions[index].key
      for value in definitions[index].removeRepeatedValues() {
        report(
          .warning, "duplicate-language",
          "'\(key.shortened)' has two values for '\(value.language)'; the last one is used",
          at: value.position, hint: "remove one of them", subject: key)
      }
      if let reference = definitions[index].reference {
        reading.losses.note(.reference, key: key, at: location(reference.position))
      }
    }
    try resolveReferences()
    let hasSections = sections.contains { $0 != sections.first }
    for definition in definitions {
      if hasSections, let section = definition.section {
        reading.losses.note(
          .section, key: definition.key, at: location(definition.position),
          named: sections[section])
      }
      reading.texts.append(text(definition))
    }
    reading.findings.sort()
  }

  private mutating func resolveReferences() throws(Diagnostic) {
    var problems: [(TwineDefinition, TwineReferences.Problem)] = []
    let limit = max(TwineReferences.maxAddedBytes, 2 * bytes.count)
    guard
      TwineReferences.resolve(
        &definitions, indices, limit: limit, report: { problems.append(($0, $1)) })
    else {
      throw Diagnostic(
        .error, "expansion-limit", "the file's references add more than \(limit) bytes",
        at: SourceLocation(file: options.file, start: .start),
        hint: "replace 'ref' with the texts themselves", kind: .unreadable)
    }
    for (definition, problem) in problems {
      guard let (key, position) = definition.reference else { continue }
      switch problem {
      case .unknown:
        report(
          .warning, "unknown-reference",
          "'\(definition.key.shortened)' refers to '\(key.shortened)', which is not defined in the file",
          at: position, hint: "correct the key, or remove the line", subject: definition.key)
      case .cycle:
        report(
          .error, "reference-cycle",
          "'\(definition.key.shortened)' refers to itself, directly or through other keys",
          at: position, hint: "remove one of the 'ref' lines", subject: definition.key)
      }
    }
  }

  /// Converts a text.
  private mutating func text(_ definition: TwineDefinition) -> Text {
    let key = definition.key
    var annotations = Annotations(definition.comment ?? "")
    if let tags = definition.tags { annotations.tags = Annotations.unique(annotations.tags + tags) }
    let values = definition.values.map { value in
      let place = location(value.position)
      let (message, issues) = Self.message(value.text)
      reading.findings.addUnescapedPercent(issues, key: key, at: place)
      noteUnknownEscape(issues, value, key: key)
      reading.losses.noteSpelling(of: message, key: key, at: place)
      if message.hasBranches { reading.losses.note(.appMessage, key: key, at: place) }
      return Value(
        language: value.language.description, message: message, options: options,
        at: value.position)
    }
    return Text(
      key: key, annotations: annotations, values: values, options: options,
      at: definition.position)
  }

  /// Reports the first backslash of a value that starts no escape sequence.
  private mutating func noteUnknownEscape(
    _ issues: [MessageIssue], _ value: TwineValue, key: String
  ) {
    guard let issue = issues.first(where: { $0.kind == .unknownEscape }) else { return }
    let spelled = value.text.utf8.dropFirst(issue.range.lowerBound).prefix(issue.range.count)
    var position = value.position
    position.column += issue.range.lowerBound
    report(
      .warning, "unknown-escape",
      "unknown escape sequence '\(String(decoding: Array(spelled), as: UTF8.self))' in "
        + "'\(key.shortened)'; the backslash is kept",
      at: position, hint: "escape a backslash as \\\\", subject: key)
  }

  /// Parses a value as Apple's platforms show it.
  private static func message(_ text: String) -> (message: Message, issues: [MessageIssue]) {
    let (message, issues) = Message.parse(text, backslash: .escape)
    guard message.plainText != nil, text.utf8.contains(UInt8(ascii: "%")) else {
      return (message, issues)
    }
    // A text without conversions isn't formatted, so `%%` is two percent signs.
    return (Message.parse(Message.doublingPercents(text), backslash: .escape).message, issues)
  }

  // MARK: Findings

  /// Adds a finding. The message is created only if the finding is kept.
  private mutating func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: String, subject: String = ""
  ) {
    reading.findings.add(
      severity, code, message(), at: location(position), hint: hint, subject: subject)
  }

  /// Reports an invalid line.
  private mutating func fail(_ message: String, at position: SourcePosition) {
    errorCount += 1
    report(
      .error, "invalid-twine", message, at: position,
      hint: "use [[Section]] or [key], and below a key 'en = Text', 'tags = ios' or 'comment = …'")
  }

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
