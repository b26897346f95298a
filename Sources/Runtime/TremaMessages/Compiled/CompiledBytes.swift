/// The bytes of a file, kept alive for as long as this object.
///
/// Unchecked, since a pointer is not Sendable: the memory is written before this object is made,
/// never afterwards, and released once, in `deinit`.
package final class CompiledBytes: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// - Parameters:
  ///   - bytes: memory that does not change until `release` is called.
  ///   - release: gives it back: unmaps it, or frees it.
  package init(
    _ bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  /// A copy of bytes in memory.
  package convenience init(copying bytes: some Collection<UInt8>) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    self.init(UnsafeRawBufferPointer(copy)) { $0.deallocate() }
  }

  deinit { release(bytes) }

  package var count: Int { bytes.count }

  /// The 32 bits at an offset; nil when they are not all there.
  func word(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func longWord(at offset: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - 8 else { return nil }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The bytes of a range; nil when they are not all there. Not to be used after this is gone.
  func range(_ start: UInt64, _ length: UInt64) -> UnsafeRawBufferPointer? {
    let (end, overflow) = start.addingReportingOverflow(length)
    guard !overflow, end <= UInt64(bytes.count) else { return nil }
    // Both fit: neither is more than the count.
    return UnsafeRawBufferPointer(
      rebasing: bytes[Int(truncatingIfNeeded: start)..<Int(truncatingIfNeeded: end)])
  }
}

extension String {
  /// The text that is these bytes; nil when they are not UTF-8. `String(validating:as:)` needs
  /// macOS 15.
  init?(exactly bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
