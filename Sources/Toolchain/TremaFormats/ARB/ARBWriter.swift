import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// Writes an Application Resource Bundle for Flutter. The file of the master language, Flutter's
/// template, says what is known of each text; the others hold texts alone.
///
/// Source: see `Documentation/Formats/ARB.md`.
struct ARBWriter: LanguageWriter {
  static let supportedFeatures: Features = [.context, .parameters, .tags]

  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.table)_\(file.folderName ?? file.language.underscored).arb"]
  }

  private static let json = JSONWriter(finalNewline: false)

  private let language: String
  private let locale: String
  private let isTemplate: Bool
  private let usesEscaping: Bool
  private var losses: [Feature] = []
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

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    losses = []
    var message = ARBMessage(ArgumentLabels(entry.outline.names))
    let braced = message.braced(entry.numbered)
    var spelling = MessageSpelling(.braces, isAlwaysICU: true)
    spelling.isCompact = true
    spelling.quotesNothing = !usesEscaping
    let text = braced.spelled(spelling) ?? entry.source
    if !usesEscaping, ARBQuoting.message(text).message != braced {
      problems.append(unquotedBraces(entry.key))
      return
    }
    write(entry.key, .string(text), into: &output)
    if message.losesStyle { losses.append(.argumentStyle) }
    if message.labels.isChanged { losses.append(.parameters) }
    if isTemplate { writeMetadata(of: entry, message, into: &output) }
  }

  mutating func end(into output: inout [UInt8]) { output.append("\n}\n") }

  mutating func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  private func unquotedBraces(_ key: String) -> Diagnostic {
    var problem = Diagnostic(
      .error, "unquoted-braces",
      "braces of '\(key)' in '\(language)' cannot be told from arguments where nothing is quoted",
      hint: "write 'use-escaping: true' into l10n.yaml, or remove the braces",
      subject: "\(key) \(language)")
    (problem.key, problem.language) = (key, language)
    return problem
  }

  mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses
  }

  private func writeMetadata(
    of entry: Entry, _ message: ARBMessage, into output: inout [UInt8]
  ) {
    var metadata = JSONObject()
    if !entry.comment.isEmpty {
      metadata.members.append(
        JSONObject.Member(
          "description", JSONValue(.string(entry.comment.joined(separator: "\n")))))
    }
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

  private func write(
    _ name: String, _ content: JSONValue.Content, isFirst: Bool = false,
    into output: inout [UInt8]
  ) {
    output += Self.json.bytes(
      of: JSONObject.Member(name, JSONValue(content)), depth: 1, isFirst: isFirst)
  }
}

/// A message with everything in it as an argument in braces by its name, as ARB needs it, and what
/// its metadata has to say so that it reads back.
struct ARBMessage {
  private(set) var arguments: [Int: ARBArgument] = [:]
  /// Some placeholder cannot be said exactly.
  private(set) var losesStyle = false
  let labels: ArgumentLabels
  private var next = 1

  init(_ labels: ArgumentLabels) { self.labels = labels }

  /// - Parameters:
  ///   - message: what has numbers has those of its text.
  ///   - own: the argument of the plural around.
  mutating func braced(_ message: Message, own: Int? = nil) -> Message {
    Message(message.elements.map { braced($0, own) })
  }

  private mutating func braced(_ element: Message.Element, _ own: Int?) -> Message.Element {
    switch element {
    case .text: return element
    case .pluralNumber: return own.map { .argument(.init(.named(labels[$0]))) } ?? element
    case .placeholder(let placeholder):
      guard placeholder.type != .none else {
        losesStyle = true
        return .text(placeholder.description)
      }
      let number = placeholder.number(after: &next)
      var argument = ARBArgument(placeholder)
      var spelled = argument.placeholder.0
      spelled.position = placeholder.position
      if spelled != placeholder.canonical { losesStyle = true }
      if let known = arguments[number], known.format != nil { argument = known }
      arguments[number] = argument
      return .argument(.init(.named(labels[number])))
    case .argument(let argument):
      guard case .numbered(let number) = argument.name else { return element }
      var inner = own
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
      var result = argument.mapBranches { braced($0, own: inner) }
      result.name = .named(labels[number])
      return .argument(result)
    }
  }
}
