import TremaSupport
import TremaZlib

/// The purpose of reading a ZIP file, which decides how names are compared and what is advised.
enum ZipPurpose {
  case workbook, archive

  /// The parts of a workbook are found in any case of letters.
  func name(_ bytes: [UInt8]) -> [UInt8] {
    self == .workbook ? ZipEntry.folded(bytes) : bytes
  }

  var encryptionHint: String {
    self == .workbook ? "save the file without a password" : "make the archive without a password"
  }

  var sizeHint: String {
    self == .workbook
      ? "the limit protects against hostile files"
      : "the limit protects against hostile files"
  }

  var zip64Hint: String {
    self == .workbook
      ? "save it again in a spreadsheet program" : "unpack it, and name the folder"
  }

  var article: String { self == .workbook ? ", as a workbook is one" : "" }
}

/// Reads the entries of a ZIP file that is in memory. What is odd is refused, since two programs
/// could see two different files in it: overlapping and duplicate entries, gaps before the end,
/// headers that contradict each other.
struct ZipReader {
  let file: String
  let bytes: [UInt8]
  /// The bytes that may still come out of entries.
  private var remaining: Int
  private let limit: Int
  let purpose: ZipPurpose
  private(set) var entries: [ZipEntry] = []
  private var indices: [[UInt8]: Int] = [:]

  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the path to print in diagnostics.
  ///   - limit: the most bytes that all reading of entries together may yield.
  /// - Throws: when the directory or a local header is damaged (kind `.unreadable`).
  init(
    _ bytes: [UInt8], file: String, limit: Int, for purpose: ZipPurpose = .workbook
  ) throws(Diagnostic) {
    self.purpose = purpose
    self.bytes = bytes
    self.file = file
    self.limit = limit
    remaining = limit
    let directory = try directoryRange()
    entries = try readDirectory(directory.range, count: directory.count)
    let starts = try localStarts(of: entries, before: directory.range.lowerBound)
    for (index, entry) in entries.enumerated() {
      entries[index].start = starts[index]
      guard indices.updateValue(index, forKey: purpose.name(entry.name)) == nil else {
        throw invalid("the entry '\(entry.shownName)' occurs twice", at: entry.header)
      }
    }
  }

  /// - Parameter name: with slashes; the case of ASCII letters does not matter.
  func entry(named name: String) -> ZipEntry? {
    indices[purpose.name(Array(name.utf8))].map { entries[$0] }
  }

  /// The bytes of an entry, checked against its check sum.
  mutating func read(_ entry: ZipEntry) throws(Diagnostic) -> [UInt8] {
    if entry.isEncrypted {
      throw unreadable(
        "encrypted-file", "the entry '\(entry.shownName)' is encrypted",
        hint: purpose.encryptionHint)
    }
    let content: [UInt8]
    switch entry.method {
    case ZipFormat.stored: content = try stored(entry)
    case ZipFormat.deflated: content = try inflated(entry)
    default:
      throw unreadable(
        "unsupported-zip",
        "the entry '\(entry.shownName)' is compressed by method \(entry.method)",
        hint: "only stored and deflated entries are read, as all programs write them")
    }
    guard CRC32.of(content) == entry.checkSum else {
      throw invalid("the checksum of '\(entry.shownName)' is wrong", at: entry.start)
    }
    return content
  }

  private mutating func stored(_ entry: ZipEntry) throws(Diagnostic) -> [UInt8] {
    guard entry.compressedSize == entry.size else { throw wrongSize(entry) }
    guard entry.size <= remaining else { throw tooLarge() }
    remaining -= entry.size
    return Array(bytes[entry.start..<(entry.start + entry.size)])
  }

  private mutating func inflated(_ entry: ZipEntry) throws(Diagnostic) -> [UInt8] {
    guard let stream = ZlibStream(.inflate, .raw) else {
      throw unreadable("out-of-memory", "no memory to inflate '\(entry.shownName)'", hint: nil)
    }
    var content: [UInt8] = []
    let most = min(entry.size, remaining)
    let outcome = bytes[entry.start..<(entry.start + entry.compressedSize)]
      .withUnsafeBufferPointer { input in
        stream.run(input) { piece in
          guard piece.count <= most - content.count else { return false }
          content.append(contentsOf: piece)
          return true
        }
      }
    remaining -= content.count
    switch outcome {
    case .complete where content.count == entry.size: return content
    case .stopped where most < entry.size: throw tooLarge()
    case .complete, .stopped: throw wrongSize(entry)
    case .truncated:
      throw invalid(
        "the compressed bytes of '\(entry.shownName)' end too early",
        at: entry.start + entry.compressedSize)
    case .damaged(let offset):
      throw invalid(
        "the compressed bytes of '\(entry.shownName)' are damaged", at: entry.start + offset)
    }
  }

  private func wrongSize(_ entry: ZipEntry) -> Diagnostic {
    invalid("'\(entry.shownName)' does not have the size given in the directory", at: entry.start)
  }

  private func tooLarge() -> Diagnostic {
    unreadable(
      "size-limit", "the contents are larger than \(limit) bytes when decompressed",
      hint: purpose.sizeHint)
  }

  // MARK: Words

  func invalid(_ message: String, at offset: Int) -> Diagnostic {
    unreadable(
      "invalid-zip", "\(message) (byte \(offset))",
      hint: "the file is damaged; fetch it again, or save it again in the program that made it")
  }

  func unreadable(_ code: String, _ message: String, hint: String?) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: file), hint: hint, kind: .unreadable)
  }
}
