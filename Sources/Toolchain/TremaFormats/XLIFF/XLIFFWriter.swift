import TremaCatalog
import TremaMessages

/// A writer for XLIFF 1.2 or 2.0 documents, which contain the texts in the master language and
/// their translations.
///
/// The master language's document contains only sources. An entry with an empty message has not
/// been translated and has no target. As in Xcode's documents, placeholders are text. A message
/// with a plural or select is a single unit in ICU syntax, which loses nothing.
///
/// See XLIFF 1.2 and XLIFF 2.0, OASIS standards, and `Documentation/Formats/XLIFF.md`.
struct XLIFFWriter: LanguageWriter {
  static let supportedFeatures: Features = [
    .status, .context, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms,
    .translatable,
    .array, .plural,
    .select, .tags, .reference, .variation,
  ]

  /// Returns the file's path, such as `TABLE_de.xliff`.
  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.table)_\(file.folderName ?? file.language.description).xliff"]
  }

  private let file: FileDescription
  /// Whether the document contains the master language.
  private let isMaster: Bool
  /// The features of the last entry that could not be written.
  private var losses: [Feature] = []

  init(_ file: FileDescription) {
    self.file = file
    isMaster = file.language == file.masterLanguage
  }

  /// Writes the start tags of the root and the only `file` element.
  mutating func begin(into output: inout [UInt8]) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    switch file.xliffVersion {
    case .v12:
      output.append("<xliff xmlns=\"urn:oasis:names:tc:xliff:document:1.2\" version=\"1.2\">\n")
      output.append("  <file")
      output.append(attribute: "original", file.source)
      output.append(" datatype=\"plaintext\"")
      output.append(attribute: "source-language", file.masterLanguage.description)
      if !isMaster { output.append(attribute: "target-language", file.language.description) }
      output.append(">\n    <body>\n")
    case .v20:
      output.append("<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\"")
      output.append(" xmlns:slr=\"urn:oasis:names:tc:xliff:sizerestriction:2.0\" version=\"2.0\"")
      output.append(attribute: "srcLang", file.masterLanguage.description)
      if !isMaster { output.append(attribute: "trgLang", file.language.description) }
      output.append(">\n  <file id=\"texts\"")
      output.append(attribute: "original", file.source)
      output.append(">\n    <slr:profiles generalProfile=\"xliff:codepoints\"/>\n")
    }
  }

  /// Writes a unit, in the version of the document.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    losses = []
    let unit = XLIFFOutputUnit(entry, isMaster: isMaster, version: file.xliffVersion)
    // The state belongs to the target, so the master value's status is lost.
    if let master = entry.outline.master, master.status != .translated { losses.append(.status) }
    if case .undefined(let word?) = entry.status, !isMaster, !XLIFFState.canRepresent(word) {
      losses.append(.status)
    }
    switch file.xliffVersion {
    case .v12: unit.appendVersion1(into: &output)
    case .v20: unit.appendVersion2(into: &output)
    }
  }

  mutating func appendMissing(_ key: String, _ outline: TextOutline, into output: inout [UInt8]) {
    append(.missing(key, outline), into: &output)
  }

  mutating func end(into output: inout [UInt8]) {
    switch file.xliffVersion {
    case .v12: output.append("    </body>\n  </file>\n</xliff>\n")
    case .v20: output.append("  </file>\n</xliff>\n")
    }
  }

  mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses
  }
}
