#if canImport(CTremaSodium)
  /// An age file's payload: a 16-byte nonce, followed by 64 KiB chunks, each with a tag.
  ///
  /// See C2SP age, "Payload".
  enum AgePayload {
    /// The length of the nonce in bytes.
    private static let nonceLength = 16
    /// The length of each chunk except the last one, in bytes before encryption.
    private static let chunkLength = 65536
    /// The length of an encrypted chunk except the last one, in bytes.
    private static let sealedLength = chunkLength + ChaCha20Poly1305.tagLength

    /// Encrypts the content of a file.
    static func sealed(_ bytes: [UInt8], _ fileKey: [UInt8]) -> [UInt8] {
      let nonce = Sodium.random(nonceLength)
      let key = HMACSHA256.derive(fileKey, salt: nonce, info: "payload")
      var sealed = nonce
      var (offset, chunk) = (0, 0)
      repeat {
        let end = min(offset + chunkLength, bytes.count)
        sealed += ChaCha20Poly1305.seal(
          Array(bytes[offset..<end]), nonce: Self.nonce(chunk, isLast: end == bytes.count), key: key
        )
        (offset, chunk) = (end, chunk + 1)
      } while offset < bytes.count
      return sealed
    }

    /// Decrypts the content of a file.
    ///
    /// - Throws: `tampered`, `truncated`.
    static func opened(_ sealed: ArraySlice<UInt8>, _ fileKey: [UInt8]) throws(AgeError) -> [UInt8]
    {
      guard sealed.count >= nonceLength + ChaCha20Poly1305.tagLength else { throw .truncated }
      let key = HMACSHA256.derive(
        fileKey, salt: Array(sealed.prefix(nonceLength)), info: "payload")
      var bytes: [UInt8] = []
      var (rest, chunk) = (sealed.dropFirst(nonceLength), 0)
      while true {
        let piece = Array(rest.prefix(sealedLength))
        rest = rest.dropFirst(sealedLength)
        let isLast = rest.isEmpty
        let opened = ChaCha20Poly1305.open(piece, nonce: nonce(chunk, isLast: isLast), key: key)
        guard let opened else {
          // The chunk is authentic, but isn't the last chunk, so the file was truncated at its end.
          let isContinued =
            isLast
            && ChaCha20Poly1305.open(piece, nonce: nonce(chunk, isLast: false), key: key) != nil
          throw isContinued ? .truncated : .tampered(chunk: chunk)
        }
        // The last chunk is empty only if the whole content is empty.
        guard !opened.isEmpty || chunk == 0 else { throw .tampered(chunk: chunk) }
        bytes += opened
        if isLast { return bytes }
        chunk += 1
      }
    }

    /// Returns the nonce of a chunk: its number as an 11-byte big-endian integer, and a byte that
    /// marks the last chunk.
    private static func nonce(_ chunk: Int, isLast: Bool) -> [UInt8] {
      [0, 0, 0] + UInt64(chunk).littleEndianBytes.reversed() + [isLast ? 1 : 0]
    }
  }
#endif
