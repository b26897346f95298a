import TremaCatalog
import TremaMessages

/// A text that gettext can hold as a plural: the master's and the language's forms.
struct POPlural {
  /// The argument that chooses.
  let number: Int
  private let originals: [PluralCategory: String]
  private let forms: [PluralCategory: String]
  private let hidden: [PluralCategory]
  /// The category of the last form, which readers take for `other` where gettext has none.
  private let last: PluralCategory?

  /// - Returns: nil for a text without plural, and for one that gettext cannot say.
  init?(_ entry: Entry, _ file: FileDescription) {
    self.init(entry.message, entry.outline, in: file.language, master: file.masterLanguage)
  }

  /// - Parameter message: what a text says in the language.
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

  private static func forms(
    of message: Message, _ outline: TextOutline, _ number: Int, in language: LanguageTag
  ) -> [PluralCategory: String]? {
    let numbered = message.numbered(by: outline.numbers)
    guard message.hasBranches else {
      return POForms.format(numberingPlaceholders(of: numbered), written: message, own: number)
        .map { [.other: $0] }
    }
    guard let forms = pluralForms(of: numbered, in: language),
      let written = pluralForms(of: message, in: language)
    else { return nil }
    var formats: [PluralCategory: String] = [:]
    for (form, own) in zip(forms.forms, written.forms) {
      guard let format = POForms.format(form.message, written: own.message, own: number) else {
        return nil
      }
      formats[form.category] = format
    }
    return formats
  }

  private static func pluralForms(of message: Message, in language: LanguageTag) -> PluralForms? {
    guard case .plural(let plural)? = message.asOnePlural?.kind else { return nil }
    return PluralForms(plural, in: language, for: .cldr)
  }

  /// A value without branches counts its placeholders itself.
  private static func numberingPlaceholders(of message: Message) -> Message {
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    return Message(
      message.elements.map { element in
        guard case .placeholder(var placeholder) = element else { return element }
        placeholder.position = numbers.popFirst()
        return .placeholder(placeholder)
      })
  }

  /// `msgid` and `msgid_plural`, in the manner of English.
  var singular: String { originals[.one] ?? plural }
  var plural: String { originals[.other] ?? "" }

  /// The forms of the master beyond these two.
  var hiddenOriginals: [(category: PluralCategory, format: String)] {
    originals.filter { $0.key != .one && $0.key != .other }.map { ($0.key, $0.value) }
      .sorted { $0.category < $1.category }
  }

  func form(_ category: PluralCategory) -> String { forms[category] ?? forms[.other] ?? "" }

  /// The forms of numbers with decimals, for which gettext has no place, where they are not what a
  /// reader takes for them.
  var hiddenForms: [(category: PluralCategory, format: String)] {
    hidden.compactMap { category in
      guard let form = forms[category] else { return nil }
      let isAssumed = category == .other && last.map(self.form) == form
      return isAssumed ? nil : (category, form)
    }
  }

  /// Whether a reader would take another argument for the one that chooses.
  var needsNumber: Bool { POForms.chooser([plural, singular]) != number }
}
