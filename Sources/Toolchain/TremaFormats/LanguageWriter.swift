import TremaCatalog
import TremaMessages
import TremaSupport

/// Writes one file of one language: the texts of a catalogue as one format spells them.
///
/// A format is one file with one writer. What the format cannot say was refused before a text comes
/// here, so most writing cannot fail; see ``takeProblems()`` for what can.
package protocol LanguageWriter: Sendable {
  /// What the format has a place for, messages with branches apart: those are judged one by one.
  static var carries: Features { get }

  mutating func begin(into output: inout [UInt8])
  mutating func append(_ entry: Entry, into output: inout [UInt8])
  /// Writes a plain value, as most are, straight from bytes, in just those that ``append(_:into:)``
  /// would write. Where it has done so it has nothing to say of the value.
  ///
  /// - Returns: false when the writer knows no shorter way for it, and has written nothing.
  mutating func appendPlain(_ entry: PlainEntry, into output: inout [UInt8]) -> Bool
  /// Which plain values ``appendPlain(_:into:)`` writes as they stand, when it has just written another
  /// one; nil where there are none.
  static var verbatim: VerbatimValues? { get }
  /// What stands before a plain value, the same in the files of all languages: it is put together once
  /// a text, and given back in ``PlainEntry/head``.
  static func appendHead(
    ofPlain key: UnsafeBufferPointer<UInt8>, comment: UnsafeBufferPointer<UInt8>,
    into head: inout [UInt8])
  /// A text that has no value in the language of the file: formats that hold a translation beside
  /// its original show it, and an array needs to know that an item is missing.
  mutating func pass(_ key: String, _ outline: TextOutline, into output: inout [UInt8])
  mutating func end(into output: inout [UInt8])

  /// What the last entry was written otherwise than by the tool that the writer stands in for.
  mutating func takeDifferences() -> [WritingDifference]

  /// What the format could not say of the last entry, beyond what it never says.
  mutating func takeLosses() -> [Feature]

  /// Why the last entry, or the file at its end, could not be written, where only the writer can
  /// know: what a cell has room for. An entry with a problem is not in the file; its diagnostic has
  /// no place yet, since the caller knows it.
  mutating func takeProblems() -> [Diagnostic]
}

extension LanguageWriter {
  package static var carries: Features { [] }
  package mutating func appendPlain(_ entry: PlainEntry, into output: inout [UInt8]) -> Bool {
    false
  }
  package static var verbatim: VerbatimValues? { nil }
  package static func appendHead(
    ofPlain key: UnsafeBufferPointer<UInt8>, comment: UnsafeBufferPointer<UInt8>,
    into head: inout [UInt8]
  ) {}
  package mutating func pass(
    _ key: String, _ outline: TextOutline, into output: inout [UInt8]
  ) {}
  package mutating func takeDifferences() -> [WritingDifference] { [] }
  package mutating func takeLosses() -> [Feature] { [] }
  package mutating func takeProblems() -> [Diagnostic] { [] }
}

/// A text in the language of the file.
package struct Entry {
  package var key: String
  /// The characters of the value as they are in the catalogue, escapes and all.
  package var source: String
  /// What they say.
  package let message: Message
  /// Which of the values of a text it is; nil for what stands in place of one.
  private var index: Int?
  package var status = Status.translated
  /// Child elements stand in the value; their tags are not part of `source`.
  package var hasMarkup = false
  /// What all languages of the text have in common.
  package var outline: TextOutline

  package init(key: String, source: String, message: Message, outline: TextOutline) {
    self.key = key
    self.source = source
    self.message = message
    self.outline = outline
  }

  package init(
    key: String, source: String, message: Message, annotations: Annotations = Annotations("")
  ) {
    self.init(
      key: key, source: source, message: message,
      outline: TextOutline([message], annotations: annotations))
    index = 0
  }

  /// A value of a text.
  ///
  /// - Parameters:
  ///   - index: which of the values.
  ///   - outline: that of the text.
  package init(_ text: Text, at index: Int, _ outline: TextOutline) {
    let value = text.values[index]
    self.init(key: text.key, source: value.source, message: value.message, outline: outline)
    self.index = index
    status = value.status
    hasMarkup = value.hasMarkup
  }

  /// A value of a plain text; only what writes it for an app may ask for it, since it has no status.
  package init(_ text: PlainText, _ value: PlainText.Value, of texts: PlainTexts) {
    let source = texts.string(value.text)
    let hasPlaceholders = value.signs.contains(.percent)
    self.init(
      key: texts.string(text.key), source: source,
      message: hasPlaceholders
        ? Message.parse(source, backslash: .literal).message : Message(source),
      annotations: texts.annotations(text))
  }

  /// A text that is still to be translated.
  static func missing(_ key: String, _ outline: TextOutline) -> Entry {
    var entry = Entry(key: key, source: "", message: Message(""), outline: outline)
    entry.status = .initial
    return entry
  }

  package var annotations: Annotations { outline.annotations }

  /// The message with a number on every argument, for platforms that count them.
  package var numbered: Message { outline.numbered(message, at: index) }

  /// What translators and developers should know, as it may stand in a comment.
  package var comment: [String] { annotations.prose }
}

/// What a writer is told about its file.
package struct FileDescription: Sendable {
  /// The catalogue's name without folders, for a comment.
  package var source: String
  /// The table, the first part of most file names.
  package var table: String
  package var language: LanguageTag
  /// The language that is used where no other fits, and for what is not translated.
  package var defaultLanguage: LanguageTag
  /// What the folder or file calls the language, where the project says so itself.
  package var folderName: String?
  /// The language that others are translated from; formats that hold a translation beside its
  /// original need it.
  package var masterLanguage: LanguageTag
  /// The language as the catalogue spells it, a language tag all the same.
  package var spelling: String
  /// The language is the default because somebody said so, and not for being the master.
  package var isChosenDefault = false
  /// How keys and plurals stand in a JSON file.
  package var jsonStyle = JSONStyle.flat
  /// Which XLIFF is written, where that is the format.
  package var xliffVersion: XLIFFVersion = .v12
  /// A `.stringsdict` of the same table stands beside it and has the plurals.
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
    // One conversion may stand in a message again and again.
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
