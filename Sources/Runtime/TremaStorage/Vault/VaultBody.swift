#if canImport(CTremaSodium)
  /// The secrets of a vault as they lie in its file: chunks of one stream.
  enum VaultBody {
    /// The length of each chunk but the last, before it is sealed.
    static let chunkLength = 65536

    /// - Returns: how long it is when it is sealed.
    static func length(_ count: Int) -> Int {
      let chunks = max(1, (count + chunkLength - 1) / chunkLength)
      return count + chunks * SecretStream.overhead
    }

    /// - Parameter writer: its header is in the vault's.
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

    /// - Throws: `tampered`, and `truncated` where no chunk says that it is the last.
    static func opened(
      _ sealed: ArraySlice<UInt8>, with reader: consuming SecretStream.Reader, additional: [UInt8],
      path: String
    ) throws(SecretError) -> SecretBytes {
      let sealedLength = chunkLength + SecretStream.overhead
      let chunks = (sealed.count + sealedLength - 1) / sealedLength
      let count = sealed.count - chunks * SecretStream.overhead
      // What is shorter than an empty chunk holds none; the rest of one at the end holds nothing.
      guard chunks > 0, sealed.count - (chunks - 1) * sealedLength >= SecretStream.overhead else {
        throw .tampered(chunk: max(0, chunks - 1), path: path)
      }
      var reader = reader
      return try SecretBytes(count: count) { (target) throws(SecretError) in
        for chunk in 0..<chunks {
          let start = sealed.startIndex + chunk * sealedLength
          let end = min(start + sealedLength, sealed.endIndex)
          let place = chunk * chunkLength
          let found = reader.open(
            sealed[start..<end], additional: additional,
            into: UnsafeMutableRawBufferPointer(
              rebasing: target[place..<place + end - start - SecretStream.overhead]))
          let isAtEnd = chunk == chunks - 1
          switch found {
          case .more where !isAtEnd, .last where isAtEnd: continue
          case .more: throw .truncated(path: path)
          // Bytes after the last chunk were added by a stranger.
          case .last: throw .tampered(chunk: chunk + 1, path: path)
          case .refused: throw .tampered(chunk: chunk, path: path)
          }
        }
      }
    }
  }
#endif
