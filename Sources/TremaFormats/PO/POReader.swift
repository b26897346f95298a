import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// Reads a gettext PO file or template.
///
/// `msgctxt` is the key, `msgid` the text in the master language; without a `msgctxt` the `msgid`
/// is both. See `Documentation/Formats/PO.md`.
enum POReader {
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let start = try TextEncoding.markLength(bytes, file: options.file)
    // The header is ASCII but for names, which do not matter here.
    var first = POParser(
      TextEncoding.latin1.utf8(bytes.dropFirst(start).prefix(65_536)), from: 0, file: options.file,
      encoding: .latin1)
    let charset = first.next().flatMap { $0.isHeader ? POHeader($0.forms.first).charset : nil }
    let encoding = try encoding(charset, options)
    let decoded = encoding == .utf8 ? bytes : encoding.utf8(bytes)
    if let offset = TextEncoding.firstInvalid(decoded) {
      throw Diagnostic(
        .error, "invalid-encoding", "the file is not UTF-8 here",
        at: SourceLocation(
          file: options.file, start: SourcePosition.start.advanced(over: decoded[..<offset])),
        hint: "name its encoding in the header (Content-Type: text/plain; charset=…)",
        kind: .unreadable)
    }
    var parser = POParser(decoded, from: start, file: options.file, encoding: encoding)
    var entries: [POEntry] = []
    while let entry = parser.next() { entries.append(entry) }
    var builder = POReadingBuilder(options, header: entries.first { $0.isHeader })
    for mistake in parser.diagnostics { builder.reading.findings.add(mistake) }
    if let obsolete = parser.obsolete {
      builder.reading.findings.add(
        .note, "obsolete", "\(obsolete.count) obsolete messages (#~) are not read",
        at: SourceLocation(file: options.file, start: obsolete.first))
    }
    try builder.build(entries.filter { !$0.isHeader })
    return builder.reading
  }

  private static func encoding(
    _ charset: String?, _ options: ReadingOptions
  ) throws(Diagnostic) -> TextEncoding {
    // What a template says that nobody has filled in.
    guard let charset, charset != "CHARSET" else { return .utf8 }
    if let encoding = TextEncoding(name: charset) { return encoding }
    throw Diagnostic(
      .error, "unsupported-encoding", "the file is in '\(charset)'",
      at: SourceLocation(file: options.file, start: .start),
      hint: "convert it with: msgconv --to-code=UTF-8", kind: .unreadable)
  }
}

/// The state of turning the messages of a file into texts.
struct POReadingBuilder {
  var reading: FormatReading
  let options: ReadingOptions
  private let header: POHeader
  let language: LanguageTag?
  private let master: LanguageTag?
  var plurals: POPluralIndexes?
  private var hasSaidLanguage = false

