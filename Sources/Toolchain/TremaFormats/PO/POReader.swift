import TremaCatalog
import TremaMessages
import TremaSupport

/// A reader for gettext PO files and templates.
///
/// `msgid` is the text in the master language. The key is `msgctxt` if every message has a unique
/// one. Otherwise, the key is `msgid`, preceded by `msgctxt` if there is one. See
/// `Documentation/Formats/PO.md`.
enum POReader {
  /// Reads a whole file.
  ///
  /// - Throws: An `.unreadable` diagnostic for an unsupported encoding, invalid UTF-8 or an unknown
  ///   language. Syntax errors are in the result.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let start = try TextEncoding.markLength(bytes, file: options.file)
    // The header declares the encoding, so it is parsed as Latin-1 first. Except for names, which
    // aren't used, it is ASCII. 65,536 bytes are more than enough for a header.
    var first = POParser(
      TextEncoding.latin1.utf8(bytes.dropFirst(start).prefix(65_536)), from: 0, file: options.file,
      encoding: .latin1)
    let charset = first.next().flatMap { $0.isHeader ? POHeader($0.forms.first).charset : nil }
    let encoding = try encoding(charset, options)
    let decoded = encoding == .utf8 ? bytes : encoding.utf8(bytes)
    if let offset = TextEncoding.firstInvalid(decoded) {
      throw Diagnostic(
        .error, "invalid-encoding", "the file is not valid UTF-8",
        at: SourceLocation(
          file: options.file, start: SourcePosition.start.advanced(over: decoded[..<offset])),
        hint: "declare its encoding in the header (Content-Type: text/plain; charset=…)",
        kind: .unreadable)
    }
    var parser = POParser(decoded, from: start, file: options.file, encoding: encoding)
    var entries: [POEntry] = []
    while let entry = parser.next() { entries.append(entry) }
    var builder = POReadingBuilder(options, header: entries.first { $0.isHeader })
    for diagnostic in parser.diagnostics { builder.reading.findings.add(diagnostic) }
    if let obsolete = parser.obsolete {
      builder.reading.findings.add(
        .note, "obsolete",
        "\(counted(obsolete.count, "obsolete message")) (#~) "
          + "\(obsolete.count == 1 ? "is" : "are") not read",
        at: SourceLocation(file: options.file, start: obsolete.first))
    }
    try builder.build(entries.filter { !$0.isHeader })
    return builder.reading
  }

  /// Returns the encoding that the header names.
  ///
  /// - Throws: `unsupported-encoding` if the encoding is not supported.
  private static func encoding(
    _ charset: String?, _ options: ReadingOptions
  ) throws(Diagnostic) -> TextEncoding {
    // `CHARSET` is the placeholder in a template that was not filled in.
    guard let charset, charset != "CHARSET" else { return .utf8 }
    if let encoding = TextEncoding(name: charset) { return encoding }
    throw Diagnostic(
      .error, "unsupported-encoding", "unsupported encoding '\(charset)'",
      at: SourceLocation(file: options.file, start: .start),
      hint: "convert the file with: msgconv --to-code=UTF-8", kind: .unreadable)
  }
}

/// The state of converting a file's messages to texts.
struct POReadingBuilder {
  /// The texts and findings so far.
  var reading: FormatReading
  let options: ReadingOptions
  private let header: POHeader
  /// Whether trema wrote the file. If so, a translation without a plural is repeated in every form
  /// if its original has a plural.
  var isWrittenByTrema: Bool { header["x-source-language"] != nil }
  /// The language of the translations, if it is known.
  let language: LanguageTag?
  private let master: LanguageTag?
  /// The mapping of the forms, or `nil` if the file has no translated plurals or has invalid rules.
  var plurals: POPluralIndexes?

  /// Determines the languages of a file.
  ///
  /// - Parameter header: The first message, if it is a header.
  init(_ options: ReadingOptions, header: POEntry?) {
    self.options = options
    reading = FormatReading(options)
    self.header = POHeader(header?.forms.first)
    let named = self.header["language"].flatMap { LanguageTag.posix($0) }
    master =
      self.header["x-source-language"].flatMap { LanguageTag.posix($0) }
      ?? options.masterLanguage.flatMap { LanguageTag($0) }
    let path = options.language.flatMap { LanguageTag($0) }
    // The header of `sr@latin.po` is often less specific than the path and declares only `sr`.
    let isMoreExact =
      path != nil && path?.language == named?.language && path?.script != nil
      && named?.script == nil
    language = isMoreExact ? path : named ?? path
    reading.hasStatuses = true
    reading.masterLanguage =
      self.header["x-source-language"].flatMap { LanguageTag.posix($0) }?
      .description
  }

