#if canImport(CTremaSodium)
  /// A vault file's encrypted secrets: the chunks of one stream.
  enum VaultBody {
    /// The length of each chunk except the last one, in bytes before encryption.
    static let chunkLength = 65536

    /// Returns the encrypted length for a number of bytes.
    static func length(_ count: Int) -> Int {
      let chunks = max(1, (count + chunkLength - 1) / chunkLength)
      return count + chunks * SecretStream.overhead
    }

    /// Encrypts the secrets.
    ///
    /// - Parameters:
    ///   - writer: The stream. Its header is stored in the vault's header.
    ///   - additional: The part of the header that is authenticated with each chunk.
    static func sealed(
      _ secrets: SecretBytes, with writer: consuming SecretStream.Writer, additional: [UInt8]
    ) -> [UInt8] {
      var writer = writer
      var sealed: [UInt8] = []
      sealed.reserveCapacity(length(secrets.count))
      secrets.withBytes { bytes in
        var offset = 0
        repeat {
          let end = min(offset + chunkLength, bytes.count)
          sealed += writer.seal(
            UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), additional: additional,
            isLast: end == bytes.count)
          offset = end
        } while offset < bytes.count
      }
      return sealed
    }

    /// Decrypts the secrets.
    ///
    /// - Throws: `tampered`; `truncated` if no chunk is marked as the last one.
    static func opened(
      _ sealed: ArraySlice<UInt8>, with reader: consuming SecretStream.Reader, additional: [UInt8],
      path: String
    ) throws(SecretError) -> SecretBytes {
      let sealedLength = chunkLength + SecretStream.overhead
      let chunks = (sealed.count + sealedLength - 1) / sealedLength
      let count = sealed.count - chunks * SecretStream.overhead
      // A chunk shorter than its overhead is invalid, whether alone or at the end.
      guard chunks > 0, sealed.count - (chunks - 1) * sealedLength >= SecretStream.overhead else {
        throw .tampered(chunk: max(0, chunks - 1), path: path)
      }
      var reader = reader
      return try SecretBytes(count: count) { (target) throws(SecretError) in
        for chunk in 0..<chunks {
          let start = sealed.startIndex + chunk * sealedLength
          let end = min(start + sealedLength, sealed.endIndex)
          let offset = chunk * chunkLength
          let result = reader.open(
            sealed[start..<end], additional: additional,
            into: UnsafeMutableRawBufferPointer(
              rebasing: target[offset..<offset + end - start - SecretStream.overhead]))
          let isAtEnd = chunk == chunks - 1
          switch result {
          case .more where !isAtEnd, .last where isAtEnd: continue
          case .more: throw .truncated(path: path)
          // Bytes after the last chunk must have been added without the key.
          case .last: throw .tampered(chunk: chunk + 1, path: path)
          case .refused: throw .tampered(chunk: chunk, path: path)
          }
        }
      }
    }
  }
#endif
