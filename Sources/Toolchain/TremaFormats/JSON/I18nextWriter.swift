import TremaCatalog
import TremaJSON
import TremaMessages

/// A writer for version 4 of i18next's JSON format: `{{name}}`, `key_one`, `key_other`.
///
/// See i18next.com, "JSON Format", "Plurals", "Interpolation".
struct I18nextWriter: LanguageWriter {
  private static let json = JSONWriter(endsWithNewline: false)

  private let language: LanguageTag
  /// Whether no text has been written.
  private var isEmpty = true
  /// The features in the last text that could not be written.
  private var losses: [Feature] = []

  init(_ file: FileDescription) { language = file.language }

  mutating func begin(into output: inout [UInt8]) { output.append("{") }

  /// Writes a text as one member, or a plural as one member per form.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    losses = []
    let message = entry.numbered
    guard message.hasBranches else {
      var formatter = I18nextFormatter(ArgumentLabels(entry.outline.names))
      write(entry.key, formatter.spelled(message), into: &output)
      finish(formatter)
      return
    }
    // Only a text that is a single plural has forms. Any other message with branches is written in
    // ICU syntax.
    guard let argument = message.asOnePlural, case .numbered(let number) = argument.name,
      case .plural(let plural) = argument.kind, let forms = forms(of: plural)
    else {
      losses.append(message.featureLostAsText)
      write(entry.key, entry.message.spelled() ?? entry.source, into: &output)
      return
    }
    var formatter = I18nextFormatter(
      ArgumentLabels(entry.outline.names, reserved: (number, "count")), own: number)
    for (category, message) in forms {
      let name = I18nextKey(base: entry.key, plural.kind, category).description
      write(name, formatter.spelled(message), into: &output)
    }
    finish(formatter)
  }

  mutating func end(into output: inout [UInt8]) { output.append(isEmpty ? "}\n" : "\n}\n") }

  mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses
  }

  /// Records the losses of a formatter.
  private mutating func finish(_ formatter: I18nextFormatter) {
    if formatter.hasUnsupportedFormat { losses.append(.argumentStyle) }
  }

  /// Returns the forms of a plural, or `nil` if categories cannot represent it. `_zero` applies to
  /// 0 in every language, as on Apple platforms.
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

  /// Writes a member of the root object.
  private mutating func write(_ name: String, _ text: String, into output: inout [UInt8]) {
    output += Self.json.bytes(
      of: JSONObject.Member(name, JSONValue(.string(text))), depth: 1, isFirst: isEmpty)
    isEmpty = false
  }
}

/// A formatter for messages without branches that writes `{{name}}` for each argument.
private struct I18nextFormatter {
  /// The names of the arguments.
  private let labels: ArgumentLabels
  /// The number of the argument that selects the form, or `nil` outside plurals.
  private let pluralArgument: Int?
  /// Whether the format of any argument was lost.
  private(set) var hasUnsupportedFormat = false

  init(_ labels: ArgumentLabels, own: Int? = nil) {
    self.labels = labels
    self.pluralArgument = own
  }

  /// Returns the spelling of a message.
  mutating func spelled(_ message: Message) -> String {
    var text = ""
    var next = 1
    for element in message.elements {
      switch element {
      case .text(let piece): text += piece
      case .pluralNumber: text += "{{count}}"
      case .placeholder(let placeholder):
        guard placeholder.type != .none else {
          hasUnsupportedFormat = true
          text += placeholder.description
          continue
        }
        var plain = placeholder.canonical
        plain.position = nil
        // i18next has no equivalent of any other conversion.
        if plain != Placeholder("@"), plain != Placeholder("d") { hasUnsupportedFormat = true }
        text += "{{\(labels[placeholder.number(after: &next)])}}"
      case .argument(let argument):
        guard case .numbered(let number) = argument.name else { continue }
        if argument.kind != .plain { hasUnsupportedFormat = true }
        text += "{{\(labels[number])}}"
      }
    }
    return text
  }
}