  init(_ options: ReadingOptions, header: POEntry?) {
    self.options = options
    reading = FormatReading(options)
    self.header = POHeader(header?.forms.first)
    let named = self.header["language"].flatMap { LanguageTag.posix($0) }
    master =
      self.header["x-source-language"].flatMap { LanguageTag.posix($0) }
      ?? options.masterLanguage.flatMap { LanguageTag($0) }
    language = named ?? options.language.flatMap { LanguageTag($0) }
    reading.hasStatuses = true
    reading.masterLanguage =
      self.header["x-source-language"].flatMap { LanguageTag.posix($0) }?
      .description
  }

  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }

  mutating func build(_ entries: [POEntry]) throws(Diagnostic) {
    if entries.contains(where: { $0.pluralID != nil && $0.forms.contains { !$0.isEmpty } }) {
      findPlurals()
    }
    var seen: [[UInt8]: SourcePosition] = [:]
    var contexts: [[UInt8]: Int] = [:]
    for entry in entries {
      if let context = entry.context { contexts[Array(context.text.utf8), default: 0] += 1 }
    }
    for entry in entries {
      if let first = seen[entry.identity] {
        let firstPlace = location(first)
        reading.findings.add(
          .error, "duplicate-key",
          "the message '\(entry.context?.text ?? entry.id?.text ?? "")' is defined twice",
          at: location(entry.position), hint: "merge the two with: msguniq",
          subject: entry.context?.text ?? entry.id?.text ?? "",
          related: [Diagnostic.Related("the first one", at: firstPlace)])
        continue
      }
      seen[entry.identity] = entry.position
      try append(entry, isAlone: entry.context.map { contexts[Array($0.text.utf8)] == 1 } ?? true)
    }
  }

  private mutating func append(_ entry: POEntry, isAlone: Bool) throws(Diagnostic) {
    guard let id = entry.id else { return }
    // Contexts of other programs are not keys: one stands before several messages.
    let key = entry.context.map { isAlone ? $0.text : "\($0.text)|\(id.text)" } ?? id.text
    let comments = POComments(entry)
    let annotations = Annotations(comments.context.joined(separator: "\n"))
    let counterpart = counterpart(of: key, entry, comments, annotations)
    if entry.hasMore { reading.losses.note(.unknownField, key: key, at: location(entry.position)) }
    var values: [Value] = []
    let isOwnMaster = master != nil && master == language
    let isTranslated = entry.forms.contains { !$0.isEmpty }
    if let master, !id.isEmpty, !(isOwnMaster && isTranslated) {
      values.append(
        Value(
          language: master.description, message: original(entry, id, comments, counterpart),
          options: options, at: id.position))
    }
    if isTranslated {
      guard let language else { throw missingLanguage() }
      let message =
        entry.pluralID == nil
        ? Self.message(entry.forms[0].text)
        : translation(entry, comments, counterpart, in: language)
      let position = (entry.forms.first { !$0.isEmpty } ?? entry.forms[0]).position
      if let message {
        values.append(
          Value(
            language: language.description, status: comments.status(isFuzzy: entry.isFuzzy),
            message: message, options: options, at: position))
      }
    }
    var text = Text(
      key: key, annotations: annotations, values: values, options: options, at: entry.position)
    text.keyPosition = entry.context?.position ?? id.position
    reading.texts.append(text)
  }

  /// - Returns: nil where nothing comes back, or no plural.
  private func counterpart(
    of key: String, _ entry: POEntry, _ comments: POComments, _ annotations: Annotations
  ) -> POCounterpart? {
    guard entry.pluralID != nil, let master, let text = options.originals[ExactKey(key)],
      text.key.utf8.elementsEqual(key.utf8)
    else { return nil }
    return POCounterpart(
      text, of: entry, comments, annotations, master: master, language: language ?? master)
  }

  static func message(_ text: String) -> Message {
    Message.parse(text, backslash: .literal).message
  }

  private func missingLanguage() -> Diagnostic {
    Diagnostic(
      .error, "missing-language",
      header["language"].map { "'\($0)' is no language" }
        ?? "the file does not say which language it is in",
      at: location(header.position(of: "language")),
      hint: "add a line \"Language: de\\n\" to the header, or say the language", kind: .unreadable)
  }

  private mutating func findPlurals() {
    guard let language else { return }
    let place = location(header.position(of: "plural-forms"))
    var count = 2
    var expression = try? PluralExpression("n != 1".utf8)
    do throws(PluralExpression.Mistake) {
      if let found = try header.pluralForms() {
        (count, expression) = found
      } else {
        reading.findings.add(
          .warning, "plural-forms", "there are plurals, and the header has no 'Plural-Forms'",
          at: place, hint: "gettext takes 'nplurals=2; plural=n != 1;' then, and so does trema")
      }
    } catch {
      reading.findings.add(
        .error, "plural-forms", "'Plural-Forms' cannot be read: \(error.reason)", at: place,
        hint: "'nplurals=\(PluralRules(language).integerCategories.count); "
          + "plural=\(PluralRules(language).integerExpression());' is right for '\(language)'")
      return
    }
    guard let expression else { return }
    let plurals = POPluralIndexes(expression, count: count, in: language)
    if let number = plurals.hasNoIndex {
      reading.findings.add(
        .error, "plural-forms", "'Plural-Forms' has no form for the number \(number)", at: place)
      return
    }
    self.plurals = plurals
    if let odd = plurals.contradiction {
      reading.findings.add(
        options.isReturned ? .error : .warning, "plural-forms",
        "'Plural-Forms' takes form \(odd.index) for \(odd.number), and '\(language)' has "
          + "'\(odd.category.rawValue)' there, which is another form", at: place,
        hint: "the rules of '\(language)' are 'nplurals="
          + "\(PluralRules(language).integerCategories.count); "
          + "plural=\(PluralRules(language).integerExpression());'")
    }
    for index in plurals.unused {
      reading.findings.add(
        .warning, "plural-forms",
        "no number has the form \(index) in '\(language)'; it is left out", at: place)
    }
  }
}
