import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// What in a file shows whether it is in the words of i18next, since nothing in it says so.
struct I18nextSigns {
  /// Something stands in double braces.
  private var hasBraces = false
  /// A text has conversions, is an ICU message or has the braces of another language of templates,
  /// which i18next knows nothing of.
  private var hasOthers = false
  /// The forms of a plural show its `{{count}}`, or the text that is translated is that plural.
  private var hasPlural = false

  private let language: LanguageTag?
  private let originals: Originals

  init(in root: JSONObject, _ language: LanguageTag?, originals: Originals) {
    self.language = language
    self.originals = originals
    look(at: root, prefix: "")
  }

  var isI18next: Bool { hasPlural || hasBraces && !hasOthers }

  private mutating func look(at object: JSONObject, prefix: String) {
    for plural in I18nextPlural.all(in: object, language).values {
      hasPlural = hasPlural || plural.showsCount || isOriginal(plural, prefix: prefix)
    }
    for member in object.members { look(at: member.value, prefix: "\(prefix)\(member.name).") }
  }

  private mutating func look(at value: JSONValue, prefix: String) {
    switch value.content {
    case .string(let text):
      let read = I18nextText(text)
      hasBraces = hasBraces || read.hasBraces
      hasOthers = hasOthers || read.hasOthers || read.isForeign
    case .object(let object): look(at: object, prefix: prefix)
    case .array(let elements): for element in elements { look(at: element, prefix: prefix) }
    case .null, .bool, .number: break
    }
  }

  private func isOriginal(_ plural: I18nextPlural, prefix: String) -> Bool {
    guard !originals.isEmpty, prefix.utf8.count <= JSONTextsReader.longestPrefix,
      let original = originals[ExactKey(prefix + plural.base)]
    else { return false }
    return original.values.contains(where: \.message.hasBranches)
      && !plural.forms.contains { originals[ExactKey(prefix + $0.member.name)] != nil }
  }
}
