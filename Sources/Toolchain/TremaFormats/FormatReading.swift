import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// The properties of a file that a reader needs.
package struct ReadingOptions: Sendable {
  /// The path to print in diagnostics.
  package var file: String
  /// The language, for files that do not contain their language. It comes from the path or an
  /// option.
  package var language: String?
  /// The language that others are translated from, for files that do not contain it.
  package var masterLanguage: String?
  /// The backslash rule of the catalog that the texts are added to.
  package var backslash = BackslashRule.escape
  /// The originals of the file's texts, by key. They define the arguments of texts whose arguments
  /// the file does not declare.
  package var originals = Originals()
  /// Whether the file is merged into an existing catalog. If so, incomplete values are omitted and
  /// reported as errors.
  package var mergesIntoCatalog = false
  /// Whether to convert CR LF in a cell to a line feed, because Windows programs convert line feeds
  /// to CR LF.
  package var unifiesLineBreaks = false
  /// Whether apostrophes quote text in ARB files, as with Flutter's `use-escaping` option.
  package var usesARBEscaping = false
  /// The prefix of the keys of a store listing.
  package var listingPrefix = Store.defaultPrefix
  /// The maximum number of findings per rule; `nil` for no limit.
  package var maxFindings: Int?

  package init(file: String, language: String? = nil) {
    self.file = file
    self.language = language
  }
}

/// The texts of a file in a different format, converted to catalog texts.
package struct FormatReading: Sendable {
  /// The texts in file order. Keys are unique unless the file contains a key twice. Languages are
  /// language tags. Arguments in braces may be numbered, in which case their names are in the
  /// context as `@param`.
  package var texts: [Text] = []
  /// The language that the file declares as the source of its translations.
  package var masterLanguage: String?
  /// Whether the file contains translation statuses.
  package var hasStatuses = false
  /// The worksheet that contains the texts, or `nil` if the file is not a workbook. In a workbook,
  /// the lines and columns of positions are rows and columns of cells.
  package var sheet: String?
  /// The problems that did not prevent the remaining texts from being read.
  package var diagnostics: [Diagnostic] { findings.diagnostics }
  var findings: FindingList
  /// The positions of values that are not valid messages and are kept unchanged. The problems have
  /// already been reported.
  package internal(set) var invalidPositions: Set<SourcePosition> = []
  /// The features of the file that catalogs do not support.
  package var losses = UnsupportedFeatures()

  /// Creates a reading without a limit for findings.
  package init() { findings = FindingList() }

  /// Creates a reading with the limit that the options specify.
  init(_ options: ReadingOptions) { findings = FindingList(options.maxFindings) }

  /// Returns the name of the cell at a position, such as `Texts!C14`, or `nil` if the file is not a
  /// workbook.
  package func cellName(_ position: SourcePosition) -> String? {
    sheet.map { sheet in
      Table(file: "", sheet: sheet)
        .name(of: TableCell("", column: position.column, at: position))
    }
  }
}

extension Value {
  /// Creates a value from a value in a different format.
  ///
  /// - Parameters:
  ///   - language: The language tag.
  ///   - status: The status, or `nil` if the file contains none. The value is then assumed to be
  ///     translated.
  ///   - message: The parsed text.
  ///   - spelling: The source of the value, which is kept, if the format spells conversions like
  ///     catalogs do; `nil` for the canonical spelling.
  ///   - options: The options, which contain the backslash rule.
  ///   - position: The position at which the text starts.
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
  /// Creates a text from a text in a different format. Empty annotations are omitted.
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
  /// Returns the message in the form that catalogs use. Outside plurals and selects, catalogs have
  /// no arguments in braces, so these become placeholders.
  ///
  /// - Parameters:
  ///   - types: The argument types by name, if the file declares them.
  ///   - lost: Called for each style that no placeholder can represent.
  /// - Returns: The message, and the names that its placeholders no longer contain, by argument
  ///   number.
  func withPlaceholders(
    types: [String: ArgumentType] = [:], lost: () -> Void = {}
  ) -> (message: Message, names: [Int: String]) {
    let numbers = ArgumentNumbers([self])
    guard hasArguments, !hasBranches else {
      return (self, Dictionary(numbers.names.map { ($0.number, $0.name) }) { first, _ in first })
    }
    // Several uses need explicit numbers, even if they all refer to the same argument.
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
