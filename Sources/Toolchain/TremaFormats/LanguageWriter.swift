import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer of one file of one language in one format.
///
/// A text that the format cannot represent is rejected before it is passed to the writer, so that
/// writing rarely fails; see ``takeProblems()``.
package protocol LanguageWriter: Sendable {
  /// The features that the format supports, except messages with branches, which are checked one by
  /// one.
  static var supportedFeatures: Features { get }

  /// Writes the beginning of the file.
  mutating func begin(into output: inout [UInt8])
  /// Writes a value of a text.
  mutating func append(_ entry: Entry, into output: inout [UInt8])
  /// Handles a text without a value in the language of the file. Bilingual formats write its
  /// original, and an array takes note of the missing item.
  mutating func appendMissing(_ key: String, _ outline: TextOutline, into output: inout [UInt8])
  /// Writes the end of the file.
  mutating func end(into output: inout [UInt8])

  /// Returns the differences between the last entry and the output of the tool that the writer
  /// replaces, and clears them.
  mutating func takeDifferences() -> [WritingDifference]

  /// Returns the features of the last entry that were lost in addition to those that the format
  /// never supports, and clears them.
  mutating func takeLosses() -> [Feature]

  /// Returns the reasons why the last entry or, at the end, the file could not be written, and
  /// clears them. They are reasons that only the writer can detect, such as the capacity of a cell.
  /// An entry with a problem is not in the file. The diagnostics have no location; the caller adds
  /// it.
  mutating func takeProblems() -> [Diagnostic]
}

extension LanguageWriter {
  package static var supportedFeatures: Features { [] }
  package mutating func appendMissing(
    _ key: String, _ outline: TextOutline, into output: inout [UInt8]
  ) {}
  package mutating func takeDifferences() -> [WritingDifference] { [] }
  package mutating func takeLosses() -> [Feature] { [] }
  package mutating func takeProblems() -> [Diagnostic] { [] }
}

/// A value of a text in the language of the file.
package struct Entry {
  /// The text with all of its values.
  package let text: TextView
  /// The index of the value in ``text``.
  private var valueIndex: Int
  /// Whether the value belongs to the text, instead of replacing a missing one.
  private let isPresent: Bool
  /// The properties that all languages of the text share.
  package let outline: TextOutline

  /// Creates the entry of a value.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - number: the index of the value in the text.
  ///   - outline: the properties that the text's languages share.
  package init(_ text: TextView, at number: Int, _ outline: TextOutline) {
    (self.text, valueIndex, isPresent, self.outline) = (text, number, true, outline)
  }

  /// Creates the entry of a value of a text that is not in a batch.
  package init(_ text: Text, at number: Int, _ outline: TextOutline) {
    self.init(TextBatch.view(of: text), at: number, outline)
  }

  /// Creates the entry of a text that is not in a batch, with a single value.
  ///
  /// - Parameters:
  ///   - key: the key of the text.
  ///   - value: the value to write.
  ///   - outline: the properties of the text that the value replaces.
  package init(key: String, _ value: Value, outline: TextOutline) {
    text = TextBatch.view(of: Text(key: key, values: [value]))
    (valueIndex, isPresent, self.outline) = (0, false, outline)
  }

  /// Creates the entry of a text with a single value and annotations, for tests.
  package init(key: String, _ value: Value, annotations: Annotations = Annotations("")) {
    self.init(
      Text(key: key, values: [value]), at: 0,
      TextOutline([value.message], annotations: annotations))
  }

  /// Returns the entry of a text that has not been translated, with an empty value.
  static func missing(_ key: String, _ outline: TextOutline) -> Entry {
    Entry(key: key, Value(language: "", status: .initial, source: ""), outline: outline)
  }

  /// Replaces the value by another one of the same text.
  ///
  /// - Parameter number: the index of the value in the text.
  package mutating func move(to number: Int) { valueIndex = number }

  /// The value in the language of the file.
  package var value: ValueView { text[valueIndex] }
  package var key: String { text.key }
  /// The source text of the value in the catalog, with its escape sequences.
  package var source: String { value.source }
  /// The parsed message of ``source``.
  package var message: Message { value.message }
  package var status: Status { value.status }
  /// Whether the value has child elements, whose tags are not part of ``source``.
  package var hasMarkup: Bool { value.hasMarkup }

  /// The annotations in the context of the text.
  package var annotations: Annotations { outline.annotations }

  /// The message with a number for every argument, for platforms without names.
  package var numbered: Message { outline.numbered(message, at: isPresent ? valueIndex : nil) }

  /// The lines of the context for translators and developers, without annotations.
  package var comment: [String] { outline.prose }
}

/// The properties of a file that its writer needs.
package struct FileDescription: Sendable {
  /// The name of the catalog's file without folders, for a comment.
  package var source: String
  /// The name of the table, the first part of most file names.
  package var table: String
  package var language: LanguageTag
  /// The language that is used if no other matches, and for texts without a translation.
  package var defaultLanguage: LanguageTag
  /// The name of the language in the folder or file, if the project sets one.
  package var folderName: String?
  /// The language that others are translated from, for bilingual formats.
  package var masterLanguage: LanguageTag
  /// The language tag in the spelling of the catalog.
  package var spelling: String
  /// Whether an option made the language the default, rather than it being the master language.
  package var isChosenDefault = false
  /// The form of keys and plurals in a JSON file.
  package var jsonStyle = JSONStyle.flat
  /// The version of XLIFF to write, if that is the format.
  package var xliffVersion: XLIFFVersion = .v12
  /// Whether a `.stringsdict` of the same table contains the plurals.
  package var hasPluralFile = false
  /// The encoding of characters beyond ASCII in `.properties`.
  package var propertiesEncoding = PropertiesEncoding.ascii
  /// Whether apostrophes quote in ARB files, which is Flutter's option `use-escaping`.
  package var usesARBEscaping = false

  /// Whether translators edit and return the file. Tables then have a column for the maximum
  /// length, and are safe to open in a spreadsheet application.
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

  /// Whether the file is the one of the default language.
  package var isDefault: Bool { language == defaultLanguage }
}

extension Message {
  /// Passes the message to closures in pieces: text with the percent signs that a formatter needs,
  /// and placeholders in the spelling of a dialect. A message with branches is a single text in
  /// ICU's syntax.
  ///
  /// - Parameters:
  ///   - dialect: the spelling of placeholders; `nil` to keep it.
  ///   - isNumbered: whether several placeholders without numbers get them.
  ///   - text: called with each text, in order with the placeholders.
  ///   - placeholder: called with each placeholder in UTF-8, because a value may have ten thousand.
  func forEachPiece(
    _ dialect: PlaceholderDialect?, numbered isNumbered: Bool, text: (String) -> Void,
    placeholder: ([UInt8]) -> Void
  ) {
    if let plainText {
      text(plainText)
      return
    }
    if hasArguments {
      // A message in ICU's syntax is one piece, because its formatter parses the braces.
      let spelling = MessageSpelling(
        dialect.map { $0 == .java ? .braces : .dialect($0) } ?? .original,
        keepsNames: dialect == nil)
      text(spelled(spelling) ?? spelled() ?? "")
      return
    }
    let needsNumbers = isNumbered && placeholders.count > 1
    var numbers = PlaceholderNumbers()
    // The spelling is reused, because one conversion may occur many times in a message.
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
