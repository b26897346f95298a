internal import Foundation
internal import TremaMessages

extension TextTable {
  /// The maximum file size, in bytes. Larger files are treated as damaged. The largest file known
  /// in practice is 2 MB.
  static let maxFileSize = 64 << 20

  /// The result of opening a table's files.
  struct LoadResult {
    /// The table, or `nil` if there is no readable file.
    var table: TextTable?
    /// The problems of the files.
    var problems: [TranslationProblem.Reason] = []
  }

  /// Opens the files of a table. A compiled catalog is preferred over the text files.
  ///
  /// - Parameters:
  ///   - path: The path of the files without an extension.
  ///   - language: The language of the texts.
  static func load(_ path: String, in language: LanguageTag?) -> LoadResult {
    var loaded = LoadResult()
    let (compiled, problem) = CompiledTexts.open(path + ".tremac")
    if let compiled {
      loaded.table = TextTable(compiled, language: language)
      return loaded
    }
    if let problem { loaded.problems.append(.unreadableCompiled(problem)) }
    let texts = open(path + ".strings", with: read) {
      loaded.problems.append(.unreadableTable($0))
    }
    let plurals = open(path + ".stringsdict", with: readPlurals) {
      loaded.problems.append(.unreadablePlurals($0))
    }
    if texts != nil || plurals != nil {
      loaded.table = TextTable(
        ParsedTexts(texts ?? [:], plurals: plurals ?? [:], language: language), language: language)
    }
    return loaded
  }

  /// Reads a file. An unreadable file is reported, but a missing file is not.
  private static func open<Entries>(
    _ path: String, with read: ([UInt8]) -> (Entries?, problem: String?),
    report: (String) -> Void
  ) -> Entries? {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      // Reading from a pipe or a device could block.
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        report("is not a regular file")
        return nil
      }
      guard let size = attributes[.size] as? Int, size <= maxFileSize else {
        report("is larger than \(maxFileSize >> 20) MiB")
        return nil
      }
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return nil
    } catch {
      report("cannot be opened: \(error.localizedDescription)")
      return nil
    }
    do {
      let (entries, problem) = read(Array(try Data(contentsOf: file)))
      if let problem { report(problem) }
      return entries
    } catch {
      report("cannot be read: \(error.localizedDescription)")
      return nil
    }
  }

  /// Reads the contents of a `.strings` file.
  ///
  /// - Returns: The texts, or `nil` if none could be read, and the file's problem.
  static func read(_ bytes: [UInt8]) -> (texts: [TextKey: String]?, problem: String?) {
    guard let (entries, problem) = readPropertyList(bytes) else {
      let text = utf8(bytes)
      // Damaged UTF-16 cannot be decoded in part.
      if text == nil, isUTF16(bytes) { return (nil, notUnicode) }
      let (texts, failure) = StringsReader.read(
        text ?? withoutByteOrderMark(bytes), isValid: text != nil)
      return (
        texts.isEmpty && failure != nil ? nil : texts,
        failure.map {
          "line \($0.line): \($0.reason)\($0.skipsRemainder ? "; the texts after it are missing" : "")"
        }
      )
    }
    guard let entries else { return (nil, problem) }
    let odd = entries.filter { $0.value.text == nil }.map(\.key.text).min()
    return (
      entries.compactMapValues(\.text), problem ?? odd.map { "the value of '\($0)' is not a text" }
    )
  }

  /// Reads the contents of a `.stringsdict` file.
  ///
  /// - Returns: The entries, or `nil` if none could be read, and the problem of the file.
  static func readPlurals(_ bytes: [UInt8]) -> (
    entries: [TextKey: PropertyListValue]?, problem: String?
  ) {
    if let read = readPropertyList(bytes) { return read }
    return (nil, utf8(bytes) == nil ? notUnicode : "is not a property list")
  }

  private static let notUnicode = "is neither UTF-8 nor UTF-16 with a byte order mark"

  /// Reads a property list in the binary or XML format. Returns `nil` if the file is in neither
  /// format.
  private static func readPropertyList(
    _ bytes: [UInt8]
  ) -> (entries: [TextKey: PropertyListValue]?, problem: String?)? {
    if bytes.starts(with: BinaryPropertyListReader.signature) {
      let entries = BinaryPropertyListReader.read(bytes)
      return (entries, entries == nil ? "is a damaged binary property list" : nil)
    }
    guard let text = utf8(bytes) else { return nil }
    let start = text.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    guard start == UInt8(ascii: "<") else { return nil }
    let (entries, failure) = XMLPropertyListReader.read(text)
    return (
      failure != nil && entries.isEmpty ? nil : entries,
      failure.map { "line \($0.line): \($0.reason); the texts after it are missing" }
    )
  }

  /// Returns the bytes as UTF-8 without a byte order mark, or `nil` if their encoding is invalid.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    if isUTF16(bytes) { return String(bytes: bytes, encoding: .utf16).map { Array($0.utf8) } }
    let body = withoutByteOrderMark(bytes)
    return String(bytes: body, encoding: .utf8) == nil ? nil : body
  }

  /// Returns the bytes without a UTF-8 byte order mark.
  private static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Returns whether the bytes start with a UTF-16 byte order mark.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }
}
