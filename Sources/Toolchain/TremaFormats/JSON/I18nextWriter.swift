import TremaCatalog
import TremaJSON
import TremaMessages

/// JSON in the words of i18next, version 4 of its format: `{{name}}`, `key_one`, `key_other`.
///
/// Source: i18next.com, "JSON Format", "Plurals", "Interpolation".
struct I18nextWriter: LanguageWriter {
  private static let json = JSONWriter(finalNewline: false)

  private let language: LanguageTag
  private var isEmpty = true
  private var losses: [Feature] = []

  init(_ file: FileDescription) { language = file.language }

  mutating func begin(into output: inout [UInt8]) { output.append("{") }

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    losses = []
    let message = entry.numbered
    guard message.hasBranches else {
      var speller = I18nextSpeller(ArgumentLabels(entry.outline.names))
      write(entry.key, speller.spelled(message), into: &output)
      finish(speller)
      return
    }
    guard let argument = message.asOnePlural, case .numbered(let number) = argument.name,
      case .plural(let plural) = argument.kind, let forms = forms(of: plural)
    else {
      losses.append(message.featureLostAsText)
      write(entry.key, entry.message.spelled() ?? entry.source, into: &output)
      return
    }
    var speller = I18nextSpeller(
      ArgumentLabels(entry.outline.names, reserved: (number, "count")), own: number)
    for (category, message) in forms {
      let name = I18nextKey(base: entry.key, plural.kind, category).description
      write(name, speller.spelled(message), into: &output)
    }
    finish(speller)
  }

  mutating func end(into output: inout [UInt8]) { output.append(isEmpty ? "}\n" : "\n}\n") }

  mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses
  }

  private mutating func finish(_ speller: I18nextSpeller) {
    if speller.losesStyle { losses.append(.argumentStyle) }
  }

  /// nil for what categories cannot say; `_zero` is for 0 in every language, as on Apple's platforms.
  private func forms(
    of plural: MessageArgument.Plural
  ) -> [(category: PluralCategory, message: Message)]? {
    if plural.kind == .cardinal {
      return PluralForms(plural, in: language, for: .apple)?.forms
    }
    guard plural.offset == 0 else { return nil }
    var forms: [PluralCategory: Message] = [:]
    for branch in plural.branches {
      guard case .category(let category) = branch.selector else { return nil }
      forms[category] = branch.message
    }
    return PluralForms(forms).forms
  }

  private mutating func write(_ name: String, _ text: String, into output: inout [UInt8]) {
    output += Self.json.bytes(
      of: JSONObject.Member(name, JSONValue(.string(text))), depth: 1, isFirst: isEmpty)
    isEmpty = false
  }
}

/// Spells messages without branches with `{{name}}` for what is shown in them.
private struct I18nextSpeller {
  private let labels: ArgumentLabels
  /// The argument of the plural that the messages are forms of.
  private let own: Int?
  private(set) var losesStyle = false

  init(_ labels: ArgumentLabels, own: Int? = nil) {
    self.labels = labels
    self.own = own
  }

  mutating func spelled(_ message: Message) -> String {
    var text = ""
    var next = 1
    for element in message.elements {
      switch element {
      case .text(let piece): text += piece
      case .pluralNumber: text += "{{count}}"
      case .placeholder(let placeholder):
        guard placeholder.type != .none else {
          losesStyle = true
          text += placeholder.description
          continue
        }
        var plain = placeholder.canonical
        plain.position = nil
        if plain != Placeholder("@"), plain != Placeholder("d") { losesStyle = true }
        text += "{{\(labels[placeholder.number(after: &next)])}}"
      case .argument(let argument):
        guard case .numbered(let number) = argument.name else { continue }
        if argument.kind != .plain { losesStyle = true }
        text += "{{\(labels[number])}}"
      }
    }
    return text
  }
}
