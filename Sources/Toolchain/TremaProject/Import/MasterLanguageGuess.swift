import TremaFormats
import TremaMessages

/// The presumed master language of a repository's texts, if it was not specified.
package struct MasterLanguageGuess: Hashable, Sendable {
  /// The language.
  package var language: LanguageTag
  /// The reason, as the end of a sentence: `as 'App.xcodeproj/project.pbxproj' says`.
  package var reason: String

  /// Determines the language from project files and file names.
  ///
  /// - Parameters:
  ///   - sources: The files to import.
  ///   - projectFiles: The project files that may name the language.
  /// - Returns: `nil` if several languages are equally probable.
  init?(_ sources: [ImportSource], projectFiles: [String]) {
    let sources = sources.filter { !$0.isVariant && !$0.format.namesLanguages }
    let languages = Set(sources.compactMap(\.language))
    let hasDefault = sources.contains(where: \.isDefault)
    // The project file nearest to the root is the most representative.
    let candidates = projectFiles.map {
      (depth: $0.utf8.count { $0 == UInt8(ascii: "/") }, file: $0)
    }
    for (_, file) in candidates.sorted(by: { $0 < $1 }) {
      guard let language = Self.language(in: file), hasDefault || languages.contains(language)
      else { continue }
      self.init(language, "specified in '\(file)'")
      return
    }
    guard let english = LanguageTag("en") else { return nil }
    if !sources.isEmpty, sources.allSatisfy({ $0.format == .po }) {
      self.init(english, "the usual language of message IDs in gettext")
      return
    }
    // In Android and Java, a file in English next to the default file may be a translation of it.
    let inEnglish = Set(sources.filter { $0.language == english }.map(\.pattern))
    let open = sources.filter {
      $0.isDefault && [.android, .compose, .properties].contains($0.format)
        && inEnglish.contains($0.pattern)
    }
    if !open.isEmpty {
      guard let same = open.first(where: { Self.isRepeated($0, in: english, sources) }) else {
        return nil
      }
      self.init(english, "because '\(same.path)' has the same texts as the file in English")
      return
    }
    if let defaults = sources.first(where: { $0.isDefault && !inEnglish.contains($0.pattern) }) {
      self.init(english, "the default, because the language of '\(defaults.path)' is unknown")
    } else if languages.count == 1, let only = languages.first {
      self.init(only, "the only language")
    } else {
      let tables = Dictionary(grouping: sources.filter { $0.language != nil }, by: \.language)
        .mapValues { Set($0.map(\.pattern)).count }
      guard let maxCount = tables.values.max() else { return nil }
      let fullest = tables.filter { $0.value == maxCount }.compactMap(\.key)
      if fullest.contains(english) {
        self.init(english, "the default, because none is specified")
      } else if fullest.count == 1, let only = fullest.first {
        self.init(only, "the language with the most files")
      } else {
        return nil
      }
    }
  }

  /// Chooses the language with the most texts, if nothing names the master language and all
  /// languages have the same files.
  ///
  /// - Returns: `nil` if there is a default file, whose language may differ from all others.
  init?(mostTextsIn sources: [ImportSource]) {
    let sources = sources.filter { !$0.isVariant && !$0.format.namesLanguages }
    guard !sources.contains(where: \.isDefault) else { return nil }
    var lines: [LanguageTag: Int] = [:]
    for source in sources {
      guard let language = source.language else { continue }
      lines[language, default: 0] += Self.lines(of: source).count
    }
    // The number of lines is compared, because the number of bytes depends on the script.
    guard let maxCount = lines.values.max(),
      let language = lines.filter({ $0.value == maxCount }).keys.min()
    else { return nil }
    self.init(language, "the language with the most texts, because none is specified")
  }

  /// Returns whether most lines of a language's file also occur in the default file.
  private static func isRepeated(
    _ source: ImportSource, in language: LanguageTag, _ sources: [ImportSource]
  ) -> Bool {
    guard
      let other = sources.first(where: { $0.pattern == source.pattern && $0.language == language })
    else { return false }
    let (defaultLines, languageLines) = (Set(lines(of: source)), lines(of: other))
    return languageLines.count(where: defaultLines.contains) * 2 > languageLines.count
  }

  /// Returns the lines of a file, or an empty array if it cannot be read.
  private static func lines(of source: ImportSource) -> [ArraySlice<UInt8>] {
    let bytes = try? InputFile(regular: source.path).contents(limit: InputFile.maxWholeFileSize)
    return bytes?.split(separator: UInt8(ascii: "\n")) ?? []
  }

  /// Creates a guess from the source language that one of the imported files specifies.
  init(_ language: LanguageTag, specifiedIn file: String) {
    self.init(language, "specified in '\(file)'")
  }

  private init(_ language: LanguageTag, _ reason: String) {
    (self.language, self.reason) = (language, reason)
  }

  /// The strings that precede the language in project files, by file name.
  ///
  /// Sources: Xcode; Swift package manifest; Flutter, "Internationalizing Flutter apps"; Android,
  /// "Per-app language preferences".
  private static let markers = [
    "project.pbxproj": "developmentRegion =", "Package.swift": "defaultLocalization:",
    "l10n.yaml": "template-arb-file:", "resources.properties": "unqualifiedResLocale=",
  ]

  /// Returns whether a file may specify the language.
  static func mayNameLanguage(_ path: String) -> Bool {
    markers[OutputFolders.name(of: path)] != nil
  }

  /// Returns the language that a project file specifies, or `nil` if it does not specify one.
  private static func language(in file: String) -> LanguageTag? {
    guard let mark = markers[OutputFolders.name(of: file)],
      let bytes = try? InputFile(regular: file).contents(limit: InputFile.maxWholeFileSize)
    else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let start = line.indices.first(where: { line[$0...].starts(with: mark.utf8) }) else {
        continue
      }
      let word = line[start...].dropFirst(mark.utf8.count).drop { " \t\"'".utf8.contains($0) }
        .prefix { !" \t\r\"';,)".utf8.contains($0) }
      let name = String(decoding: word, as: UTF8.self)
      if name.hasSuffix(".arb") { return ImportSource(path: name)?.language }
      return AppleFolder.language(name)
    }
    return nil
  }
}
