#if canImport(CTremaSodium)
  internal import CTremaSodium
  import TremaSecrets

  /// Bytes in protected memory, which is surrounded by inaccessible pages, excluded from swap and
  /// core dumps where the system allows it, and overwritten when it is released.
  ///
  /// `@unchecked Sendable` holds because the memory is written only in `init`, before the object is
  /// shared, and freed in `deinit`.
  final class SecretBytes: @unchecked Sendable {
    /// The number of bytes.
    let count: Int
    /// The memory, allocated by libsodium.
    private let memory: UnsafeMutableRawPointer

    /// Allocates memory and fills it.
    ///
    /// - Parameter fill: Writes the `count` bytes, which are initially zero.
    init<Failure: Error>(
      count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
      Sodium.start()
      // The allocation fails only if memory is exhausted, when an array would trap too.
      guard let memory = sodium_malloc(count) else {
        preconditionFailure("there is not enough memory for \(count) bytes")
      }
      self.count = count
      self.memory = memory
      sodium_memzero(memory, count)
      try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    /// Copies bytes. The original remains in ordinary memory.
    convenience init(copying bytes: [UInt8]) {
      self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Returns random bytes.
    static func random(_ count: Int) -> SecretBytes {
      SecretBytes(count: count) { buffer in
        if let base = buffer.baseAddress { randombytes_buf(base, count) }
      }
    }

    deinit { sodium_free(memory) }

    /// Calls `body` with the bytes. The pointer is valid only for the duration of the call.
    func withBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Returns a copy in ordinary memory.
    func copy() -> [UInt8] { withBytes { [UInt8]($0) } }

    /// Calls `body` with the address of the first byte, for libsodium functions that take no
    /// length. The pointer is valid only for the duration of the call.
    func withPointer<Result, Failure: Error>(
      _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
    }
  }

  extension SecretBytes: Redacted {
    /// The mask of redacted values.
    var description: String { redactionMask }
  }
#endif
