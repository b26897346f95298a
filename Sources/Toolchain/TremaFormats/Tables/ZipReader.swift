import TremaSupport
import TremaZlib

/// The purpose of reading a ZIP file, which determines how names are compared and how hints are
/// worded.
enum ZipPurpose {
  case workbook, archive

  /// Returns the form of a name that is used for comparison. Parts of a workbook are located
  /// case-insensitively.
  func name(_ bytes: [UInt8]) -> [UInt8] {
    self == .workbook ? ZipEntry.folded(bytes) : bytes
  }

  /// The hint for an encrypted entry.
  var encryptionHint: String {
    self == .workbook
      ? "save the file without a password" : "recreate the archive without a password"
  }

  /// The hint for content that exceeds the size limit.
  var sizeHint: String {
    self == .workbook
      ? "split the workbook; the limit protects against malicious files"
      : "extract the archive, and specify its folder; the limit protects against malicious files"
  }

  /// The hint for a ZIP64 file.
  var zip64Hint: String {
    self == .workbook
      ? "save it again in a spreadsheet program" : "extract it, and specify its folder"
  }

  /// The end of the message about a file that is not a ZIP file.
  var messageSuffix: String { self == .workbook ? ", so it is not a workbook" : "" }
}

/// A reader for a ZIP file in memory. It rejects files that programs could interpret differently
/// because they have overlapping or duplicate entries, gaps before the end, or contradictory
/// headers.
struct ZipReader {
  let file: String
  let bytes: [UInt8]
  /// The number of decompressed bytes that may still be read.
  private var remainingLength: Int
  /// The maximum number of decompressed bytes, for messages.
  private let limit: Int
  let purpose: ZipPurpose
  private(set) var entries: [ZipEntry] = []
  /// The entry indices, by the form of the name that is used for comparison.
  private var indices: [[UInt8]: Int] = [:]

  /// Opens a ZIP file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The path to print in diagnostics.
  ///   - limit: The maximum total decompressed size of the entries that are read, in bytes.
  ///   - purpose: The purpose, which determines the comparison of names and the hints.
  /// - Throws: An `.unreadableArchive` diagnostic if the directory or a local header is damaged.
  init(
    _ bytes: [UInt8], file: String, limit: Int, for purpose: ZipPurpose = .workbook
  ) throws(Diagnostic) {
    self.purpose = purpose
    self.bytes = bytes
    self.file = file
    self.limit = limit
    remainingLength = limit
    let directory = try directoryRange()
    entries = try readDirectory(directory.range, count: directory.count)
    let starts = try localStarts(of: entries, before: directory.range.lowerBound)
    for (index, entry) in entries.enumerated() {
      entries[index].start = starts[index]
      guard indices.updateValue(index, forKey: purpose.name(entry.name)) == nil else {
        throw invalidArchive(
          "the entry '\(entry.displayName)' occurs twice", at: entry.headerOffset)
      }
    }
  }

  /// Returns the entry with a name, or `nil` if there is none.
  ///
  /// - Parameter name: The name, with slashes. In a workbook, the case of ASCII letters is ignored.
  func entry(named name: String) -> ZipEntry? {
    indices[purpose.name(Array(name.utf8))].map { entries[$0] }
  }

  /// Returns the decompressed bytes of an entry. Verifies their checksum.
  ///
  /// - Throws: A diagnostic if the entry is encrypted, is damaged, uses an unsupported compression
  ///   method, or exceeds the limit.
  mutating func read(_ entry: ZipEntry) throws(Diagnostic) -> [UInt8] {
    if entry.isEncrypted {
      throw unreadableArchive(
        "encrypted-file", "the entry '\(entry.displayName)' is encrypted",
        hint: purpose.encryptionHint)
    }
    let content: [UInt8]
    switch entry.method {
    case ZipFormat.stored: content = try stored(entry)
    case ZipFormat.deflated: content = try inflated(entry)
    default:
      throw unreadableArchive(
        "unsupported-zip",
        "the entry '\(entry.displayName)' is compressed with method \(entry.method)",
        hint: "compress it with Deflate, or not at all")
    }
    guard CRC32.of(content) == entry.checkSum else {
      throw invalidArchive("the checksum of '\(entry.displayName)' does not match", at: entry.start)
    }
    return content
  }

  /// Returns the bytes of an uncompressed entry.
  private mutating func stored(_ entry: ZipEntry) throws(Diagnostic) -> [UInt8] {
    guard entry.compressedSize == entry.size else { throw sizeMismatch(entry) }
    guard entry.size <= remainingLength else { throw excessiveSize() }
    remainingLength -= entry.size
    return Array(bytes[entry.start..<(entry.start + entry.size)])
  }

  /// Returns the decompressed bytes of a compressed entry.
  private mutating func inflated(_ entry: ZipEntry) throws(Diagnostic) -> [UInt8] {
    guard let stream = ZlibStream(.inflate, .raw) else {
      throw unreadableArchive(
        "out-of-memory", "not enough memory to decompress '\(entry.displayName)'", hint: nil)
    }
    var content: [UInt8] = []
    // Decompression stops at the declared size, so a false size cannot exceed the limit.
    let limit = min(entry.size, remainingLength)
    let outcome = bytes[entry.start..<(entry.start + entry.compressedSize)]
      .withUnsafeBufferPointer { input in
        stream.run(input) { piece in
          guard piece.count <= limit - content.count else { return false }
          content.append(contentsOf: piece)
          return true
        }
      }
    remainingLength -= content.count
    switch outcome {
    case .complete where content.count == entry.size: return content
    case .stopped where limit < entry.size: throw excessiveSize()
    case .complete, .stopped: throw sizeMismatch(entry)
    case .truncated:
      throw invalidArchive(
        "the compressed data of '\(entry.displayName)' is truncated",
        at: entry.start + entry.compressedSize)
    case .damaged(let offset):
      throw invalidArchive(
        "the compressed data of '\(entry.displayName)' is damaged", at: entry.start + offset)
    }
  }

  /// Returns the diagnostic for an entry whose content does not have the declared size.
  private func sizeMismatch(_ entry: ZipEntry) -> Diagnostic {
    invalidArchive(
      "'\(entry.displayName)' does not have the size given in the directory", at: entry.start)
  }

  private func excessiveSize() -> Diagnostic {
    unreadableArchive(
      "size-limit", "the contents are larger than \(limit) bytes when decompressed",
      hint: purpose.sizeHint)
  }

  // MARK: Diagnostics

  /// Returns the diagnostic for a damaged file.
  ///
  /// - Parameter offset: The offset of the problem, in bytes, which the message contains.
  func invalidArchive(_ message: String, at offset: Int) -> Diagnostic {
    unreadableArchive(
      "invalid-zip", "\(message) (byte \(offset))",
      hint:
        "download the file again, or save it again in the program that created it; it is damaged")
  }

  /// Returns an `.unreadableArchive` diagnostic without a position.
  func unreadableArchive(_ code: String, _ message: String, hint: String?) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: file), hint: hint, kind: .unreadable)
  }
}
