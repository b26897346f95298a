import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// The properties of a file that a reader needs.
package struct ReadingOptions: Sendable {
  /// The path to print in diagnostics.
  package var file: String
  /// The language of a file that does not contain its language; it comes from the path or an
  /// option.
  package var language: String?
  /// The language that others are translated from, for a file that does not contain it.
  package var masterLanguage: String?
  /// The rule for backslashes in the catalog to which the texts are added.
  package var backslash = BackslashRule.escape
  /// The originals of the file's texts, by key. They define the arguments of a text if the file
  /// does not declare any.
  package var originals = Originals()
  /// Whether the file is merged into an existing catalog. An incomplete value is then omitted with
  /// an error.
  package var mergesIntoCatalog = false
  /// Whether CR LF in a cell becomes a line feed, because programs on Windows convert the latter to
  /// the former.
  package var unifiesLineBreaks = false
  /// Whether apostrophes quote in ARB files, which is Flutter's option `use-escaping`.
  package var usesARBEscaping = false
  /// The maximum number of findings of one rule; `nil` for no limit.
  package var maxFindings: Int?

  package init(file: String, language: String? = nil) {
    self.file = file
    self.language = language
  }
}

/// The texts of a file in another format, converted to those of a catalog.
package struct FormatReading: Sendable {
  /// The texts in file order. Keys are unique unless the file contains one twice; languages are
  /// language tags. Arguments in braces may be numbered; their names are then in the context as
  /// `@param`.
  package var texts: [Text] = []
  /// The language that the file declares as the source of its translations.
  package var masterLanguage: String?
  /// Whether the file contains statuses of translations.
  package var hasStatuses = false
  /// The worksheet that contains the texts; lines and columns of positions are those of its cells
  /// then. `nil` in a file that is not a workbook.
  package var sheet: String?
  /// The problems that did not prevent the remaining texts from being read.
  package var diagnostics: [Diagnostic] { findings.diagnostics }
  var findings: FindingList
  /// The positions of values that are not valid messages and are kept unchanged; the problem has
  /// been reported already.
  package internal(set) var invalidPositions: Set<SourcePosition> = []
  /// The features of the file that a catalog does not support.
  package var losses = UnsupportedFeatures()

  /// Creates a reading without a limit for findings.
  package init() { findings = FindingList() }

  /// Creates a reading with the limit of the options.
  init(_ options: ReadingOptions) { findings = FindingList(options.maxFindings) }

  /// Returns the name of the cell at a position, such as `Texts!C14`; `nil` in a file that is not a
  /// workbook.
  package func cellName(_ position: SourcePosition) -> String? {
    sheet.map { sheet in
      Table(file: "", sheet: sheet)
        .name(of: TableCell("", column: position.column, at: position))
    }
  }
}

extension Value {
  /// Creates a value from a value in another format.
  ///
  /// - Parameters:
  ///   - language: its language tag.
  ///   - status: `nil` if the file contains none; the value is then assumed to be translated.
  ///   - message: the text.
  ///   - spelling: the source text of a format that spells conversions as catalogs do, which is
  ///     kept; `nil` for the canonical spelling.
  ///   - options: the rule for backslashes.
  ///   - position: the start of its text.
  init(
    language: String, status: Status? = nil, message: Message, spelling: String? = nil,
    options: ReadingOptions, at position: SourcePosition
  ) {
    self.init(
      language: language, status: status ?? .translated,
      source: spelling.map { message.importedSource($0, backslash: options.backslash) }
        ?? message.importedSource(backslash: options.backslash),
      backslash: options.backslash)
    if status == nil { isStatusAssumed = true }
    self.position = position
    languagePosition = position
    statusPosition = position
    textPosition = position
  }
}

extension Text {
  /// Creates a text from a text in another format. Empty annotations are omitted.
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
  /// Returns the message in the form of a catalog. Outside of plurals and selects, catalogs have no
  /// arguments in braces, so that those become placeholders.
  ///
  /// - Parameters:
  ///   - types: the types of the arguments by name, if the file declares them.
  ///   - lost: called for each style that no placeholder can express.
  /// - Returns: the message, and the names that its placeholders no longer contain, by number.
  func withPlaceholders(
    types: [String: ArgumentType] = [:], lost: () -> Void = {}
  ) -> (message: Message, names: [Int: String]) {
    let numbers = ArgumentNumbers([self])
    guard hasArguments, !hasBranches else {
      return (self, Dictionary(numbers.names.map { ($0.number, $0.name) }) { first, _ in first })
    }
    // Several uses need explicit numbers, even if all are of the same argument.
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
