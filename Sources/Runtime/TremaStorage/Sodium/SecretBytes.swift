#if canImport(CTremaSodium)
  internal import CTremaSodium
  import TremaSecrets

  /// Bytes in memory of their own: between inaccessible pages, kept out of swap and core dumps
  /// where the system allows it, and overwritten when they are released.
  ///
  /// `@unchecked Sendable` holds because the memory is written in `init` alone, before the object
  /// is shared, and freed in `deinit`.
  final class SecretBytes: @unchecked Sendable {
    let count: Int
    private let memory: UnsafeMutableRawPointer

    /// - Parameter fill: writes all `count` bytes, which are zeros.
    init<Failure: Error>(
      count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
      Sodium.start()
      // Only a system without memory refuses, as it would an array.
      guard let memory = sodium_malloc(count) else {
        preconditionFailure("there is no memory for \(count) bytes")
      }
      self.count = count
      self.memory = memory
      sodium_memzero(memory, count)
      try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    convenience init(copying bytes: [UInt8]) {
      self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    static func random(_ count: Int) -> SecretBytes {
      SecretBytes(count: count) { buffer in
        if let base = buffer.baseAddress { randombytes_buf(base, count) }
      }
    }

    deinit { sodium_free(memory) }

    /// The pointer is good within `body` alone.
    func withBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// A copy in common memory.
    func copy() -> [UInt8] { withBytes { [UInt8]($0) } }

    /// For what of libsodium takes the start of the bytes alone.
    func withPointer<Result, Failure: Error>(
      _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
    }
  }

  extension SecretBytes: Redacted {
    var description: String { redactionMask }
  }
#endif
