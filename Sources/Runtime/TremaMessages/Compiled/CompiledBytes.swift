/// A file's bytes. They remain valid as long as this object exists.
///
/// `@unchecked Sendable` is necessary because pointers are not `Sendable`. It is safe because the
/// memory is written before the object is created, never changed afterwards, and released once in
/// `deinit`.
package final class CompiledBytes: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  /// Releases the memory.
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Creates an object that owns memory.
  ///
  /// - Parameters:
  ///   - bytes: The memory, which must not change until `release` is called.
  ///   - release: Releases the memory, for example by unmapping it.
  package init(
    _ bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  /// Creates an object with a copy of bytes.
  package convenience init(copying bytes: some Collection<UInt8>) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    self.init(UnsafeRawBufferPointer(copy)) { $0.deallocate() }
  }

  deinit { release(bytes) }

  /// The number of bytes.
  package var count: Int { bytes.count }

  /// Returns the 32-bit integer at an offset, or `nil` if it is out of bounds.
  func word(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Returns the 64-bit integer at an offset, or `nil` if it is out of bounds.
  func longWord(at offset: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - 8 else { return nil }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns the bytes in a range, or `nil` if it is out of bounds. They must not be used after
  /// this object is released.
  func range(_ start: UInt64, _ length: UInt64) -> UnsafeRawBufferPointer? {
    let (end, overflow) = start.addingReportingOverflow(length)
    guard !overflow, end <= UInt64(bytes.count) else { return nil }
    // Both conversions are exact, as neither value exceeds the number of bytes.
    return UnsafeRawBufferPointer(
      rebasing: bytes[Int(truncatingIfNeeded: start)..<Int(truncatingIfNeeded: end)])
  }
}

extension String {
  /// Creates a string from UTF-8, or returns `nil` if the bytes are invalid.
  /// `String(validating:as:)` requires macOS 15.
  init?(exactly bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
