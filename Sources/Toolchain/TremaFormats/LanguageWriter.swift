import TremaCatalog
import TremaMessages
import TremaSupport

/// Writes one file of one language: the texts of a catalogue as one format spells them.
///
/// A format is one file with one writer. What the format cannot say was refused before a text comes
/// here, so most writing cannot fail; see ``takeProblems()`` for what can.
package protocol LanguageWriter: Sendable {
  /// The features that the format has a place for, messages with branches apart: those are judged one by
  /// one.
  static var supportedFeatures: Features { get }

  mutating func begin(into output: inout [UInt8])
  mutating func append(_ entry: Entry, into output: inout [UInt8])
  /// A text that has no value in the language of the file: formats that hold a translation beside
  /// its original show it, and an array needs to know that an item is missing.
  mutating func pass(_ key: String, _ outline: TextOutline, into output: inout [UInt8])
  mutating func end(into output: inout [UInt8])

  /// Returns the differences between the last entry and the output of the tool that the writer is in
  /// for.
  mutating func takeDifferences() -> [WritingDifference]

  /// Returns the features of the last entry that were lost, beyond those that the format never has.
  mutating func takeLosses() -> [Feature]

  /// Why the last entry, or the file at its end, could not be written, where only the writer can
  /// know: what a cell has room for. An entry with a problem is not in the file; its diagnostic has
  /// no place yet, since the caller knows it.
  mutating func takeProblems() -> [Diagnostic]
}

extension LanguageWriter {
  package static var supportedFeatures: Features { [] }
  package mutating func pass(
    _ key: String, _ outline: TextOutline, into output: inout [UInt8]
  ) {}
  package mutating func takeDifferences() -> [WritingDifference] { [] }
  package mutating func takeLosses() -> [Feature] { [] }
  package mutating func takeProblems() -> [Diagnostic] { [] }
}

/// A value of a text, in the language of the file.
package struct Entry {
  package let text: TextView
  private var valueNumber: Int
  /// Whether the value is one of the text, and does not take the place of a missing one.
  private let isOwn: Bool
  /// The properties that all languages of the text have in common.
  package let outline: TextOutline

  /// - Parameters:
  ///   - number: of the value in the text.
  ///   - outline: that of the text.
  package init(_ text: TextView, at number: Int, _ outline: TextOutline) {
    (self.text, valueNumber, isOwn, self.outline) = (text, number, true, outline)
  }

  /// A value of a text that is in no batch.
  package init(_ text: Text, at number: Int, _ outline: TextOutline) {
    self.init(TextBatch.view(of: text), at: number, outline)
  }

  /// A text that is in no batch.
  ///
  /// - Parameter value: what is written of it.
  package init(key: String, _ value: Value, outline: TextOutline) {
    text = TextBatch.view(of: Text(key: key, values: [value]))
    (valueNumber, isOwn, self.outline) = (0, false, outline)
  }

  /// A text with one value and what is said of it, for tests.
  package init(key: String, _ value: Value, annotations: Annotations = Annotations("")) {
    self.init(
      Text(key: key, values: [value]), at: 0,
      TextOutline([value.message], annotations: annotations))
  }

  /// A text that is still to be translated.
  static func missing(_ key: String, _ outline: TextOutline) -> Entry {
    Entry(key: key, Value(language: "", status: .initial, source: ""), outline: outline)
  }

  /// Another value of the text.
  package mutating func move(to number: Int) { valueNumber = number }

  package var value: ValueView { text[valueNumber] }
  package var key: String { text.key }
  /// The characters of the value as they are in the catalog, escapes and all.
  package var source: String { value.source }
  /// The source with its escapes and placeholders read.
  package var message: Message { value.message }
  package var status: Status { value.status }
  /// Whether the value has child elements; their tags are no part of ``source``.
  package var hasMarkup: Bool { value.hasMarkup }

  package var annotations: Annotations { outline.annotations }

  /// The message with a number on every argument, for platforms that count them.
  package var numbered: Message { outline.numbered(message, at: isOwn ? valueNumber : nil) }

  /// The lines for translators and developers, as they may be in a comment.
  package var comment: [String] { outline.prose }
}

