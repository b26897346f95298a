import TremaCatalog
import TremaMessages

/// A writer for gettext PO files, in the layout of `msgcat --no-wrap`.
///
/// The text in the master language is the `msgid`, and the key is the `msgctxt`. The file of the
/// master language is the template, which has no translations.
///
/// See the GNU gettext manual, "The Format of PO Files", and `Documentation/Formats/PO.md`.
struct POWriter: LanguageWriter {
  static let supportedFeatures: Features = [
    .status, .context, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms,
    .translatable,
    .array, .tags,
    .reference, .variation,
  ]

  /// Returns the file's path: `TABLE.pot` for the template, or a path such as `TABLE_de.po` for a
  /// language.
  static func paths(_ file: FileDescription) -> [String] {
    if file.language == file.masterLanguage { return ["\(file.table).pot"] }
    return ["\(file.table)_\(file.folderName ?? file.language.underscored).po"]
  }

  private let file: FileDescription
  /// Whether the file is the template, which contains the master language.
  private let isTemplate: Bool
  private let rules: PluralRules
  private var losses: Features = []

  init(_ file: FileDescription) {
    self.file = file
    isTemplate = file.language == file.masterLanguage
    rules = PluralRules(file.language)
  }

  mutating func begin(into output: inout [UInt8]) {
    // A field ends at a line break, so the name must not contain line breaks.
    let source = String(
      decoding: file.source.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 },
      as: UTF8.self)
    var header = "Project-Id-Version: \(source)\n"
    header += "Language: \(isTemplate ? "" : file.language.underscored)\n"
    header += "X-Source-Language: \(file.masterLanguage.underscored)\n"
    header += "MIME-Version: 1.0\n"
    header += "Content-Type: text/plain; charset=UTF-8\n"
    header += "Content-Transfer-Encoding: 8bit\n"
    if !isTemplate {
      header += "Plural-Forms: nplurals=\(rules.integerCategories.count); "
      header += "plural=\(rules.integerExpression());\n"
    }
    // An empty `msgid` identifies the header.
    output.append(poKeyword: "msgid", "")
    output.append(poKeyword: "msgstr", header)
  }

  /// Writes a message. A text with a plural that gettext can represent has a `msgid_plural`.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    losses = []
    if case .undefined(let word?) = entry.status, !XLIFFState.canRepresent(word) {
      losses.insert(.status)
    }
    // A plural that gettext can't represent is written as an ICU message.
    let plural = POPlural(entry, file)
    if plural == nil { losses.formUnion(entry.message.branchFeatures) }
    output.append("\n")
    append(commentsOf: entry, plural, into: &output)
    // The template has no translations, so its `msgstr` is empty.
    let original = entry.outline.master.map { $0.message.spelled(like: $0.source) } ?? ""
    let translation = isTemplate ? "" : entry.message.spelled(like: entry.source)
    append(flagsOf: entry, plural, original: original, translation: translation, into: &output)
    output.append(poKeyword: "msgctxt", entry.key)
    guard let plural else {
      output.append(poKeyword: "msgid", original)
      output.append(poKeyword: "msgstr", translation)
      return
    }
    output.append(poKeyword: "msgid", plural.singular)
    output.append(poKeyword: "msgid_plural", plural.plural)
    if isTemplate {
      output.append("msgstr[0] \"\"\nmsgstr[1] \"\"\n")
      return
    }
    for (index, category) in rules.integerCategories.enumerated() {
      output.append(poKeyword: "msgstr[\(index)]", plural.form(category))
    }
  }

  mutating func appendMissing(_ key: String, _ outline: TextOutline, into output: inout [UInt8]) {
    append(.missing(key, outline), into: &output)
  }

  mutating func end(into output: inout [UInt8]) {}

  mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses.all
  }

  /// Writes the comments: the status and the forms without an index (`#`), followed by the context
  /// and the hidden properties of the original (`#.`).
  private func append(commentsOf entry: Entry, _ plural: POPlural?, into output: inout [UInt8]) {
    if !isTemplate {
      switch entry.status {
      case .verified, .special: output.append(text: "# status: \(entry.status.name)\n")
      case .undefined(let word):
        let word = word.flatMap { XLIFFState.canRepresent($0) ? " \($0)" : nil } ?? ""
        output.append(text: "# status: undefined\(word)\n")
      case .initial, .translated: break
      }
      for (category, form) in plural?.hiddenForms ?? [] {
        output.append(text: "# plural \(category.rawValue): ")
        output.append(poQuoted: form, breaksLines: false)
        output.append("\n")
      }
    }
    // Argument names that occur only in the message are also declared.
    var annotations = entry.annotations
    for (number, name) in entry.outline.names where annotations.parameters[number] == nil {
      annotations.parameters[number] = Annotations.Parameter(name)
    }
    let lines = annotations.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if annotations.text.isEmpty == false {
      for line in lines {
        output.append(line.isEmpty ? "#." : "#. ")
        output += line
        output.append("\n")
      }
    }
    guard let plural else { return }
    for (category, form) in plural.hiddenOriginals {
      output.append(text: "#. plural \(category.rawValue): ")
      output.append(poQuoted: form, breaksLines: false)
      output.append("\n")
    }
    if plural.needsNumber { output.append(text: "#. plural argument: \(plural.number)\n") }
  }

  /// Writes the `fuzzy` and `objc-format` flags, if they apply.
  ///
  /// - Parameters:
  ///   - original: The `msgid` if the text has no plural.
  ///   - translation: The `msgstr` if the text has no plural.
  private func append(
    flagsOf entry: Entry, _ plural: POPlural?, original: String, translation: String,
    into output: inout [UInt8]
  ) {
    var flags: [String] = []
    // The `fuzzy` flag requests a review, which a missing translation doesn't need.
    let isGuess = entry.status == .initial && !entry.message.isEmpty || entry.status == .special
    if !isTemplate, isGuess { flags.append("fuzzy") }
    var forms: [(format: String, isForOne: Bool)] = []
    if let plural {
      let categories = isTemplate ? [] : rules.integerCategories
      forms = categories.map { (plural.form($0), rules.soleInteger(of: $0) != nil) }
    } else if !isTemplate {
      forms = [(translation, false)]
    }
    if ObjectiveCFormat.accepts(plural?.plural ?? original, forms) { flags.append("objc-format") }
    if !flags.isEmpty { output.append(text: "#, \(flags.joined(separator: ", "))\n") }
  }
}

