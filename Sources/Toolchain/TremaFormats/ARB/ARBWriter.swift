import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// A writer for Flutter's Application Resource Bundles. The master language's file, which is
/// Flutter's template, contains each text's metadata. The other files contain only texts.
///
/// See `Documentation/Formats/ARB.md`.
struct ARBWriter: LanguageWriter {
  static let supportedFeatures: Features = [
    .context, .parameters, .textTags, .textPlatforms, .tags,
  ]

  /// Returns the file's path, such as `TABLE_de.arb`.
  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.table)_\(file.folderName ?? file.language.underscored).arb"]
  }

  private static let json = JSONWriter(endsWithNewline: false)

  /// The language tag, for diagnostics.
  private let language: String
  /// The locale in Flutter's spelling, such as `pt_BR`.
  private let locale: String
  /// Whether the file contains the master language.
  private let isTemplate: Bool
  /// Whether apostrophes quote text, as with Flutter's `use-escaping` option.
  private let usesEscaping: Bool
  /// The features in the last text that could not be written.
  private var losses: [Feature] = []
  /// The problems since ``takeProblems()``.
  private var problems: [Diagnostic] = []

  init(_ file: FileDescription) {
    usesEscaping = file.usesARBEscaping
    language = file.language.description
    locale = file.language.underscored
    isTemplate = file.language == file.masterLanguage
  }

  mutating func begin(into output: inout [UInt8]) {
    output.append("{")
    write("@@locale", .string(locale), isFirst: true, into: &output)
  }

  /// Writes a text and, in the template, its metadata. A text that cannot be read back is not
  /// written.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    losses = []
    var message = ARBMessage(ArgumentLabels(entry.outline.names))
    let braced = message.braced(entry.numbered)
    var spelling = MessageSpelling(.braces, isAlwaysICU: true)
    spelling.isCompact = true
    spelling.quotesNothing = !usesEscaping
    let text = braced.spelled(spelling) ?? entry.source
    // Without quotes, ordinary braces may be parsed as arguments. Parsing the text detects this.
    if !usesEscaping, ARBQuoting.message(text).message != braced {
      problems.append(unquotedBraces(entry.key))
      return
    }
    write(entry.key, .string(text), into: &output)
    if message.hasUnsupportedFormat { losses.append(.argumentStyle) }
    if message.labels.isChanged { losses.append(.parameters) }
    if isTemplate { writeMetadata(of: entry, message, into: &output) }
  }

  mutating func end(into output: inout [UInt8]) { output.append("\n}\n") }

  mutating func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  /// Returns the diagnostic for ordinary braces that would be parsed as arguments.
  private func unquotedBraces(_ key: String) -> Diagnostic {
    var problem = Diagnostic(
      .error, "unquoted-braces",
      "without escaping, the braces in '\(key)' in '\(language)' would be read as arguments",
      hint: "set 'use-escaping: true' in l10n.yaml, or remove the braces",
      subject: "\(key) \(language)")
    (problem.key, problem.language) = (key, language)
    return problem
  }

  mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses
  }

  /// Writes a text's metadata: its description, its tags and platforms, and its placeholders by
  /// number.
  private func writeMetadata(
    of entry: Entry, _ message: ARBMessage, into output: inout [UInt8]
  ) {
    var metadata = JSONObject()
    if !entry.comment.isEmpty {
      metadata.members.append(
        JSONObject.Member(
          "description", JSONValue(.string(entry.comment.joined(separator: "\n")))))
    }
    for (field, list) in [
      (ARBField.tags, entry.annotations.tagList),
      (ARBField.platforms, entry.annotations.platformList),
    ] where !list.isEmpty {
      metadata.members.append(JSONObject.Member(field, JSONValue(.string(list))))
    }
    // The message of the master language may lack a declared argument.
    var arguments = message.arguments
    for (number, parameter) in entry.annotations.parameters {
      arguments[number, default: ARBArgument(type: "Object")].documentation =
        parameter.documentation
    }
    if !arguments.isEmpty {
      let placeholders = arguments.sorted { $0.key < $1.key }.map { number, argument in
        JSONObject.Member(message.labels[number], JSONValue(.object(argument.object)))
      }
      metadata.members.append(
        JSONObject.Member("placeholders", JSONValue(.object(JSONObject(placeholders)))))
    }
    if !metadata.members.isEmpty { write("@\(entry.key)", .object(metadata), into: &output) }
  }

  /// Writes a member of the root object.
  private func write(
    _ name: String, _ content: JSONValue.Content, isFirst: Bool = false,
    into output: inout [UInt8]
  ) {
    output += Self.json.bytes(
      of: JSONObject.Member(name, JSONValue(content)), depth: 1, isFirst: isFirst)
  }
}

/// A message whose placeholders are named arguments in braces, as ARB requires, and the metadata
/// that is required to read it back unchanged.
struct ARBMessage {
  /// The metadata of the arguments by number.
  private(set) var arguments: [Int: ARBArgument] = [:]
  /// Whether the format of any placeholder cannot be represented exactly.
  private(set) var hasUnsupportedFormat = false
  let labels: ArgumentLabels
  /// The number of the next placeholder without an explicit number.
  private var next = 1

  init(_ labels: ArgumentLabels) { self.labels = labels }

  /// Returns a message with named arguments, and collects their metadata.
  ///
  /// - Parameters:
  ///   - message: A message whose arguments in braces are numbered.
  ///   - pluralArgument: The innermost plural's argument number, for `#`.
  mutating func braced(_ message: Message, pluralArgument: Int? = nil) -> Message {
    Message(message.elements.map { braced($0, pluralArgument) })
  }

  /// Returns an element with named arguments.
  private mutating func braced(_ element: Message.Element, _ pluralArgument: Int?)
    -> Message.Element
  {
    switch element {
    case .text: return element
    case .pluralNumber:
      return pluralArgument.map { .argument(.init(.named(labels[$0]))) } ?? element
    case .placeholder(let placeholder):
      guard placeholder.type != .none else {
        hasUnsupportedFormat = true
        return .text(placeholder.description)
      }
      let number = placeholder.number(after: &next)
      var argument = ARBArgument(placeholder)
      var spelled = argument.placeholder.0
      spelled.position = placeholder.position
      if spelled != placeholder.canonical { hasUnsupportedFormat = true }
      // The first placeholder with a format determines the metadata of the argument.
      if let known = arguments[number], known.format != nil { argument = known }
      arguments[number] = argument
      return .argument(.init(.named(labels[number])))
    case .argument(let argument):
      guard case .numbered(let number) = argument.name else { return element }
      // Inside a plural with an offset, `#` is not the number of the argument.
      var inner = pluralArgument
      var type = "Object"
      switch argument.kind {
      case .plural(let plural):
        inner = plural.offset == 0 ? number : nil
        type = "int"
      case .select: type = "String"
      case .number: type = "num"
      case .date, .time: type = "DateTime"
      case .plain: break
      }
      if arguments[number].map({ $0.type == "Object" }) ?? true {
        arguments[number] = ARBArgument(type: type)
      }
      var result = argument.mapBranches { braced($0, pluralArgument: inner) }
      result.name = .named(labels[number])
      return .argument(result)
    }
  }
}