/// The description of a file for its writer.
package struct FileDescription: Sendable {
  /// The catalogue's name without folders, for a comment.
  package var source: String
  /// The table, the first part of most file names.
  package var table: String
  package var language: LanguageTag
  /// The language that is used where no other fits, and for what is not translated.
  package var defaultLanguage: LanguageTag
  /// The name of the language in the folder or file, where the project sets one.
  package var folderName: String?
  /// The language that others are translated from; formats that hold a translation beside its
  /// original need it.
  package var masterLanguage: LanguageTag
  /// The language as the catalogue spells it, a language tag all the same.
  package var spelling: String
  /// Whether the language is the default by an option, and not for being the master.
  package var isChosenDefault = false
  /// How keys and plurals are in a JSON file.
  package var jsonStyle = JSONStyle.flat
  /// Which XLIFF is written, where that is the format.
  package var xliffVersion: XLIFFVersion = .v12
  /// A `.stringsdict` of the same table is beside it and has the plurals.
  package var hasPluralFile = false
  /// How `.properties` spell what is not ASCII.
  package var propertiesEncoding = PropertiesEncoding.ascii
  /// Whether apostrophes quote in ARB files, which Flutter calls `use-escaping`.
  package var usesARBEscaping = false

  /// The file goes to translators and is to come back: tables have a column for the limit, and are
  /// safe to be opened in a spreadsheet.
  package var isForTranslators = false

  package init(
    source: String, table: String, language: LanguageTag, defaultLanguage: LanguageTag,
    folderName: String? = nil
  ) {
    self.source = source
    self.table = table
    self.language = language
    self.defaultLanguage = defaultLanguage
    self.folderName = folderName
    masterLanguage = defaultLanguage
    spelling = language.description
  }

  package var isDefault: Bool { language == defaultLanguage }
}

extension Message {
  /// Hands out the message piece by piece: text with its percent signs as a formatter needs them,
  /// placeholders as the dialect spells them. A message with branches is one text, in ICU's
  /// spelling.
  ///
  /// - Parameters:
  ///   - dialect: how placeholders are spelled; nil for as they are.
  ///   - isNumbered: several placeholders get numbers if they have none.
  ///   - text: takes the texts, in order with the placeholders.
  ///   - placeholder: takes the placeholders, in UTF-8: a value may have ten thousand.
  func forEachPiece(
    _ dialect: PlaceholderDialect?, numbered isNumbered: Bool, text: (String) -> Void,
    placeholder: ([UInt8]) -> Void
  ) {
    if let plainText {
      text(plainText)
      return
    }
    if hasArguments {
      // An ICU message as a whole: who formats it reads its braces.
      let spelling = MessageSpelling(
        dialect.map { $0 == .java ? .braces : .dialect($0) } ?? .kept, keepsNames: dialect == nil)
      text(spelled(spelling) ?? spelled() ?? "")
      return
    }
    let needsNumbers = isNumbered && placeholders.count > 1
    var numbers = PlaceholderNumbers()
    // One conversion may be in a message again and again.
    var last: (placeholder: Placeholder, position: Int?)?
    var spelling: [UInt8] = []
    let elements = elements
    for index in elements.indices {
      switch elements[index] {
      case .text(let string): text(Self.doublingPercents(string))
      case .placeholder(let original):
        let position = needsNumbers ? numbers.next(original) : original.position
        if last?.position != position || last?.placeholder != original {
          last = (original, position)
          spelling.removeAll(keepingCapacity: true)
          if dialect?.append(original, position: position, to: &spelling) != true {
            original.append(to: &spelling)
          }
        }
        placeholder(spelling)
      case .argument, .pluralNumber: break
      }
    }
  }
}
