import TremaCatalog
import TremaSupport

/// A format that texts are read from.
package struct ReadableFormat: Named {
  /// Whether a file of the format names the languages of its texts.
  enum LanguageNaming {
    case never, sometimes, always
  }

  /// - Throws: at the first error that keeps the rest from being read, with its place in the file.
  typealias Read =
    @Sendable ([UInt8], ReadingOptions) throws(Diagnostic) -> FormatReading

  package let name: String
  /// The extensions of its files.
  package let extensions: [String]
  private let languageNaming: LanguageNaming
  /// Whether people keep tables of any content in the format.
  package let isTable: Bool
  /// Whether translators get files of the format and give them back.
  package let isForTranslators: Bool
  private let reader: Read

  /// - Parameter extensions: `nil` for the name of the format.
  init(
    _ name: String, extensions: [String]? = nil, namesLanguages: LanguageNaming = .never,
    isTable: Bool = false, isForTranslators: Bool = false, read: @escaping Read
  ) {
    self.name = name
    self.extensions = extensions ?? [name]
    languageNaming = namesLanguages
    self.isTable = isTable
    self.isForTranslators = isForTranslators || isTable
    reader = read
  }

  package static let all = TextFormat.all.compactMap(\.readable)

  /// The format of a file by the extension of its name.
  package init?(fileName name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let end = name[name.index(after: dot)...].lowercased()
    guard let format = Self.all.first(where: { $0.extensions.contains(end) }) else { return nil }
    self = format
  }

  /// Whether each file names the languages of its texts.
  package var namesLanguages: Bool { languageNaming == .always }

  /// Whether a file may name the languages of its texts.
  package var mayNameLanguages: Bool { languageNaming != .never }

  /// - Throws: at the first error that keeps the rest from being read, with its place in the file.
  package func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    try reader(bytes, options)
  }
}
