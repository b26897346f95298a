import TremaSupport
import TremaZlib

/// Writes a ZIP file: the entries in the order in which they come, all of 1 January 1980, so that
/// the same entries make the same bytes with the same zlib.
struct ZipWriter {
  /// Midnight, and the first day that a ZIP file can name.
  private static let time = 0
  private static let date = 1 << 5 | 1
  /// 2.0, which knows deflate; the upper byte says that no system's file attributes follow.
  private static let version = 20

  private let file: String
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// - Parameter file: the path to print in diagnostics.
  init(file: String) { self.file = file }

  /// - Parameters:
  ///   - name: with slashes, and not there yet.
  ///   - content: deflated where that makes it smaller.
  /// - Throws: when the file would need ZIP64 (kind `.unwritable`).
  mutating func append(_ name: String, _ content: [UInt8]) throws(Diagnostic) {
    guard content.count < 0xFFFF_FFFF, name.utf8.count < 0xFFFF, count < 0xFFFE else {
      throw tooLarge()
    }
    let deflated = try deflated(content)
    let isSmaller = deflated.count < content.count
    let packed = isSmaller ? deflated : content
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
    guard bytes.count < 0xFFFF_FFFF else { throw tooLarge() }
  }

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

  private func deflated(_ content: [UInt8]) throws(Diagnostic) -> [UInt8] {
    guard let stream = ZlibStream(.deflate, .raw) else {
      throw unwritable("out-of-memory", "no memory to compress the workbook", hint: nil)
    }
    var packed: [UInt8] = []
    let outcome = content.withUnsafeBufferPointer { input in
      stream.run(input) { piece in
        packed.append(contentsOf: piece)
        return true
      }
    }
    guard outcome == .complete else {
      throw unwritable("internal-error", "zlib did not compress the workbook", hint: nil)
    }
    return packed
  }

  private func tooLarge() -> Diagnostic {
    unwritable(
      "size-limit", "the workbook would be larger than 4 GiB",
      hint: "write fewer texts into one workbook")
  }

  private func unwritable(_ code: String, _ message: String, hint: String?) -> Diagnostic {
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
