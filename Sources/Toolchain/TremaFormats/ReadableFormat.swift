import TremaCatalog
import TremaSupport

/// A format that can be read.
package struct ReadableFormat: NamedValue {
  /// Whether a file of the format contains the languages of its texts.
  enum LanguageNaming {
    case never, sometimes, always
  }

  /// Reads a file.
  ///
  /// - Throws: a diagnostic with its location at the first problem that prevents the remaining
  ///   texts from being read.
  typealias Read =
    @Sendable ([UInt8], ReadingOptions) throws(Diagnostic) -> FormatReading

  package let name: String
  /// The file name extensions in lowercase, without the dot.
  package let extensions: [String]
  private let languageNaming: LanguageNaming
  /// Whether files of the format may be tables of any other content.
  package let isTable: Bool
  /// Whether translators edit and return files of the format.
  package let isForTranslators: Bool
  private let reader: Read

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: the name in `trema.json` and on the command line.
  ///   - extensions: the extensions of its files; `nil` for the name of the format.
  ///   - namesLanguages: whether a file contains the languages of its texts.
  ///   - isTable: whether files may be tables of any other content.
  ///   - isForTranslators: whether translators return such files; implied by `isTable`.
  ///   - read: reads a file.
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

  /// All readable formats, in the order of ``TextFormat/all``.
  package static let all = TextFormat.all.compactMap(\.readable)

  /// Creates the format of a file from its extension, regardless of case; `nil` if there is none.
  package init?(fileName name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let end = name[name.index(after: dot)...].lowercased()
    guard let format = Self.all.first(where: { $0.extensions.contains(end) }) else { return nil }
    self = format
  }

  /// Whether every file contains the languages of its texts.
  package var namesLanguages: Bool { languageNaming == .always }

  /// Whether a file may contain the languages of its texts.
  package var canNameLanguages: Bool { languageNaming != .never }

  /// Reads a file.
  ///
  /// - Throws: a diagnostic with its location at the first problem that prevents the remaining
  ///   texts from being read.
  package func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    try reader(bytes, options)
  }
}
