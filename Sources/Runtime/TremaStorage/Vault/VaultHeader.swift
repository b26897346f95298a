#if canImport(CTremaSodium)
  /// The first 140 bytes of a vault. `Documentation/Storage/Vault.md` has them one by one.
  struct VaultHeader: Equatable {
    static let version: UInt32 = 1
    static let length = 140
    static let checksumLength = 32
    /// The second word finds what a transfer as text did to it, as PNG's does.
    static let magic: [UInt8] = [0x89, 0x54, 0x52, 0x4D, 0x56, 0x0D, 0x0A, 0x1A]
    /// No header of any version is longer.
    private static let maximumLength = 4096

    var identifier: [UInt8]
    /// The number of the key that the body is sealed with.
    var dataKey: UInt32
    var derivation: KeyDerivation
    /// One more with every change of the file.
    var counter: UInt64
    var keyCount: UInt32
    var bodyLength: UInt64
    /// The header of the body's stream; it binds the body to this header.
    var streamHeader: [UInt8]

    /// The part that never changes while the body does not: every chunk is sealed together with it.
    var bodyPart: [UInt8] {
      Self.magic + Self.version.littleEndianBytes + UInt32(Self.length).littleEndianBytes
        + identifier + dataKey.littleEndianBytes
    }

    /// All of it but the checksum; every wrapped key is sealed together with it.
    var sealedPart: [UInt8] {
      bodyPart + derivation.bytes + counter.littleEndianBytes + keyCount.littleEndianBytes
        + bodyLength.littleEndianBytes + streamHeader
    }

    var bytes: [UInt8] {
      let part = sealedPart
      return part + BLAKE2b.digest(part)
    }

    /// Reads it from the start of a file.
    ///
    /// - Throws: `truncated`, `damaged(.header)`, `newerFormat`.
    init(_ file: [UInt8], path: String) throws(SecretError) {
      let magic = file.prefix(Self.magic.count)
      guard Self.magic.starts(with: magic) else { throw .damaged(.header, path: path) }
      guard file.count >= 16 else { throw .truncated(path: path) }
      let words = file.withUnsafeBytes { buffer -> (UInt32, UInt32)? in
        var reader = LittleEndianReader(UnsafeRawBufferPointer(rebasing: buffer[8..<16]))
        guard let version = reader.number(UInt32.self), let length = reader.number(UInt32.self)
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
      // The checksum is last in the header of every version: a damaged number is no newer version.
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

    private init?(_ start: LittleEndianReader) {
      var reader = start
      guard reader.take(16) != nil, let identifier = reader.bytes(16),
        let dataKey = reader.number(UInt32.self), let derivation = KeyDerivation(&reader),
        let counter = reader.number(UInt64.self), let keyCount = reader.number(UInt32.self),
        let bodyLength = reader.number(UInt64.self),
        let streamHeader = reader.bytes(SecretStream.headerLength)
      else { return nil }
      self.init(
        identifier: identifier, dataKey: dataKey, derivation: derivation, counter: counter,
        keyCount: keyCount, bodyLength: bodyLength, streamHeader: streamHeader)
    }

    init(
      identifier: [UInt8], dataKey: UInt32, derivation: KeyDerivation, counter: UInt64,
      keyCount: UInt32, bodyLength: UInt64, streamHeader: [UInt8]
    ) {
      self.identifier = identifier
      self.dataKey = dataKey
      self.derivation = derivation
      self.counter = counter
      self.keyCount = keyCount
      self.bodyLength = bodyLength
      self.streamHeader = streamHeader
    }
  }
#endif
