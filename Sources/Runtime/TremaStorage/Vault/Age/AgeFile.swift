#if canImport(CTremaSodium)
  import TremaSecrets

  /// Files that the command `age` opens and makes: for people with X25519 keys, or with a passphrase.
  ///
  ///     let file = try AgeFile.seal(bytes, for: [recipient])
  ///     let bytes = try AgeFile.open(file, with: [identity])
  ///
  /// What is read may be armoured; what is written is where it is asked for.
  ///
  /// Source: C2SP age, version 1.
  public enum AgeFile {
    private static let fileKeyLength = 16

    /// - Throws: `noRecipients`.
    public static func seal(
      _ bytes: [UInt8], for recipients: [AgeRecipient], isArmored: Bool = false
    ) throws(AgeError) -> [UInt8] {
      guard !recipients.isEmpty else { throw .noRecipients }
      let fileKey = Sodium.random(fileKeyLength)
      let stanzas = try recipients.map { (recipient) throws(AgeError) in
        try AgeX25519.wrapped(fileKey, for: recipient)
      }
      return file(bytes, fileKey, stanzas, isArmored)
    }

    /// - Parameter exponent: the passphrase costs 2 to the power of it, and a KiB of memory for each of
    ///   these.
    /// - Throws: `emptyPassphrase`, `costTooHigh`, `noMemory`.
    public static func seal(
      _ bytes: [UInt8], passphrase: Secret<String>, exponent: Int = AgePassphrase.standard,
      isArmored: Bool = false
    ) throws(AgeError) -> [UInt8] {
      let fileKey = Sodium.random(fileKeyLength)
      let stanza = try AgePassphrase.wrapped(fileKey, by: passphrase, exponent: exponent)
      return file(bytes, fileKey, [stanza], isArmored)
    }

    /// - Throws: why not.
    public static func open(
      _ file: [UInt8], with identities: [AgeIdentity]
    ) throws(AgeError) -> [UInt8] {
      try open(file) { (stanzas) throws(AgeError) in
        for identity in identities {
          for stanza in stanzas {
            if let key = try AgeX25519.unwrapped(stanza, with: identity) { return key }
          }
        }
        return nil
      }
    }

    /// - Throws: why not.
    public static func open(
      _ file: [UInt8], passphrase: Secret<String>
    ) throws(AgeError) -> [UInt8] {
      try open(file) { (stanzas) throws(AgeError) in
        guard stanzas.count == 1 else { return nil }
        return try AgePassphrase.unwrapped(stanzas[0], with: passphrase)
      }
    }

    private static func file(
      _ bytes: [UInt8], _ fileKey: [UInt8], _ stanzas: [AgeHeader.Stanza], _ isArmored: Bool
    ) -> [UInt8] {
      let file = AgeHeader(stanzas, fileKey: fileKey).bytes + AgePayload.sealed(bytes, fileKey)
      return isArmored ? AgeArmor.encoded(file) : file
    }

    private static func open(
      _ file: [UInt8], _ fileKey: ([AgeHeader.Stanza]) throws(AgeError) -> [UInt8]?
    ) throws(AgeError) -> [UInt8] {
      let file = AgeArmor.isArmored(file) ? try AgeArmor.decoded(file) : file
      var end = 0
      let header = try AgeHeader(file, end: &end)
      // A passphrase is alone, or who knows it could make files that seem to come from a recipient.
      guard header.stanzas.count == 1 || !header.stanzas.contains(where: AgePassphrase.isOne) else {
        throw .malformed("a passphrase is not its only key")
      }
      guard let key = try fileKey(header.stanzas) else { throw .noMatch }
      guard header.isRight(for: key) else { throw .tamperedHeader }
      return try AgePayload.opened(file[end...], key)
    }
  }
#endif
