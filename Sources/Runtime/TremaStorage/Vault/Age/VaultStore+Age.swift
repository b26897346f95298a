#if canImport(CTremaSodium)
  import TremaSecrets
  import TremaSupport

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  extension VaultStore {
    /// One secret in an age file, which holds a JSON array of them.
    private struct Entry: Codable {
      var service: String
      var name: String
      /// In base64.
      var data: Data
    }

    /// All secrets, as an age file for some people.
    ///
    /// - Returns: what `age --decrypt --identity KEY` opens: a JSON array of objects with `service`,
    ///   `name` and `data`, which is base64; sorted by service and name.
    public func exportAge(
      for recipients: [AgeRecipient], isArmored: Bool = false
    ) throws(SecretError) -> [UInt8] {
      let bytes = try exported()
      return try Self.age { () throws(AgeError) in
        try AgeFile.seal(bytes, for: recipients, isArmored: isArmored)
      }
    }

    /// The same with a passphrase.
    public func exportAge(
      passphrase: Secret<String>, exponent: Int = AgePassphrase.standard, isArmored: Bool = false
    ) throws(SecretError) -> [UInt8] {
      let bytes = try exported()
      return try Self.age { () throws(AgeError) in
        try AgeFile.seal(bytes, passphrase: passphrase, exponent: exponent, isArmored: isArmored)
      }
    }

    /// Puts in what ``exportAge(for:isArmored:)`` gave: all of it, or nothing.
    ///
    /// - Parameter isReplacing: whether what is there under the same keys may be written over.
    /// - Throws: `clash` where it may not and is there with other bytes; `age`.
    public func importAge(
      _ file: [UInt8], with identities: [AgeIdentity], isReplacing: Bool = false
    ) throws(SecretError) {
      let bytes = try Self.age { () throws(AgeError) in try AgeFile.open(file, with: identities) }
      try put(bytes, isReplacing)
    }

    /// The same with a passphrase.
    public func importAge(
      _ file: [UInt8], passphrase: Secret<String>, isReplacing: Bool = false
    ) throws(SecretError) {
      let bytes = try Self.age { () throws(AgeError) in
        try AgeFile.open(file, passphrase: passphrase)
      }
      try put(bytes, isReplacing)
    }

    private static func age<Result>(
      _ body: () throws(AgeError) -> Result
    ) throws(SecretError) -> Result {
      do { return try body() } catch { throw .age(error) }
    }

    private func exported() throws(SecretError) -> [UInt8] {
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

    private func put(_ bytes: [UInt8], _ isReplacing: Bool) throws(SecretError) {
      // The error of a decoder may hold what was decoded.
      guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes)) else {
        throw .age(.malformed("it holds no JSON array of secrets"))
      }
      var secrets: [SecretKey: Data] = [:]
      for entry in entries {
        let key = SecretKey(entry.name, service: entry.service)
        guard secrets.updateValue(entry.data, forKey: key) == nil else {
          throw .age(.malformed("it holds '\(key)' twice"))
        }
      }
      try put { (records) throws(SecretError) in
        let others = secrets.filter { key, data in records.data(for: key) != data }
        let clashes = others.keys.filter { records.keys.contains($0) }
        guard isReplacing || clashes.isEmpty else {
          throw .clash(clashes.sorted())
        }
        return others.mapValues { $0 }
      }
    }
  }
#endif