/// The formats that `msgfmt --check` accepts for the `objc-format` flag.
///
/// See GNU gettext 0.21, `format-c.c`.
enum ObjectiveCFormat {
  /// Returns the types of the arguments in order, or `nil` if gettext does not accept the format.
  static func arguments(_ format: String) -> [UInt8]? {
    let message = Message.parse(format, backslash: .literal).message
    guard !message.hasArguments else { return nil }
    let uses = message.numberedPlaceholders
    var types: [Int: UInt8] = [:]
    for (number, placeholder) in uses {
      guard let type = type(of: placeholder), types[number] ?? type == type,
        (placeholder.position == nil) == (uses[0].placeholder.position == nil)
      else { return nil }
      types[number] = type
    }
    // gettext requires consecutive numbers.
    guard types.isEmpty || types.keys.max() == types.count else { return nil }
    return (0..<types.count).compactMap { types[$0 + 1] }
  }

  /// Returns whether gettext accepts the forms without reporting a problem.
  ///
  /// - Parameters:
  ///   - original: `msgid_plural`, or `msgid` if there is no plural.
  ///   - forms: The forms. A form that applies to a single number may omit that number.
  static func accepts(_ original: String, _ forms: [(format: String, isForOne: Bool)]) -> Bool {
    guard let expected = arguments(original), !expected.isEmpty else { return false }
    return forms.allSatisfy { form in
      guard let found = arguments(form.format) else { return false }
      return found == expected || form.isForOne && expected.starts(with: found)
    }
  }

  /// Returns a letter for the type of an argument in C, or `nil` for an unsupported conversion.
  private static func type(of placeholder: Placeholder) -> UInt8? {
    guard !placeholder.takesWidthOrPrecisionArguments, placeholder.length == nil,
      !placeholder.flags.contains(.parenthesised)
    else { return nil }
    switch placeholder.type {
    case .text: return UInt8(ascii: "@")
    case .integer: return UInt8(ascii: placeholder.isSigned ? "d" : "u")
    case .floating: return UInt8(ascii: "f")
    case .character: return UInt8(ascii: "c")
    case .pointer: return UInt8(ascii: "p")
    case .boolean, .hash, .date, .none: return nil
    }
  }
}
