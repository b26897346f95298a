#if canImport(CTremaSodium)
  /// The header of a vault, its first 140 bytes. `Documentation/Storage/Vault.md` describes the
  /// fields.
  struct VaultHeader: Equatable {
    /// The format's version.
    static let version: UInt32 = 1
    /// The length of the header in bytes.
    static let length = 140
    /// The length of a checksum in bytes.
    static let checksumLength = 32
    /// The file's signature. As in PNG's signature, the second half detects line-ending conversion.
    static let magic: [UInt8] = [0x89, 0x54, 0x52, 0x4D, 0x56, 0x0D, 0x0A, 0x1A]
    /// The maximum header length in any version, in bytes.
    private static let maximumLength = 4096

    /// The random identifier of the vault, 16 bytes.
    var identifier: [UInt8]
    /// The number of the key that encrypts the body.
    var dataKeyNumber: UInt32
    /// The derivation of the key that wraps the keys.
    var derivation: KeyDerivation
    /// A counter that is incremented on every change, used to detect rollback.
    var changeCount: UInt64
    /// The number of wrapped keys.
    var keyCount: UInt32
    /// The length of the encrypted body in bytes.
    var bodyLength: UInt64
    /// The header of the body's stream, which binds the body to this header.
    var streamHeader: [UInt8]

    /// The fields of the header that change only with the body. They are authenticated with each
    /// chunk.
    var bodyAssociatedData: [UInt8] {
      Self.magic + Self.version.littleEndianBytes + UInt32(Self.length).littleEndianBytes
        + identifier + dataKeyNumber.littleEndianBytes
    }

    /// The whole header except its checksum. It is authenticated with each wrapped key.
    var keyAssociatedData: [UInt8] {
      bodyAssociatedData + derivation.bytes + changeCount.littleEndianBytes
        + keyCount.littleEndianBytes
        + bodyLength.littleEndianBytes + streamHeader
    }

    /// The encoding of the header, with its checksum.
    var bytes: [UInt8] {
      let part = keyAssociatedData
      return part + BLAKE2b.digest(part)
    }

    /// Reads the header at the start of a file.
    ///
    /// - Throws: `truncated`, `damaged(.header)`, `newerFormat`.
    init(_ file: [UInt8], path: String) throws(SecretError) {
      let magic = file.prefix(Self.magic.count)
      guard Self.magic.starts(with: magic) else { throw .damaged(.header, path: path) }
      guard file.count >= 16 else { throw .truncated(path: path) }
      let words = file.withUnsafeBytes { buffer -> (UInt32, UInt32)? in
        var reader = LittleEndianReader(UnsafeRawBufferPointer(rebasing: buffer[8..<16]))
        guard let version = reader.readNumber(UInt32.self),
          let length = reader.readNumber(UInt32.self)
        else {
          return nil
        }
        return (version, length)
      }
      guard let (version, length) = words, version > 0, length >= 16 + Self.checksumLength,
        length <= Self.maximumLength
      else { throw .damaged(.header, path: path) }
      guard file.count >= length else { throw .truncated(path: path) }
      let end = Int(length) - Self.checksumLength
      // The checksum is the last field of the header in every version, so a damaged version number
      // isn't mistaken for a newer version.
      guard BLAKE2b.digest(Array(file[..<end])) == Array(file[end..<Int(length)]) else {
        throw .damaged(.header, path: path)
      }
      guard version == Self.version else {
        throw .newerFormat(found: Int(version), supported: Int(Self.version), path: path)
      }
      let header =
        length == Self.length ? file.withUnsafeBytes { Self(LittleEndianReader($0)) } : nil
      guard let header else { throw .damaged(.header, path: path) }
      self = header
    }

    /// Reads the fields of this version. Returns `nil` if a field is invalid.
    private init?(_ start: LittleEndianReader) {
      var reader = start
      guard reader.take(16) != nil, let identifier = reader.bytes(16),
        let dataKey = reader.readNumber(UInt32.self), let derivation = KeyDerivation(&reader),
        let counter = reader.readNumber(UInt64.self), let keyCount = reader.readNumber(UInt32.self),
        let bodyLength = reader.readNumber(UInt64.self),
        let streamHeader = reader.bytes(SecretStream.headerLength)
      else { return nil }
      self.init(
        identifier: identifier, dataKeyNumber: dataKey, derivation: derivation,
        changeCount: counter,
        keyCount: keyCount, bodyLength: bodyLength, streamHeader: streamHeader)
    }

    init(
      identifier: [UInt8], dataKeyNumber: UInt32, derivation: KeyDerivation, changeCount: UInt64,
      keyCount: UInt32, bodyLength: UInt64, streamHeader: [UInt8]
    ) {
      self.identifier = identifier
      self.dataKeyNumber = dataKeyNumber
      self.derivation = derivation
      self.changeCount = changeCount
      self.keyCount = keyCount
      self.bodyLength = bodyLength
      self.streamHeader = streamHeader
    }
  }
#endif
