import TremaCatalog
import TremaMessages

/// Writes one file of one language: the texts of a catalogue as one format spells them.
///
/// A format is one file with one writer. What the format cannot say was refused before a text comes
/// here, so writing cannot fail; see ``ResourceFormat``.
public protocol LanguageWriter: Sendable {
  mutating func begin(into output: inout [UInt8])
  mutating func append(_ entry: Entry, into output: inout [UInt8])
  mutating func end(into output: inout [UInt8])

  /// What the last entry was written otherwise than by the tool that the writer stands in for.
  mutating func takeDifferences() -> [WritingDifference]
}

extension LanguageWriter {
  public mutating func takeDifferences() -> [WritingDifference] { [] }
}

/// A text in the language of the file.
public struct Entry {
  public var key: String
  /// The characters of the value as they are in the catalogue, escapes and all.
  public var source: String
  /// What they say.
  public var message: Message
  public var annotations: Annotations
  /// Child elements stand in the value; their tags are not part of `source`.
  public var hasMarkup = false

  public init(
    key: String, source: String, message: Message, annotations: Annotations = Annotations("")
  ) {
    self.key = key
    self.source = source
    self.message = message
    self.annotations = annotations
  }

  /// What translators and developers should know, as it may stand in a comment.
  public var comment: [String] { annotations.prose }
}

/// What a writer is told about its file.
public struct FileDescription: Sendable {
  /// The catalogue's name without folders, for a comment.
  public var source: String
  /// The table, the first part of most file names.
  public var table: String
  public var language: LanguageTag
  /// The language that is used where no other fits, and for what is not translated.
  public var defaultLanguage: LanguageTag
  /// What the folder or file calls the language, where the project says so itself.
  public var folderName: String?
  /// The language as the catalogue spells it, a language tag all the same.
  public var spelling: String
  /// The language is the default because somebody said so, and not for being the master.
  public var isChosenDefault = false

  public init(
    source: String, table: String, language: LanguageTag, defaultLanguage: LanguageTag,
    folderName: String? = nil
  ) {
    self.source = source
    self.table = table
    self.language = language
    self.defaultLanguage = defaultLanguage
    self.folderName = folderName
    spelling = language.description
  }

  public var isDefault: Bool { language == defaultLanguage }
}

/// The formats that have one file a language.
public enum ResourceFormat: String, CaseIterable, Hashable, Sendable {
  case strings, android, json, properties

  /// The paths of the file below the output folder, with `/`; more than one when the same bytes are
  /// needed twice.
  public func paths(_ file: FileDescription) -> [String] {
    switch self {
    case .strings: StringsWriter.paths(file)
    case .android: AndroidWriter.paths(file)
    case .json: JSONTextsWriter.paths(file)
    case .properties: PropertiesWriter.paths(file)
    }
  }

  public func writer(_ file: FileDescription) -> any LanguageWriter {
    switch self {
    case .strings: StringsWriter(file)
    case .android: AndroidWriter(file)
    case .json: JSONTextsWriter(file)
    case .properties: PropertiesWriter(file)
    }
  }
}

extension Message {
  /// Hands out the message piece by piece: text with its percent signs as a formatter needs them,
  /// placeholders as the dialect spells them.
  ///
  /// - Parameters:
  ///   - dialect: how placeholders are spelled; nil for as they are.
  ///   - isNumbered: several placeholders get numbers if they have none.
  ///   - text: takes the texts, in order with the placeholders.
  ///   - placeholder: takes the placeholders.
  func forEachPiece(
    _ dialect: PlaceholderDialect?, numbered isNumbered: Bool, text: (String) -> Void,
    placeholder: (String) -> Void
  ) {
    if let plainText {
      text(plainText)
      return
    }
    let needsNumbers = isNumbered && placeholders.count > 1
    var arguments = numberedPlaceholders.map(\.argument)[...]
    for element in elements {
      switch element {
      case .text(let string):
        text(Self.doublingPercents(string))
      case .placeholder(let original):
        let argument = arguments.popFirst()
        let position = needsNumbers ? argument : original.position
        placeholder(
          dialect.flatMap { $0.spell(original, position: position) } ?? original.description)
      }
    }
  }

  /// Byte by byte: to Swift a percent sign and an accent after it are one character, to a formatter
  /// they are two.
  private static func doublingPercents(_ text: String) -> String {
    let percent = UInt8(ascii: "%")
    guard text.utf8.contains(percent) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == percent { bytes.append(percent) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
