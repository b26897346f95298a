#if canImport(Security)
  import Foundation
  import Security
  import TremaSecrets
  import TremaSupport

  /// Keeps secrets in the Keychain of the device: generic passwords of the data protection keychain,
  /// which on macOS asks for a signed app.
  ///
  /// A secret is one of two items. A new value is added beside the old one, with a higher number, and
  /// the old one is removed then; the higher number is the secret. So none is lost when the process
  /// ends in between, and one that needs a face or a finger is replaced without asking for it.
  public final class KeychainStore: BiometricSecureStore {
    private static let name = "the Keychain"
    /// At the end of the account of the other item.
    private static let mark = "\u{1}"

    private struct Item {
      var account: String
      /// Kept in `kSecAttrGeneric`, 8 bytes, big-endian.
      var number: UInt64
    }

    private let accessGroup: String?
    /// One write at a time, so that two do not take the same place.
    private let writing = Lock()

    /// - Parameter accessGroup: which of the app's groups they are in; nil for the first.
    public init(accessGroup: String? = nil) { self.accessGroup = accessGroup }

    /// Returns the secret of a key, or `nil` if there is none.
    public func read(_ key: SecretKey) throws(SecretError) -> Data? {
      try read(key, authentication: [:])
    }

    /// Returns a secret, for which the user may have to authenticate.
    ///
    /// - Parameter prompt: the reason that the user is shown.
    public func read(_ key: SecretKey, prompt: String) throws(SecretError) -> Data? {
      try read(key, authentication: KeychainBiometrics.authentication(prompt: prompt))
    }

    /// Stores a secret and replaces an earlier one of the key.
    public func write(
      _ data: Data, for key: SecretKey, access: SecretAccess
    ) throws(SecretError) {
      let protection = try Self.protection(access)
      try writing.withLock { () throws(SecretError) in
        var old = try items(key)
        // What a process that was ended has left.
        while old.count > 1 { try remove(old.removeLast(), of: key) }
        let account = old.first?.account == key.name ? key.name + Self.mark : key.name
        let number = (old.first?.number ?? 0) + 1
        var attributes = query(key.service)
        attributes[kSecAttrAccount] = account
        attributes[kSecAttrGeneric] = Data(withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) })
        attributes[kSecValueData] = data
        attributes.merge(protection) { _, new in new }
        let status = SecItemAdd(attributes as CFDictionary, nil)
        guard status == errSecSuccess else { throw Self.error(status, key) }
        if let old = old.first { try remove(old, of: key) }
      }
    }

    /// Removes a secret.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
      try writing.withLock { () throws(SecretError) in
        let items = try items(key)
        // The older one first, which would come up otherwise.
        for item in items.reversed() { try remove(item, of: key) }
        return !items.isEmpty
      }
    }

    /// Returns the keys of a service.
    public func list(_ service: String) throws(SecretError) -> [SecretKey] {
      var query = query(service)
      query[kSecMatchLimit] = kSecMatchLimitAll
      query[kSecReturnAttributes] = true
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return [] }
      guard status == errSecSuccess else {
        throw Self.error(status, SecretKey("", service: service))
      }
      let accounts = (result as? [[String: Any]] ?? []).compactMap {
        $0[kSecAttrAccount as String] as? String
      }
      let names = accounts.map { $0.hasSuffix(Self.mark) ? String($0.dropLast()) : $0 }
      return Set(names.map { SecretKey($0, service: service) }).sorted()
    }

    /// Removes all secrets of a service.
    public func deleteAll(in service: String) throws(SecretError) {
      for key in try list(service) { try delete(key) }
    }

    // MARK: Items

    private func query(_ service: String) -> [CFString: Any] {
      var query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: service,
        kSecUseDataProtectionKeychain: true,
      ]
      if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
      return query
    }

    /// At most two items, the one that counts first. Only attributes are read, which prompts no
    /// user.
    private func items(_ key: SecretKey) throws(SecretError) -> [Item] {
      if key.name.utf8.contains(0) || key.service.utf8.contains(0) {
        throw .invalidKey(key, reason: "the Keychain keeps no names with a NUL in them")
      }
      if key.name.hasSuffix(Self.mark) {
        throw .invalidKey(key, reason: "the Keychain keeps no names that end in U+0001")
      }
      var items: [Item] = []
      for account in [key.name, key.name + Self.mark] {
        var query = query(key.service)
        query[kSecAttrAccount] = account
        query[kSecReturnAttributes] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { continue }
        guard status == errSecSuccess else { throw Self.error(status, key) }
        let number = (result as? [String: Any])?[kSecAttrGeneric as String] as? Data
        items.append(
          Item(account: account, number: (number ?? Data()).reduce(0) { $0 << 8 | UInt64($1) }))
      }
      return items.sorted { $0.number > $1.number }
    }

    private func read(
      _ key: SecretKey, authentication: [CFString: Any]
    ) throws(SecretError) -> Data? {
      // Another process may replace it between the two questions; it does not do so for ever.
      for _ in 0..<100 {
        guard let item = try items(key).first else { return nil }
        var query = query(key.service)
        query[kSecAttrAccount] = item.account
        query[kSecReturnData] = true
        query.merge(authentication) { _, new in new }
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { continue }
        guard status == errSecSuccess else { throw Self.error(status, key) }
        return result as? Data ?? Data()
      }
      throw .busy(path: Self.name, holder: nil)
    }

    private func remove(_ item: Item, of key: SecretKey) throws(SecretError) {
      var query = query(key.service)
      query[kSecAttrAccount] = item.account
      let status = SecItemDelete(query as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw Self.error(status, key)
      }
    }

    // MARK: Words of the Keychain

    private static func protection(
      _ access: SecretAccess
    ) throws(SecretError) -> [CFString: Any] {
      let availability =
        switch access.availability {
        case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
        case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
        case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        }
      guard access.needsBiometrics else { return [kSecAttrAccessible: availability] }
      return try KeychainBiometrics.protection(availability)
    }

    private static func error(_ status: OSStatus, _ key: SecretKey) -> SecretError {
      switch status {
      case errSecInteractionNotAllowed: .locked(name, isRetryable: true)
      case errSecUserCanceled, errSecAuthFailed: .denied("reading '\(key)' from \(name)")
      case errSecMissingEntitlement:
        .noBackend([
          SecretError.Reason(
            "Keychain",
            "the app has no right to it; sign it with the keychain-access-groups entitlement"
          )
        ])
      case errSecNotAvailable:
        .noBackend([SecretError.Reason("Keychain", "there is none; log in as a user who has one")])
      default:
        .system(
          path: name, code: status,
          reason: SecCopyErrorMessageString(status, nil) as String? ?? "no reason given")
      }
    }
  }

  extension KeychainStore: Redacted {
    /// A description for logs and messages.
    public var description: String { "Keychain" }
  }
#endif
