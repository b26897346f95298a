import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// The forms of a plural, which are members of the same object.
struct I18nextPlural {
  /// The key of the text.
  let base: String
  let kind: PluralKind
  /// The forms in file order.
  var forms: [(category: PluralCategory, member: JSONObject.Member)] = []

  init(base: String, kind: PluralKind) {
    self.base = base
    self.kind = kind
  }

  /// Returns whether a member is the first form of the plural.
  func isFirst(_ member: JSONObject.Member) -> Bool { forms.first?.member == member }

  /// Returns whether the forms are a plural. A single `_other` form is a plural if the language has
  /// no other category, or if the form contains a number.
  func isPlural(in language: LanguageTag?) -> Bool {
    guard let other = forms.first(where: { $0.category == .other })?.member.value.string else {
      return false
    }
    if forms.count > 1 || kind == .ordinal { return true }
    if let language, PluralRules(language, kind).categories == [.other] { return true }
    return I18nextText(other).message.elements.contains { Self.isCount($0) }
  }

  /// Whether any form displays `{{count}}`, and no form contains syntax that i18next does not
  /// interpret.
  var showsCount: Bool {
    let texts = forms.compactMap(\.member.value.string).map { I18nextText($0) }
    return texts.contains { $0.message.elements.contains { Self.isCount($0) } }
      && !texts.contains(where: \.hasConversionsOrICUSyntax)
  }

  /// Returns the plurals of an object by their keys. A key that is itself a member has no plural.
  ///
  ///   - - Parameter language: The language of the object, or `nil` if its tag is invalid.
  static func all(
    in object: JSONObject, _ language: LanguageTag?
  ) -> [ExactKey: I18nextPlural] {
    var plurals: [ExactKey: I18nextPlural] = [:]
    var names: Set<ExactKey> = []
    for member in object.members {
      names.insert(ExactKey(member.name))
      guard member.value.string != nil, let key = I18nextKey(member.name) else { continue }
      plurals[ExactKey(key.base), default: I18nextPlural(base: key.base, kind: key.kind)].forms
        .append((key.category, member))
    }
    return plurals.filter { name, plural in
      !names.contains(name) && plural.isPlural(in: language)
    }
  }

  /// Returns a form's message, with `{{count}}` replaced by the plural's number.
  static func form(_ message: Message) -> Message {
    Message(message.elements.map { isCount($0) ? .pluralNumber : $0 })
  }

  /// Returns whether an element displays `{{count}}`.
  private static func isCount(_ element: Message.Element) -> Bool {
    guard case .argument(let argument) = element, argument.name == .named("count") else {
      return false
    }
    return switch argument.kind {
    case .plain, .number: true
    case .date, .time, .plural, .select: false
    }
  }

  /// Returns the message of a plural.
  ///
  /// - Parameters:
  ///   - forms: The messages of the forms by category.
  ///   - kind: The kind of the plural.
  ///   - language: The language, or `nil` if its tag is invalid.
  /// - Returns: The plural, or `nil` if there is no `other` form.
  static func message(
    _ forms: [PluralCategory: Message], _ kind: PluralKind, in language: LanguageTag?
  ) -> Message? {
    let forms = PluralForms(forms)
    // In i18next, `_zero` applies to 0 in every language, as on Apple platforms.
    var plural = forms.plural(in: language, from: .apple)
    if kind == .ordinal {
      plural?.kind = .ordinal
      plural?.branches = forms.forms.map {
        MessageArgument.PluralBranch(.category($0.category), $0.message)
      }
    }
    return plural.map { Message([.argument(MessageArgument(.named("count"), .plural($0)))]) }
  }
}
