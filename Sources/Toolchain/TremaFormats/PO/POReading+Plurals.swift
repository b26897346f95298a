import TremaCatalog
import TremaMessages
import TremaSupport

extension POReadingBuilder {
  /// Returns the message of the master language. `msgid` and `msgid_plural` are its `one` and
  /// `other` forms.
  ///
  ///   - - Parameter counterpart: The text in the catalog, whose spelling is used.
  func original(
    _ entry: POEntry, _ id: POText, _ comments: POComments, _ counterpart: POCounterpart?
  ) -> Message {
    guard let plural = entry.pluralID else { return Self.message(id.text) }
    if let original = counterpart?.original { return original }
    let pluralArgument = comments.argument ?? POForms.pluralArgument([plural.text, id.text])
    var forms: [(PluralSelector, String)] = []
    if !plural.text.utf8.elementsEqual(id.text.utf8) { forms.append((.category(.one), id.text)) }
    forms += comments.originals.sorted { $0.key < $1.key }.map { (.category($0.key), $0.value) }
    forms.append((.category(.other), plural.text))
    return named(message(forms, pluralArgument), counterpart)
  }

  /// Returns the message for the forms of a translation, and reports missing or ambiguous forms.
  ///
  ///   - - Parameter counterpart: The text in the catalog, whose spelling is used.
  /// - Returns: The message, or `nil` if a translator returned incomplete or ambiguous forms. The
  ///   catalog then has better ones.
  mutating func translation(
    _ entry: POEntry, _ key: String, _ comments: POComments, _ counterpart: POCounterpart?,
    in language: LanguageTag
  ) -> Message? {
    let pluralArgument =
      counterpart?.number ?? comments.argument
      ?? POForms.pluralArgument([entry.pluralID?.text ?? "", entry.id?.text ?? ""])
    // Without valid rules, the only known fact is that the last form applies to most numbers.
    let last = entry.forms.last { !$0.isEmpty }?.text ?? ""
    guard let plurals else {
      return options.mergesIntoCatalog
        ? nil : named(message([(.category(.other), last)], pluralArgument), counterpart)
    }
    var isComplete = !plurals.contradictsRules
    if entry.forms.count != plurals.count {
      isComplete = false
      reading.findings.add(
        options.mergesIntoCatalog ? .error : .warning, "plural-forms",
        "the message has \(counted(entry.forms.count, "form")), but 'Plural-Forms' declares "
          + "\(plurals.count)",
        at: location(entry.forms[0].position))
    }
    func form(_ index: Int) -> String? {
      guard index < entry.forms.count, !entry.forms[index].isEmpty else { return nil }
      return entry.forms[index].text
    }
    for index in 0..<min(plurals.count, entry.forms.count)
    where entry.forms[index].isEmpty && !plurals.unused.contains(index) {
      isComplete = false
      let isReturned = options.mergesIntoCatalog
      reading.findings.add(
        isReturned ? .error : .warning, "missing-plural-form",
        "form \(index) of this plural is empty", at: location(entry.forms[index].position),
        hint: isReturned ? "fill in all forms, or leave all of them empty" : nil,
        subject: entry.context?.text ?? entry.id?.text ?? "")
    }
    if options.mergesIntoCatalog, !isComplete { return nil }
    let other =
      plurals[.other].flatMap(form)
      ?? comments.forms[.other] ?? plurals.indexes.last.flatMap { form($0.index) } ?? last
    // The form for a single number is dropped because an `=1` branch would turn the text into an
    // ICU message in gettext files.
    for (_, index, category) in plurals.exactNumbers {
      guard let text = form(index),
        !text.utf8.elementsEqual((plurals[category].flatMap(form) ?? other).utf8)
      else { continue }
      reading.losses.note(.exactNumber, key: key, at: location(entry.forms[0].position))
    }
    if let text = entry.forms.first(where: { POForms.doublesPercents(of: $0.text) }) {
      reading.findings.add(
        .warning, "unescaped-percent",
        "an unescaped percent sign in a form of '\(key.shortened)' is read as %%",
        at: location(text.position), hint: "escape the percent sign as %%", subject: key)
    }
    var categories = comments.forms
    for (category, index) in plurals.indexes {
      guard let text = form(index) else { continue }
      // Most catalogs have no branch for round millions, and `other` has the same text.
      if plurals.rare.contains(category), text.utf8.elementsEqual(other.utf8) { continue }
      categories[category] = text
    }
    categories[.other] = other
    if let unchanged = counterpart?.unchanged(categories) { return unchanged }
    let forms = categories.sorted { $0.key < $1.key }.map {
      (PluralSelector.category($0.key), $0.value)
    }
    return named(message(forms, pluralArgument), counterpart)
  }

  /// Returns a message as spelled in the catalog, if the catalog contains the text.
  private func named(_ message: Message, _ counterpart: POCounterpart?) -> Message {
    counterpart?.spelled(message) ?? message
  }

