import TremaCatalog
import TremaMessages

/// A text that gettext can represent as a plural, with its forms in the master language and the
/// file's language.
struct POPlural {
  /// The number of the argument that selects the form.
  let number: Int
  /// The formats of the master language by category.
  private let originals: [PluralCategory: String]
  /// The formats of the language by category.
  private let forms: [PluralCategory: String]
  /// The categories of the language that apply to no integer and therefore have no index in
  /// gettext.
  private let hidden: [PluralCategory]
  /// The category of the last index. Readers use its form as `other` if gettext has no form for
  /// `other`.
  private let last: PluralCategory?

  /// Creates the plural for an entry.
  ///
  /// - Returns: The plural, or `nil` if the text has no plural, or if gettext cannot represent it.
  init?(_ entry: Entry, _ file: FileDescription) {
    self.init(entry.message, entry.outline, in: file.language, master: file.masterLanguage)
  }

  /// Creates the plural for a message.
  ///
  /// - Parameters:
  ///   - message: The message in the file's language.
  ///   - outline: The properties that the text's languages share.
  ///   - language: The language of the message.
  /// - Returns: The plural, or `nil` if the text has no plural, or if gettext cannot represent it.
  init?(
    _ message: Message, _ outline: TextOutline, in language: LanguageTag, master: LanguageTag
  ) {
    guard let number = outline.pluralArgument,
      let forms = Self.forms(of: message, outline, number, in: language)
    else { return nil }
    self.number = number
    self.forms = forms
    if let original = outline.master?.message {
      guard let originals = Self.forms(of: original, outline, number, in: master)
      else { return nil }
      self.originals = originals
    } else {
      originals = [:]
    }
    let rules = PluralRules(language)
    let indexed = rules.integerCategories
    hidden = rules.categories.filter { !indexed.contains($0) }
    last = indexed.last
  }

  /// Returns the formats of a message by category. A message without branches has the same format
  /// for all categories.
  private static func forms(
    of message: Message, _ outline: TextOutline, _ number: Int, in language: LanguageTag
  ) -> [PluralCategory: String]? {
    let numbered = message.numbered(by: outline.numbers)
    guard message.hasBranches else {
      return POForms.format(
        numberingPlaceholders(of: numbered), written: message, pluralArgument: number
      )
      .map { [.other: $0] }
    }
    guard let forms = pluralForms(of: numbered, in: language),
      let written = pluralForms(of: message, in: language)
    else { return nil }
    var formats: [PluralCategory: String] = [:]
    for (form, writtenForm) in zip(forms.forms, written.forms) {
      guard
        let format = POForms.format(
          form.message, written: writtenForm.message, pluralArgument: number)
      else {
        return nil
      }
      formats[form.category] = format
    }
    return formats
  }

  /// Returns the forms of a message that is a single plural, or `nil` for any other message.
  private static func pluralForms(of message: Message, in language: LanguageTag) -> PluralForms? {
    guard case .plural(let plural)? = message.asOnePlural?.kind else { return nil }
    return PluralForms(plural, in: language, for: .cldr)
  }

  /// Returns a message with explicit numbers. In a message without branches, the order of its
  /// placeholders implies them.
  private static func numberingPlaceholders(of message: Message) -> Message {
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    return Message(
      message.elements.map { element in
        guard case .placeholder(var placeholder) = element else { return element }
        placeholder.position = numbers.popFirst()
        return .placeholder(placeholder)
      })
  }

  /// The value of `msgid`, which is the form for 1 in English.
  var singular: String { originals[.one] ?? plural }
  /// The value of `msgid_plural`, which is the form for all other numbers.
  var plural: String { originals[.other] ?? "" }

  /// The forms of the master language other than `singular` and `plural`, in category order.
  var hiddenOriginals: [(category: PluralCategory, format: String)] {
    originals.filter { $0.key != .one && $0.key != .other }.map { ($0.key, $0.value) }
      .sorted { $0.category < $1.category }
  }

  /// Returns the format of a category, or the `other` format if there is none.
  func form(_ category: PluralCategory) -> String { forms[category] ?? forms[.other] ?? "" }

  /// The forms of categories without an index in gettext, such as forms for numbers with decimals.
  /// Forms that readers assume by default are not included.
  var hiddenForms: [(category: PluralCategory, format: String)] {
    hidden.compactMap { category in
      guard let form = forms[category] else { return nil }
      let isAssumed = category == .other && last.map(self.form) == form
      return isAssumed ? nil : (category, form)
    }
  }

  /// Whether a reader would assume a different selecting argument, so the file must declare it.
  var needsNumber: Bool { POForms.pluralArgument([plural, singular]) != number }
}
