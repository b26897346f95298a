#if canImport(CTremaSodium)
  import TremaSecrets
  import TremaSupport

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  extension VaultStore {
    /// A secret in an export. An export is a JSON array of secrets.
    private struct Entry: Codable {
      /// The key's service.
      var service: String
      /// The key's name.
      var name: String
      /// The secret, encoded in Base64.
      var data: Data
    }

    /// Returns all secrets as an age file for the given recipients.
    ///
    /// `age --decrypt --identity KEY` opens the file. The content is a JSON array of objects with
    /// `service`, `name` and Base64-encoded `data` members, sorted by service and name.
    ///
    /// - Parameters:
    ///   - recipients: The recipients, at least one.
    ///   - isArmored: Whether the result is armored.
    /// - Throws: ``SecretError/age(_:)`` and the errors of opening the vault.
    public func exportAge(
      for recipients: [AgeRecipient], isArmored: Bool = false
    ) throws(SecretError) -> [UInt8] {
      let bytes = try exportJSON()
      return try Self.mapAgeError { () throws(AgeError) in
        try AgeFile.seal(bytes, for: recipients, isArmored: isArmored)
      }
    }

    /// Returns all secrets as an age file with a passphrase.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase, not empty.
    ///   - exponent: The scrypt work factor as a binary logarithm.
    ///   - isArmored: Whether the result is armored.
    /// - Throws: ``SecretError/age(_:)`` and the errors of opening the vault.
    public func exportAge(
      passphrase: Secret<String>, exponent: Int = AgePassphrase.defaultExponent,
      isArmored: Bool = false
    ) throws(SecretError) -> [UInt8] {
      let bytes = try exportJSON()
      return try Self.mapAgeError { () throws(AgeError) in
        try AgeFile.seal(bytes, passphrase: passphrase, exponent: exponent, isArmored: isArmored)
      }
    }

    /// Imports the secrets of an age file created by ``exportAge(for:isArmored:)``. Either all
    /// secrets are imported, or none are.
    ///
    /// - Parameters:
    ///   - identities: The identities. One of them must match one of the file's recipients.
    ///   - isReplacing: Whether existing secrets with the same keys may be replaced.
    /// - Throws: ``SecretError/conflict(_:)`` if a secret exists with different bytes and must not
    ///   be replaced; ``SecretError/age(_:)``; the errors of opening and writing the vault.
    public func importAge(
      _ file: [UInt8], with identities: [AgeIdentity], isReplacing: Bool = false
    ) throws(SecretError) {
      let bytes = try Self.mapAgeError { () throws(AgeError) in
        try AgeFile.open(file, with: identities)
      }
      try importJSON(bytes, isReplacing)
    }

    /// Imports the secrets of an age file with a passphrase. Either all secrets are imported, or
    /// none are.
    ///
    /// - Parameters:
    ///   - passphrase: The file's passphrase.
    ///   - isReplacing: Whether existing secrets with the same keys may be replaced.
    /// - Throws: ``SecretError/conflict(_:)`` if a secret exists with different bytes and must not
    ///   be replaced; ``SecretError/age(_:)``; the errors of opening and writing the vault.
    public func importAge(
      _ file: [UInt8], passphrase: Secret<String>, isReplacing: Bool = false
    ) throws(SecretError) {
      let bytes = try Self.mapAgeError { () throws(AgeError) in
        try AgeFile.open(file, passphrase: passphrase)
      }
      try importJSON(bytes, isReplacing)
    }

    /// Runs `body` and converts its error.
    private static func mapAgeError<Result>(
      _ body: () throws(AgeError) -> Result
    ) throws(SecretError) -> Result {
      do { return try body() } catch { throw .age(error) }
    }

    /// Returns the JSON of all secrets.
    private func exportJSON() throws(SecretError) -> [UInt8] {
      let records = try records()
      let entries = records.keys.sorted().map {
        Entry(service: $0.service, name: $0.name, data: records.data(for: $0) ?? Data())
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      do {
        return [UInt8](try encoder.encode(entries))
      } catch {
        throw .age(.malformed("the secrets cannot be written as JSON"))
      }
    }

    /// Stores the secrets of a JSON array.
    ///
    /// - Parameter isReplacing: Whether existing secrets may be replaced.
    private func importJSON(_ bytes: [UInt8], _ isReplacing: Bool) throws(SecretError) {
      // A decoder's error may contain a decoded secret, so we don't pass it on.
      guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes)) else {
        throw .age(.malformed("it does not contain a JSON array of secrets"))
      }
      var secrets: [SecretKey: Data] = [:]
      for entry in entries {
        let key = SecretKey(entry.name, service: entry.service)
        guard secrets.updateValue(entry.data, forKey: key) == nil else {
          throw .age(.malformed("it contains '\(key)' twice"))
        }
      }
      try apply { (records) throws(SecretError) in
        let others = secrets.filter { key, data in records.data(for: key) != data }
        let conflicts = others.keys.filter { records.keys.contains($0) }
        guard isReplacing || conflicts.isEmpty else {
          throw .conflict(conflicts.sorted())
        }
        return others.mapValues { $0 }
      }
    }
  }
#endif
