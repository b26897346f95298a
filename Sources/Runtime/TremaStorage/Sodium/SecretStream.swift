#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// Encryption for a stream of chunks: no chunk can be changed, moved, repeated or removed without
  /// detection, and the last chunk is marked as such.
  ///
  /// See libsodium's secretstream, XChaCha20-Poly1305.
  enum SecretStream {
    /// The length of the stream's header in bytes.
    static let headerLength = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
    /// The number of bytes that sealing adds to a chunk.
    static let overhead = 17

    /// The result of opening a chunk: an authentic chunk that is followed by others, the authentic
    /// last chunk, or a chunk that is not authentic.
    enum OpenedChunk {
      case more, last, refused
    }

    /// The encryption of a stream.
    struct Writer {
      /// The header of the stream, required for reading it.
      let header: [UInt8]
      /// The libsodium state, which changes with each chunk.
      private var state: crypto_secretstream_xchacha20poly1305_state

      /// Starts a stream with a random header.
      init(key: SecretBytes) {
        precondition(key.count == AEAD.keyLength, "a key must have \(AEAD.keyLength) bytes")
        var header = [UInt8](repeating: 0, count: headerLength)
        var state = crypto_secretstream_xchacha20poly1305_state()
        key.withPointer {
          _ = crypto_secretstream_xchacha20poly1305_init_push(&state, &header, $0)
        }
        self.header = header
        self.state = state
      }

      /// Returns the next chunk, encrypted.
      ///
      /// - Parameter additional: Data that is authenticated but not stored.
      mutating func seal(
        _ chunk: UnsafeRawBufferPointer, additional: [UInt8], isLast: Bool
      ) -> [UInt8] {
        let tag =
          isLast
          ? crypto_secretstream_xchacha20poly1305_tag_final()
          : crypto_secretstream_xchacha20poly1305_tag_message()
        var sealed = [UInt8](repeating: 0, count: chunk.count + overhead)
        crypto_secretstream_xchacha20poly1305_push(
          &state, &sealed, nil, chunk.baseAddress?.assumingMemoryBound(to: UInt8.self),
          UInt64(chunk.count), additional, UInt64(additional.count), tag)
        return sealed
      }
    }

    /// The decryption of a stream.
    struct Reader {
      /// The libsodium state, which changes with each chunk.
      private var state = crypto_secretstream_xchacha20poly1305_state()

      /// Starts reading a stream with its header.
      init(key: SecretBytes, header: [UInt8]) {
        precondition(key.count == AEAD.keyLength, "a key must have \(AEAD.keyLength) bytes")
        precondition(header.count == headerLength, "a header must have \(headerLength) bytes")
        key.withPointer {
          _ = crypto_secretstream_xchacha20poly1305_init_pull(&state, header, $0)
        }
      }

      /// Decrypts the next chunk into memory.
      ///
      /// - Parameter target: The memory for the chunk. Its length must be the length of `sealed`
      ///   minus `overhead`.
      mutating func open(
        _ sealed: ArraySlice<UInt8>, additional: [UInt8], into target: UnsafeMutableRawBufferPointer
      ) -> OpenedChunk {
        precondition(
          target.count == sealed.count - overhead, "the target must be as long as the chunk")
        var tag: UInt8 = 0
        let status = sealed.withUnsafeBufferPointer { sealed in
          crypto_secretstream_xchacha20poly1305_pull(
            &state, target.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, &tag,
            sealed.baseAddress, UInt64(sealed.count), additional, UInt64(additional.count))
        }
        if status != 0 { return .refused }
        return tag == crypto_secretstream_xchacha20poly1305_tag_final() ? .last : .more
      }
    }
  }
#endif