  /// Returns a plural with the given forms, or a form itself if all forms are equal and do not
  /// display the number.
  private func message(_ forms: [(selector: PluralSelector, text: String)], _ pluralArgument: Int)
    -> Message
  {
    let numbered = plural(forms, pluralArgument, isNumbered: true)
    let counted = plural(forms, pluralArgument, isNumbered: false)
    // Placeholders need no numbers if their order implies the same numbers.
    let isSame = counted.numbered(by: ArgumentNumbers([])) == numbered
    let message = isSame ? counted : numbered
    guard case .argument(let argument)? = message.elements.first else { return message }
    let branches = argument.branches
    // Other tools write a plural wherever the original has one. It remains a plural.
    if isWrittenByTrema, let first = branches.first, branches.allSatisfy({ $0 == first }),
      !first.elements.contains(.pluralNumber)
    {
      return first
    }
    return message
  }

  /// Returns a plural whose branches are parsed forms.
  ///
  /// - Parameter isNumbered: Whether placeholders get explicit numbers.
  private func plural(
    _ forms: [(selector: PluralSelector, text: String)], _ pluralArgument: Int, isNumbered: Bool
  ) -> Message {
    let branches = forms.map {
      MessageArgument.PluralBranch(
        $0.selector,
        POForms.message($0.text, pluralArgument: pluralArgument, isNumbered: isNumbered))
    }
    return Message([
      .argument(
        MessageArgument(
          .numbered(pluralArgument), .plural(MessageArgument.Plural(.cardinal, branches))))
    ])
  }
}

/// The parsed comments of a message.
struct POComments {
  /// The lines of the context.
  private(set) var context: [String] = []
  /// The forms of the master language other than `msgid` and `msgid_plural`.
  private(set) var originals: [PluralCategory: String] = [:]
  /// The forms of the translation that have no index.
  private(set) var forms: [PluralCategory: String] = [:]
  /// The number of the argument that selects the form.
  private(set) var argument: Int?
  /// The status as written by trema, or `nil` if a different tool wrote the file.
  private var status: Status?

  /// Parses the comments. Translator comments (`#`) belong to the translation, and extracted
  /// comments (`#.`) belong to the original.
  init(_ entry: POEntry) {
    // Comments that trema writes have a fixed form. All other comments are the context.
    for line in entry.comments {
      if let (category, form) = Self.form(line) {
        forms[category] = form
      } else if line == "status: verified" {
        status = .verified
      } else if line == "status: special" {
        status = .special
      } else if let undefined = Self.undefinedStatus(line) {
        status = undefined
      } else {
        context.append(line)
      }
    }
    for line in entry.extracted {
      if let (category, form) = Self.form(line) {
        originals[category] = form
      } else if let number = Self.argument(line) {
        argument = number
      } else {
        context.append(line)
      }
    }
  }

  /// Returns the status of the translation. If a tool has added or removed the `fuzzy` flag, the
  /// flag has priority over the status in the comment.
  func status(isFuzzy: Bool) -> Status {
    switch status {
    case .special? where isFuzzy: .special
    case .verified? where !isFuzzy: .verified
    case .undefined(let word)? where !isFuzzy: .undefined(word)
    default: isFuzzy ? .initial : .translated
    }
  }

  /// Parses a line such as `status: undefined draft`, with a status that trema does not define.
  /// Returns `nil` for other lines.
  private static func undefinedStatus(_ line: String) -> Status? {
    let mark = "status: undefined"
    guard line.utf8.starts(with: mark.utf8) else { return nil }
    let rest = line.utf8.dropFirst(mark.utf8.count)
    if rest.isEmpty { return .undefined(nil) }
    guard rest.first == UInt8(ascii: " ") else { return nil }
    let word = String(Substring(rest.dropFirst()))
    return XLIFFState.canRepresent(word) ? .undefined(word) : nil
  }

  /// Parses a line such as `plural argument: 2`. Returns `nil` for other lines.
  private static func argument(_ line: String) -> Int? {
    let mark = "plural argument: "
    guard line.utf8.starts(with: mark.utf8),
      let number = Int(line.dropFirst(mark.count)),
      (1...TextSignature.maxArguments).contains(number)
    else { return nil }
    return number
  }

  /// Parses a line such as `plural few: "%d dni"`. Returns `nil` for other lines.
  private static func form(_ line: String) -> (PluralCategory, String)? {
    guard line.utf8.starts(with: "plural ".utf8) else { return nil }
    let bytes = Array(line.utf8.dropFirst(7))
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let category = PluralCategory(rawValue: String(decoding: bytes[..<colon], as: UTF8.self))
    else { return nil }
    // The string has the escape sequences of a PO message, so the PO parser decodes it.
    let message = Array("msgid ".utf8) + bytes[(colon + 1)...] + Array("\nmsgstr \"\"".utf8)
    var parser = POParser(message, from: 0, file: "", encoding: .utf8)
    guard let text = parser.next()?.id, parser.diagnostics.isEmpty else { return nil }
    return (category, text.text)
  }
}
