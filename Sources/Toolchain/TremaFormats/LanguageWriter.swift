import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer for one file, in one language and format.
///
/// A text that the format cannot represent is rejected before it is passed to the writer, so
/// writing rarely fails; see ``takeProblems()``.
package protocol LanguageWriter: Sendable {
  /// The features that the format supports, except messages with branches, which are checked
  /// individually.
  static var supportedFeatures: Features { get }

  /// Writes the start of the file.
  mutating func begin(into output: inout [UInt8])
  /// Writes a value of a text.
  mutating func append(_ entry: Entry, into output: inout [UInt8])
  /// Handles a text without a value in the file's language. Bilingual formats write the original,
  /// and an array records the missing item.
  mutating func appendMissing(_ key: String, _ outline: TextOutline, into output: inout [UInt8])
  /// Writes the end of the file.
  mutating func end(into output: inout [UInt8])

  /// Returns and clears the differences between the last entry and the output of the tool that the
  /// writer replaces.
  mutating func takeDifferences() -> [WritingDifference]

  /// Returns and clears the lost features of the last entry, apart from the features that the
  /// format never supports.
  mutating func takeLosses() -> [Feature]

  /// Returns and clears the reasons why the last entry or, at the end, the file could not be
  /// written. Only the writer can detect them; an example is the capacity of a cell. An entry with
  /// a problem is not in the file. The diagnostics have no location; the caller adds it.
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

/// A text's value in the file's language.
package struct Entry {
  /// The text, with all of its values.
  package let text: TextView
  /// The index of the value in ``text``.
  private var valueIndex: Int
  /// Whether the value belongs to the text and is not a substitute for a missing value.
  private let isPresent: Bool
  /// The properties that the text's languages share.
  package let outline: TextOutline

  /// Creates an entry for a value.
  ///
  /// - Parameters:
  ///   - number: The index of the value in the text.
  ///   - outline: The properties that the text's languages share.
  package init(_ text: TextView, at number: Int, _ outline: TextOutline) {
    (self.text, valueIndex, isPresent, self.outline) = (text, number, true, outline)
  }

  /// Creates an entry for a value of a text that is not in a batch.
  package init(_ text: Text, at number: Int, _ outline: TextOutline) {
    self.init(TextBatch.view(of: text), at: number, outline)
  }

  /// Creates an entry for a text that is not in a batch and has a single value.
  ///
  /// - Parameter outline: The properties of the text whose value is replaced.
  package init(key: String, _ value: Value, outline: TextOutline) {
    text = TextBatch.view(of: Text(key: key, values: [value]))
    (valueIndex, isPresent, self.outline) = (0, false, outline)
  }

  /// Creates an entry for a text with a single value and annotations, for tests.
  package init(key: String, _ value: Value, annotations: Annotations = Annotations("")) {
    self.init(
      Text(key: key, values: [value]), at: 0,
      TextOutline([value.message], annotations: annotations))
  }

  /// Returns an entry with an empty value, for an untranslated text.
  static func missing(_ key: String, _ outline: TextOutline) -> Entry {
    Entry(key: key, Value(language: "", status: .initial, source: ""), outline: outline)
  }

  /// Replaces the value with a different value of the same text.
  ///
  /// - Parameter number: The index of the value in the text.
  package mutating func move(to number: Int) { valueIndex = number }

  /// The value in the file's language.
  package var value: ValueView { text[valueIndex] }
  package var key: String { text.key }
  /// The source of the value in the catalog, including escape sequences.
  package var source: String { value.source }
  /// The parsed message of ``source``.
  package var message: Message { value.message }
  package var status: Status { value.status }
  /// Whether the value has child elements, whose tags are not part of ``source``.
  package var hasMarkup: Bool { value.hasMarkup }

  /// The annotations in the text's context.
  package var annotations: Annotations { outline.annotations }

  /// The message with every argument numbered, for platforms without argument names.
  package var numbered: Message { outline.numbered(message, at: isPresent ? valueIndex : nil) }

  /// The lines of the context that are intended for translators and developers, without
  /// annotations.
  package var comment: [String] { outline.prose }
}

/// The properties of a file that its writer needs.
package struct FileDescription: Sendable {
  /// The catalog's file name, without folders, for a comment.
  package var source: String
  /// The table's name, which is the first part of most file names.
  package var table: String
  package var language: LanguageTag
  /// The language that is used if no other language matches, and for texts without a translation.
  package var defaultLanguage: LanguageTag
  /// The name of the language in the folder or file name, if the project sets one.
  package var folderName: String?
  /// The language that others are translated from, for bilingual formats.
  package var masterLanguage: LanguageTag
  /// The language tag as spelled in the catalog.
  package var spelling: String
  /// Whether the language is the default because of an option, and not because it is the master
  /// language.
  package var isChosenDefault = false
  /// The form of keys and plurals in a JSON file.
  package var jsonStyle = JSONStyle.flat
  /// The version of XLIFF to write.
  package var xliffVersion: XLIFFVersion = .v12
  /// Whether a `.stringsdict` file for the same table contains the plurals.
  package var hasPluralFile = false
  /// The encoding of non-ASCII characters in `.properties` files.
  package var propertiesEncoding = PropertiesEncoding.ascii
  /// Whether apostrophes quote text in ARB files, as with Flutter's `use-escaping` option.
  package var usesARBEscaping = false

  /// Whether translators edit and return the file. If so, tables have a column for the maximum
  /// length and are safe to open in spreadsheet applications.
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

  /// Whether the file contains the default language.
  package var isDefault: Bool { language == defaultLanguage }
}

extension Message {
  /// Passes the message to closures in pieces: text with the percent signs that a formatter needs,
  /// and placeholders spelled in a dialect. A message with branches is a single text in ICU syntax.
  ///
  /// - Parameters:
  ///   - dialect: The dialect of placeholders, or `nil` to keep their spelling.
  ///   - isNumbered: Whether to number non-positional placeholders if there is more than one.
  ///   - text: Called with each text. Texts and placeholders are passed in order.
  ///   - placeholder: Called with the UTF-8 bytes of each placeholder, because a value may have
  ///     10,000 placeholders.
  func forEachPiece(
    _ dialect: PlaceholderDialect?, numbered isNumbered: Bool, text: (String) -> Void,
    placeholder: ([UInt8]) -> Void
  ) {
    if let plainText {
      text(plainText)
      return
    }
    if hasArguments {
      // A message in ICU syntax is one piece because its formatter parses the braces.
      let spelling = MessageSpelling(
        dialect.map { $0 == .java ? .braces : .dialect($0) } ?? .original,
        keepsNames: dialect == nil)
      text(spelled(spelling) ?? spelled() ?? "")
      return
    }
    let needsNumbers = isNumbered && placeholders.count > 1
    var numbers = PlaceholderNumbers()
    // The spelling is reused because a message may contain the same conversion many times.
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
