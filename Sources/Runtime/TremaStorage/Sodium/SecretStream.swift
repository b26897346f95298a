#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// Chunks that are sealed one after another, so that none can be changed, moved, doubled or left out,
  /// and the last one says that it is the last.
  ///
  /// Source: libsodium's secretstream, XChaCha20-Poly1305.
  enum SecretStream {
    static let headerLength = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
    /// The number of bytes by which a sealed chunk is longer.
    static let overhead = 17

    /// The result of opening a chunk.
    enum Opened {
      case more, last, refused
    }

    struct Writer {
      let header: [UInt8]
      private var state: crypto_secretstream_xchacha20poly1305_state

      init(key: SecretBytes) {
        precondition(key.count == AEAD.keyLength, "a key has \(AEAD.keyLength) bytes")
        var header = [UInt8](repeating: 0, count: headerLength)
        var state = crypto_secretstream_xchacha20poly1305_state()
        key.withPointer {
          _ = crypto_secretstream_xchacha20poly1305_init_push(&state, &header, $0)
        }
        self.header = header
        self.state = state
      }

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

    struct Reader {
      private var state = crypto_secretstream_xchacha20poly1305_state()

      init(key: SecretBytes, header: [UInt8]) {
        precondition(key.count == AEAD.keyLength, "a key has \(AEAD.keyLength) bytes")
        precondition(header.count == headerLength, "a header has \(headerLength) bytes")
        key.withPointer {
          _ = crypto_secretstream_xchacha20poly1305_init_pull(&state, header, $0)
        }
      }

      /// - Parameter target: as long as `sealed` without the ``overhead``.
      mutating func open(
        _ sealed: ArraySlice<UInt8>, additional: [UInt8], into target: UnsafeMutableRawBufferPointer
      ) -> Opened {
        precondition(target.count == sealed.count - overhead, "a place as long as the chunk")
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