  /// Returns the location of a position in the file.
  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }

  /// Converts the messages in file order. If multiple messages have the same ID and context, the
  /// first is kept.
  ///
  /// - Throws: `missing-language` if a translation exists and its language is unknown.
  mutating func build(_ entries: [POEntry]) throws(Diagnostic) {
    if entries.contains(where: { $0.pluralID != nil && $0.forms.contains { !$0.isEmpty } }) {
      readPluralForms()
    }
    var seen: [[UInt8]: SourcePosition] = [:]
    let contexts = entries.compactMap { $0.context.map { ExactKey($0.text) } }
    // We decide for the whole file so that every language's file has the same keys.
    let areKeys = contexts.count == entries.count && Set(contexts).count == contexts.count
    for entry in entries {
      if let first = seen[entry.identity] {
        let firstLocation = location(first)
        reading.findings.add(
          .error, "duplicate-key",
          "the message '\(entry.context?.text ?? entry.id?.text ?? "")' is defined twice",
          at: location(entry.position), hint: "merge them with: msguniq",
          subject: entry.context?.text ?? entry.id?.text ?? "",
          related: [Diagnostic.Related("first defined here", at: firstLocation)])
        continue
      }
      seen[entry.identity] = entry.position
      try append(entry, isContextKey: areKeys)
    }
  }

  /// Converts a message to a text.
  ///
  /// - Parameter isContextKey: Whether `msgctxt` is the key of the message in this file.
  private mutating func append(_ entry: POEntry, isContextKey: Bool) throws(Diagnostic) {
    guard let id = entry.id else { return }
    let key =
      entry.context.map {
        isContextKey || isInCatalog($0.text, original: id.text) ? $0.text : "\($0.text)|\(id.text)"
      } ?? id.text
    let comments = POComments(entry)
    var annotations = Annotations(comments.context.joined(separator: "\n"))
    let counterpart = counterpart(of: key, entry, comments, annotations)
    if let context = entry.context, !context.text.utf8.elementsEqual(key.utf8) {
      reading.losses.note(.messageContext, key: key, at: location(entry.position))
    }
    if entry.hasUnsupportedContent {
      reading.losses.note(.unknownField, key: key, at: location(entry.position))
    }
    var values: [Value] = []
    let isOwnMaster = master != nil && master == language
    let isTranslated = entry.forms.contains { !$0.isEmpty }
    // The original is a value unless the file translates into the master language itself.
    if let master, !id.isEmpty, !(isOwnMaster && isTranslated) {
      let original = original(entry, id, comments, counterpart)
      values.append(
        Value(
          language: master.description, message: original,
          spelling: entry.pluralID == nil ? id.text : original.spelled(), options: options,
          at: id.position))
    }
    if isTranslated {
      guard let language else { throw missingLanguage() }
      let isPlural = entry.pluralID != nil
      let message =
        !isPlural
        ? singular(entry.forms[0], key: key)
        : translation(entry, key, comments, counterpart, in: language)
      let position = (entry.forms.first { !$0.isEmpty } ?? entry.forms[0]).position
      if let message {
        values.append(
          Value(
            language: language.description, status: comments.status(isFuzzy: entry.isFuzzy),
            message: message, spelling: isPlural ? message.spelled() : entry.forms[0].text,
            options: options,
            at: position))
      }
    }
    if let number = hiddenArgument(entry, values, comments),
      annotations.parameters[number] == nil
    {
      // The app always passes the number, and translations may use it to select a form.
      annotations.parameters[number] = Annotations.Parameter("count")
    }
    var text = Text(
      key: key, annotations: annotations, values: values, options: options, at: entry.position)
    text.keyPosition = entry.context?.position ?? id.position
    reading.texts.append(text)
  }

  /// Returns whether the catalog contains a key with an original.
  private func isInCatalog(_ key: String, original: String) -> Bool {
    guard let master, let text = options.originals[ExactKey(key)],
      let index = text.index(ofLanguage: master.description)
    else { return false }
    return text.values[index].message == Self.message(original)
  }

  /// Returns the number of the argument that selects a form, if the original is the same for all
  /// numbers and does not contain the argument.
  private func hiddenArgument(
    _ entry: POEntry, _ values: [Value], _ comments: POComments
  ) -> Int? {
    guard !options.mergesIntoCatalog, let plural = entry.pluralID, let id = entry.id, let master,
      plural.text.utf8.elementsEqual(id.text.utf8),
      let original = values.first(where: { $0.language == master.description })?.message,
      !original.hasBranches
    else { return nil }
    return comments.argument ?? POForms.pluralArgument([plural.text, id.text])
  }

  /// Returns the catalog's text for a plural. Returns `nil` if the message has no plural or the
  /// text is not in the catalog.
  private func counterpart(
    of key: String, _ entry: POEntry, _ comments: POComments, _ annotations: Annotations
  ) -> POCounterpart? {
    guard entry.pluralID != nil, let master, let text = options.originals[ExactKey(key)],
      text.key.utf8.elementsEqual(key.utf8)
    else { return nil }
    return POCounterpart(
      text, of: entry, comments, annotations, master: master, language: language ?? master)
  }

  /// Parses a string of the file. The PO parser has decoded escape sequences, so backslashes are
  /// ordinary characters.
  static func message(_ text: String) -> Message {
    Message.parse(text, backslash: .literal).message
  }

  /// Parses a `msgstr` and reports unescaped percent signs.
  private mutating func singular(_ form: POText, key: String) -> Message {
    let (message, issues) = Message.parse(form.text, backslash: .literal)
    reading.findings.addUnescapedPercent(issues, key: key, at: location(form.position))
    return message
  }

  /// Returns the diagnostic for a translation in an unknown language.
  private func missingLanguage() -> Diagnostic {
    Diagnostic(
      .error, "missing-language",
      header["language"].map { "unknown language '\($0)'" }
        ?? "the language of this file is unknown",
      at: location(header.position(of: "language")),
      hint: "add a line \"Language: de\\n\" to the header, or specify the language",
      kind: .unreadable)
  }

  /// Parses `Plural-Forms` and compares it with the rules of the language. If the field is missing,
  /// the English rules are assumed.
  private mutating func readPluralForms() {
    guard let language else { return }
    let location = location(header.position(of: "plural-forms"))
    var count = 2
    var expression = try? PluralExpression("n != 1".utf8)
    do throws(PluralExpression.SyntaxError) {
      if let found = try header.pluralForms() {
        (count, expression) = found
      } else {
        reading.findings.add(
          .warning, "plural-forms", "the file has plurals, but its header has no 'Plural-Forms'",
          at: location,
          hint: "add the field; without it, gettext and trema use 'nplurals=2; plural=n != 1;'")
      }
    } catch {
      reading.findings.add(
        .error, "plural-forms", "'Plural-Forms' is invalid: \(error.reason)", at: location,
        hint: "use 'nplurals=\(PluralRules(language).integerCategories.count); "
          + "plural=\(PluralRules(language).integerExpression());' for '\(language)'")
      return
    }
    guard let expression else { return }
    let plurals = POPluralIndexes(expression, count: count, in: language)
    if let number = plurals.numberWithoutIndex {
      reading.findings.add(
        .error, "plural-forms", "'Plural-Forms' has no form for the number \(number)",
        at: location, hint: "correct the expression, or add the missing form")
      return
    }
    self.plurals = plurals
    // Files returned by translators must agree with the catalog. In other files, the difference is
    // tolerable.
    if let difference = plurals.difference {
      let severity: Severity = options.mergesIntoCatalog ? .error : .warning
      let category = difference.category.rawValue
      let moreCount = plurals.differenceCount - 1
      reading.findings.add(
        plurals.contradictsRules ? severity : .note, "plural-forms",
        "'Plural-Forms' selects form \(difference.index) for \(difference.number), but the category "
          + "of this number in '\(language)' is '\(category)', whose form is "
          + "\(plurals[difference.category] ?? 0)"
          + (moreCount == 0
            ? ""
            : moreCount == 1 ? "; 1 more number differs" : "; \(moreCount) more numbers differ"),
        at: location,
        hint: "use 'nplurals=\(PluralRules(language).integerCategories.count); "
          + "plural=\(PluralRules(language).integerExpression());' for '\(language)'")
    }
    for index in plurals.unused {
      reading.findings.add(
        .warning, "plural-forms",
        "'\(language)' has no plural category for form \(index); the form is ignored", at: location)
    }
  }
}
