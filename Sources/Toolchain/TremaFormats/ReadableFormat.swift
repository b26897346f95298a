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
  /// - Throws: A diagnostic for the first problem that prevents the remaining texts from being
  ///   read, with its location.
  typealias Read =
    @Sendable ([UInt8], ReadingOptions) throws(Diagnostic) -> FormatReading

  /// Returns whether a file is one of the format.
  ///
  /// - Parameters:
  ///   - bytes: the beginning of the file.
  ///   - isWhole: whether there are no more bytes.
  typealias Recognize = @Sendable (_ bytes: [UInt8], _ isWhole: Bool) -> Bool

  package let name: String
  /// The file name extensions, in lowercase and without the dot.
  package let extensions: [String]
  private let languageNaming: LanguageNaming
  /// Whether files of the format may be tables with unrelated content.
  package let isTable: Bool
  /// Whether translators edit and return files in the format.
  package let isForTranslators: Bool
  /// The store whose listing a file is a part of. The path of the file determines its text and its
  /// language; see ``ListingPath``.
  package let store: Store?
  private let reader: Read
  /// Decides about a file by its beginning; `nil` if the extension of its name suffices.
  private let recognizes: Recognize?

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - extensions: The file name extensions; `nil` for the name of the format.
  ///   - namesLanguages: Whether files contain the languages of their texts.
  ///   - isTable: Whether files may be tables with unrelated content.
  ///   - isForTranslators: Whether translators edit and return files in the format; implied by
  ///     `isTable`.
  ///   - store: The store whose listing the files are; `nil` for other formats.
  ///   - recognizes: Decides about a file by its first bytes, for an extension with other uses;
  ///     `nil` if the extension suffices.
  init(
    _ name: String, extensions: [String]? = nil, namesLanguages: LanguageNaming = .never,
    isTable: Bool = false, isForTranslators: Bool = false, store: Store? = nil,
    recognizes: Recognize? = nil, read: @escaping Read
  ) {
    self.name = name
    self.extensions = extensions ?? [name]
    languageNaming = namesLanguages
    self.isTable = isTable
    self.isForTranslators = isForTranslators || isTable
    self.store = store
    self.recognizes = recognizes
    reader = read
  }

  /// All readable formats, in the order of ``TextFormat/all``.
  package static let all = TextFormat.all.compactMap(\.readable)

  /// Creates the format for a file name extension, ignoring case. Returns `nil` if there is none.
  package init?(fileName name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let end = name[name.index(after: dot)...].lowercased()
    guard let format = Self.all.first(where: { $0.extensions.contains(end) }) else { return nil }
    self = format
  }

  /// The number of bytes that a format examines to recognize a file.
  package static let sampleSize = 16 * 1024

  /// Whether the name of a file suffices to determine that it has the format.
  package var isIdentifiedByName: Bool { recognizes == nil }

  /// Returns whether a file with an extension of the format has the format.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the file, at least ``sampleSize`` bytes if it has as many.
  ///   - isWhole: Whether the file ends after these bytes.
  package func accepts(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    recognizes?(bytes, isWhole) ?? true
  }

  /// Whether every file in the format contains the languages of its texts.
  package var namesLanguages: Bool { languageNaming == .always }

  /// Whether files in the format may contain the languages of their texts.
  package var canNameLanguages: Bool { languageNaming != .never }

  /// Reads a file.
  ///
  /// - Throws: A diagnostic for the first problem that prevents the remaining texts from being
  ///   read, with its location.
  package func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    try reader(bytes, options)
  }
}
