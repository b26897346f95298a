import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// The forms of a plural that are beside each other in an object, each under a key of its own.
struct I18nextPlural {
  let base: String
  let kind: PluralKind
  /// In the order of the file.
  var forms: [(category: PluralCategory, member: JSONObject.Member)] = []

  init(base: String, kind: PluralKind) {
    self.base = base
    self.kind = kind
  }

  func isFirst(_ member: JSONObject.Member) -> Bool { forms.first?.member == member }

  /// Whether the forms make a plural. One that ends with `_other` and is alone does where the
  /// language has no other category, or where a number is in it.
  func isPlural(in language: LanguageTag?) -> Bool {
    guard let other = forms.first(where: { $0.category == .other })?.member.value.string else {
      return false
    }
    if forms.count > 1 || kind == .ordinal { return true }
    if let language, PluralRules(language, kind).categories == [.other] { return true }
    return I18nextText(other).message.elements.contains { Self.isCount($0) }
  }

  /// Whether `{{count}}` is in a form, and in none what i18next does not know.
  var showsCount: Bool {
    let texts = forms.compactMap(\.member.value.string).map { I18nextText($0) }
    return texts.contains { $0.message.elements.contains { Self.isCount($0) } }
      && !texts.contains(where: \.hasOthers)
  }

  /// The plurals of an object by their keys.
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

  /// `{{count}}` is the number of the plural.
  static func form(_ message: Message) -> Message {
    Message(message.elements.map { isCount($0) ? .pluralNumber : $0 })
  }

  private static func isCount(_ element: Message.Element) -> Bool {
    guard case .argument(let argument) = element, argument.name == .named("count") else {
      return false
    }
    return switch argument.kind {
    case .plain, .number: true
    case .date, .time, .plural, .select: false
    }
  }

  /// - Returns: nil without a form for `other`.
  static func message(
    _ forms: [PluralCategory: Message], _ kind: PluralKind, in language: LanguageTag?
  ) -> Message? {
    let forms = PluralForms(forms)
    // `_zero` is for 0 in every language.
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
