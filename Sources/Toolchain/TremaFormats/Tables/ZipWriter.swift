import TremaSupport
import TremaZlib

/// A writer for ZIP files. Entries are written in the order in which they are appended and have the
/// date January 1, 1980, so the output is deterministic for a given version of zlib.
struct ZipWriter {
  /// Midnight and January 1, 1980, in MS-DOS format. This is the earliest date that the format can
  /// represent.
  private static let time = 0
  private static let date = 1 << 5 | 1
  /// Version 2.0, which introduced deflate. The upper byte, which identifies the system of the file
  /// attributes, is 0.
  private static let version = 20

  private let file: String
  /// The entries written so far.
  private var bytes: [UInt8] = []
  /// The central directory written so far.
  private var directory: [UInt8] = []
  /// The number of entries written so far.
  private var count = 0

  /// Creates a writer without entries.
  ///
  /// - Parameter file: The path to print in diagnostics.
  init(file: String) { self.file = file }

  /// Appends an entry.
  ///
  /// - Parameters:
  ///   - name: The name, with slashes. It must not have been used before.
  ///   - content: The bytes, which are compressed if that makes them smaller.
  /// - Throws: An `.unwritableArchive` diagnostic if the file would need ZIP64.
  mutating func append(_ name: String, _ content: [UInt8]) throws(Diagnostic) {
    // 0xFFFF and 0xFFFFFFFF are reserved as references to ZIP64 fields.
    guard content.count < 0xFFFF_FFFF, name.utf8.count < 0xFFFF, count < 0xFFFE else {
      throw excessiveSize()
    }
    let deflated = try deflated(content)
    let isSmaller = deflated.count < content.count
    let packed = isSmaller ? deflated : content
    // The local header and the directory entry have these fields in common.
    var header: [UInt8] = []
    header.append(little16: Self.version)
    header.append(little16: name.utf8.contains { $0 >= 0x80 } ? ZipFormat.utf8Name : 0)
    header.append(little16: isSmaller ? ZipFormat.deflated : ZipFormat.stored)
    header.append(little16: Self.time)
    header.append(little16: Self.date)
    header.append(little32: Int(CRC32.of(content)))
    header.append(little32: packed.count)
    header.append(little32: content.count)
    header.append(little16: name.utf8.count)
    header.append(little16: 0)  // extra fields
    directory.append(little32: ZipFormat.directorySignature)
    directory.append(little16: Self.version)
    directory += header
    directory.append(little16: 0)  // comment
    directory.append(little16: 0)  // disk
    directory.append(little16: 0)  // internal attributes
    directory.append(little32: 0)  // external attributes
    directory.append(little32: bytes.count)
    directory += name.utf8
    bytes.append(little32: ZipFormat.localSignature)
    bytes += header
    bytes += name.utf8
    bytes += packed
    count += 1
    guard bytes.count < 0xFFFF_FFFF else { throw excessiveSize() }
  }

  /// Appends the directory and the end record, and returns the whole file.
  consuming func finish() throws(Diagnostic) -> [UInt8] {
    let start = bytes.count
    bytes += directory
    bytes.append(little32: ZipFormat.endSignature)
    bytes.append(little16: 0)  // this disk
    bytes.append(little16: 0)  // disk of the directory
    bytes.append(little16: count)
    bytes.append(little16: count)
    bytes.append(little32: directory.count)
    bytes.append(little32: start)
    bytes.append(little16: 0)  // comment
    return bytes
  }

  /// Returns compressed bytes.
  ///
  /// - Throws: A diagnostic if zlib runs out of memory.
  private func deflated(_ content: [UInt8]) throws(Diagnostic) -> [UInt8] {
    guard let stream = ZlibStream(.deflate, .raw) else {
      throw unwritableArchive(
        "out-of-memory", "not enough memory to compress the workbook", hint: nil)
    }
    var packed: [UInt8] = []
    let outcome = content.withUnsafeBufferPointer { input in
      stream.run(input) { piece in
        packed.append(contentsOf: piece)
        return true
      }
    }
    guard outcome == .complete else {
      throw unwritableArchive("internal-error", "zlib did not compress the workbook", hint: nil)
    }
    return packed
  }

  private func excessiveSize() -> Diagnostic {
    unwritableArchive(
      "size-limit", "the workbook would be larger than 4 GiB",
      hint: "split the texts into several workbooks")
  }

  private func unwritableArchive(_ code: String, _ message: String, hint: String?) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: file), hint: hint, kind: .unwritable)
  }
}

extension [UInt8] {
  fileprivate mutating func append(little16 value: Int) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  fileprivate mutating func append(little32 value: Int) {
    append(little16: value)
    append(little16: value >> 16)
  }
}
