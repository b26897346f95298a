import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// The description of a file for a reader.
package struct ReadingOptions: Sendable {
  /// The path to print in diagnostics.
  package var file: String
  /// The language of a file that does not name its own: from its path, or from an option.
  package var language: String?
  /// The language that others are translated from, where the file does not say it.
  package var masterLanguage: String?
  /// How the catalogue that the texts go to reads backslashes.
  package var backslash = BackslashRule.escape
  /// The texts that those of the file translate, by key: where a file does not say what its
  /// arguments are, they are what they are there.
  package var originals = Originals()
  /// Whether the file comes back to a catalogue that is there: a value that is incomplete is left out,
  /// with an error.
  package var isReturned = false
  /// Whether CR LF in a cell is one line feed: programs on Windows make the one of the other.
  package var unifiesLineBreaks = false
  /// Whether apostrophes quote in ARB files, which Flutter calls `use-escaping`.
  package var usesARBEscaping = false
  /// How many findings of one rule are told; nil for all.
  package var maxFindings: Int?

  package init(file: String, language: String? = nil) {
    self.file = file
    self.language = language
  }
}

/// The texts of a file of another format, in the terms of a catalog.
package struct FormatReading: Sendable {
  /// In file order. Keys are unique unless the file has one twice; languages are spelled as tags.
  /// Arguments in braces may have numbers, whose names are in the context as `@param`.
  package var texts: [Text] = []
  /// The language that the file says it translates from.
  package var masterLanguage: String?
  /// The file says how far translations have come.
  package var hasStatuses = false
  /// The sheet of a workbook that the texts are in: lines and columns of places are those of its
  /// cells then.
  package var sheet: String?
  /// The problems that did not keep the rest from being read.
  package var diagnostics: [Diagnostic] { findings.diagnostics }
  var findings: FindingList
  /// The starts of values that are taken as they are although they are no messages; this was found.
  package internal(set) var invalidPlaces: Set<SourcePosition> = []
  /// The features that a catalog has no place for.
  package var losses = UnsupportedFeatures()

  package init() { findings = FindingList() }

  init(_ options: ReadingOptions) { findings = FindingList(options.maxFindings) }

  /// Returns the name of the cell at a place: `Texts!C14`; `nil` in a file of lines.
  package func cellName(_ position: SourcePosition) -> String? {
    sheet.map { sheet in
      Table(file: "", sheet: sheet)
        .name(of: TableCell("", column: position.column, at: position))
    }
  }
}

extension Value {
  /// A value read from another format.
  ///
  /// - Parameters:
  ///   - status: nil where the file says none.
  ///   - message: what it says.
  ///   - spelling: the text of a format that spells conversions as catalogs do, whose spelling is
  ///     kept; `nil` spells them canonically.
  ///   - position: where its text begins.
  init(
    language: String, status: Status? = nil, message: Message, spelling: String? = nil,
    options: ReadingOptions, at position: SourcePosition
  ) {
    self.init(
      language: language, status: status ?? .translated,
      source: spelling.map { message.sourceAsRead($0, backslash: options.backslash) }
        ?? message.sourceAsRead(backslash: options.backslash),
      backslash: options.backslash)
    if status == nil { isStatusAssumed = true }
    self.position = position
    languagePosition = position
    statusPosition = position
    textPosition = position
  }
}

extension Text {
  /// A text read from another format.
  init(
    key: String, annotations: Annotations = Annotations(""), values: [Value],
    options: ReadingOptions, at position: SourcePosition
  ) {
    let context = annotations.text
    self.init(
      key: key, context: context.isEmpty ? nil : Context(context), values: values,
      file: options.file)
    self.position = position
    keyPosition = position
  }
}

extension Message {
  /// The message as a catalogue can hold it: outside of plurals and selects trema reads no braces,
  /// so arguments there become placeholders.
  ///
  /// - Parameters:
  ///   - types: what arguments are, by name, where the file says so.
  ///   - lost: is told of each style that no placeholder can say.
  /// - Returns: the message, and the names that its placeholders no longer show, by number.
  func withPlaceholders(
    types: [String: ArgumentType] = [:], lost: () -> Void = {}
  ) -> (message: Message, names: [Int: String]) {
    let numbers = ArgumentNumbers([self])
    guard hasArguments, !hasBranches else {
      return (self, Dictionary(numbers.names.map { ($0.number, $0.name) }) { first, _ in first })
    }
    let isNumbered = Set(uses(numbers).map(\.number)).count > 1 || uses(numbers).count > 1
    var converted: [Element] = []
    for element in elements {
      guard case .argument(let argument) = element else {
        converted.append(element)
        continue
      }
      let number: Int
      var type: ArgumentType?
      switch argument.name {
      case .numbered(let written): number = written
      case .named(let name): (number, type) = (numbers[name] ?? 1, types[name])
      }
      var placeholder = Placeholder("@", position: isNumbered || number > 1 ? number : nil)
      switch (argument.kind, type) {
      case (.number(let style), _) where style.fractions.upperBound == 0 && !style.isPercent:
        placeholder.conversion = UInt8(ascii: "d")
        if style.isGrouped { placeholder.flags = .grouped }
      case (.number(let style), _) where style.fractions.count == 1 && !style.isPercent:
        placeholder.conversion = UInt8(ascii: "f")
        placeholder.precision = .fixed(style.fractions.lowerBound)
        if style.isGrouped { placeholder.flags = .grouped }
      case (.number, _), (.date, _), (.time, _): lost()
      case (_, .integer): placeholder.conversion = UInt8(ascii: "d")
      case (_, .floating): placeholder.conversion = UInt8(ascii: "f")
      default: break
      }
      converted.append(.placeholder(placeholder))
    }
    return (
      Message(converted), Dictionary(numbers.names.map { ($0.number, $0.name) }) { a, _ in a }
    )
  }
}
