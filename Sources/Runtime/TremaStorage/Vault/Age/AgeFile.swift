#if canImport(CTremaSodium)
  import TremaSecrets

  /// Files in the format of the `age` command, encrypted for X25519 recipients or with a
  /// passphrase.
  ///
  ///     let file = try AgeFile.seal(bytes, for: [recipient])
  ///     let bytes = try AgeFile.open(file, with: [identity])
  ///
  /// Files with and without armor can be opened; new files are armored on request.
  ///
  /// See the C2SP specification of age, version 1.
  public enum AgeFile {
    /// The length of a file key in bytes.
    private static let fileKeyLength = 16

    /// Encrypts bytes for recipients.
    ///
    /// - Parameters:
    ///   - bytes: The plaintext.
    ///   - recipients: The recipients, at least one.
    ///   - isArmored: Whether the result is armored.
    /// - Throws: ``AgeError/noRecipients``; ``AgeError/notAKey(_:)`` for a recipient with an unsafe
    ///   key.
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

    /// Encrypts bytes with a passphrase.
    ///
    /// - Parameters:
    ///   - bytes: The plaintext.
    ///   - passphrase: The passphrase, not empty.
    ///   - exponent: The scrypt work factor as a binary logarithm. 2 to the power of the exponent
    ///     is the memory in KiB.
    ///   - isArmored: Whether the result is armored.
    /// - Throws: ``AgeError/emptyPassphrase``, ``AgeError/costTooHigh(exponent:limit:)``,
    ///   ``AgeError/noMemory``.
    public static func seal(
      _ bytes: [UInt8], passphrase: Secret<String>, exponent: Int = AgePassphrase.defaultExponent,
      isArmored: Bool = false
    ) throws(AgeError) -> [UInt8] {
      let fileKey = Sodium.random(fileKeyLength)
      let stanza = try AgePassphrase.wrapped(fileKey, by: passphrase, exponent: exponent)
      return file(bytes, fileKey, [stanza], isArmored)
    }

    /// Decrypts a file with the first matching identity.
    ///
    /// - Throws: ``AgeError/noMatch`` if no identity matches; ``AgeError`` for a malformed or
    ///   modified file.
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

    /// Decrypts a file with a passphrase.
    ///
    /// - Throws: ``AgeError/noMatch`` if the passphrase is wrong; ``AgeError`` for a malformed or
    ///   modified file.
    public static func open(
      _ file: [UInt8], passphrase: Secret<String>
    ) throws(AgeError) -> [UInt8] {
      try open(file) { (stanzas) throws(AgeError) in
        guard stanzas.count == 1 else { return nil }
        return try AgePassphrase.unwrapped(stanzas[0], with: passphrase)
      }
    }

    /// Returns the file with a header and an encrypted payload.
    private static func file(
      _ bytes: [UInt8], _ fileKey: [UInt8], _ stanzas: [AgeHeader.Stanza], _ isArmored: Bool
    ) -> [UInt8] {
      let file = AgeHeader(stanzas, fileKey: fileKey).bytes + AgePayload.sealed(bytes, fileKey)
      return isArmored ? AgeArmor.encoded(file) : file
    }

    /// Decrypts a file with the file key that is wrapped in the stanzas of its header.
    ///
    /// - Parameter fileKey: Returns the file key, or `nil` if no stanza matches.
    private static func open(
      _ file: [UInt8], _ fileKey: ([AgeHeader.Stanza]) throws(AgeError) -> [UInt8]?
    ) throws(AgeError) -> [UInt8] {
      let file = AgeArmor.isArmored(file) ? try AgeArmor.decoded(file) : file
      var end = 0
      let header = try AgeHeader(file, end: &end)
      // A passphrase must be the only stanza. Otherwise anyone who knows it could create files that
      // seem to come from a recipient.
      guard
        header.stanzas.count == 1
          || !header.stanzas.contains(where: AgePassphrase.isPassphraseStanza)
      else {
        throw .malformed("it has both a passphrase and other recipients")
      }
      guard let key = try fileKey(header.stanzas) else { throw .noMatch }
      guard header.isAuthentic(for: key) else { throw .tamperedHeader }
      return try AgePayload.opened(file[end...], key)
    }
  }
#endif
