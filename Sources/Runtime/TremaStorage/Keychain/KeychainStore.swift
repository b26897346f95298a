#if canImport(Security)
  import Foundation
  import Security
  import TremaSecrets
  import TremaSupport

  /// A store for secrets in the device's Keychain.
  ///
  /// Secrets are generic passwords in the data protection keychain, which on macOS requires a
  /// signed app.
  ///
  /// A secret is stored in one of two items. A new value is added as the other item, with a higher
  /// number, and the old item is then removed. The item with the higher number is the secret. No
  /// secret is therefore lost if the process ends in between, and a secret that requires biometric
  /// authentication can be replaced without it.
  public final class KeychainStore: BiometricSecureStore {
    /// The name of the store in errors.
    private static let name = "the Keychain"
    /// The suffix of the second item's account.
    private static let mark = "\u{1}"

    /// One of a secret's two items.
    private struct Item {
      /// The account: the name of the key, with or without the suffix.
      var account: String
      /// The number of the write. It is stored in `kSecAttrGeneric` as an 8-byte big-endian
      /// integer.
      var number: UInt64
    }

    /// The access group, or `nil` for the app's first one.
    private let accessGroup: String?
    /// A lock that serializes writes so that no two writes use the same item.
    private let writing = Lock()

    /// Creates a store, without accessing the Keychain.
    ///
    /// - Parameter accessGroup: The app's keychain access group that contains the secrets, or `nil`
    ///   for the first one.
    public init(accessGroup: String? = nil) { self.accessGroup = accessGroup }

    /// Returns the secret for a key, or `nil` if there is none.
    ///
    /// The user may have to authenticate for a secret that requires biometrics.
    ///
    /// - Throws: ``SecretError`` for an invalid key, a locked device or denied access.
    public func read(_ key: SecretKey) throws(SecretError) -> Data? {
      try read(key, authentication: [:])
    }

    /// Returns the secret for a key, or `nil` if there is none. The user may have to authenticate.
    ///
    /// - Parameters:
    ///   - key: The secret's key.
    ///   - prompt: The reason shown to the user.
    /// - Throws: ``SecretError`` for an invalid key, a locked device or denied access.
    public func read(_ key: SecretKey, prompt: String) throws(SecretError) -> Data? {
      try read(key, authentication: KeychainBiometrics.authentication(prompt: prompt))
    }

    /// Stores a secret, replacing any existing secret for the key.
    ///
    /// - Parameters:
    ///   - key: The secret's key.
    ///   - access: The conditions under which the secret is readable.
    /// - Throws: ``SecretError`` if biometrics are required but not available, or if the Keychain
    ///   fails.
    public func write(
      _ data: Data, for key: SecretKey, access: SecretAccess
    ) throws(SecretError) {
      let protection = try Self.protection(access)
      try writing.withLock { () throws(SecretError) in
        var old = try items(key)
        // A process that ended during a write may have left a second, older item.
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

    /// Removes the secret for a key.
    ///
    /// - Returns: Whether a secret was removed.
    @discardableResult
    public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
      try writing.withLock { () throws(SecretError) in
        let items = try items(key)
        // We remove the older item first: it would become the secret if the process ended in
        // between.
        for item in items.reversed() { try remove(item, of: key) }
        return !items.isEmpty
      }
    }

    /// Returns the keys of a service, sorted. No secrets are read, so the user is not prompted.
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

    /// Removes all secrets of a service, one at a time.
    public func deleteAll(in service: String) throws(SecretError) {
      for key in try list(service) { try delete(key) }
    }

    // MARK: Items

    /// Returns the attributes that all queries for items of a service share.
    private func query(_ service: String) -> [CFString: Any] {
      var query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: service,
        kSecUseDataProtectionKeychain: true,
      ]
      if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
      return query
    }

    /// Returns the items of a secret (at most two), current one first. Only attributes are read, so
    /// the user is not prompted.
    ///
    /// - Throws: `invalidKey` for a name that the Keychain cannot store.
    private func items(_ key: SecretKey) throws(SecretError) -> [Item] {
      if key.name.utf8.contains(0) || key.service.utf8.contains(0) {
        throw .invalidKey(key, reason: "a name in the Keychain must not contain a NUL")
      }
      if key.name.hasSuffix(Self.mark) {
        throw .invalidKey(key, reason: "a name in the Keychain must not end in U+0001")
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

    /// Returns the secret for a key, with the attributes for authentication.
    private func read(
      _ key: SecretKey, authentication: [CFString: Any]
    ) throws(SecretError) -> Data? {
      // Another process may replace the item between the two queries, so they are repeated a
      // limited number of times.
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

    /// Removes an item. A missing item is not an error.
    private func remove(_ item: Item, of key: SecretKey) throws(SecretError) {
      var query = query(key.service)
      query[kSecAttrAccount] = item.account
      let status = SecItemDelete(query as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw Self.error(status, key)
      }
    }

    // MARK: Conversions

    /// Returns the Keychain attributes for an access level.
    ///
    /// - Throws: `unsupported` if biometrics are required but not available.
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

    /// Returns the error for a Keychain status.
    private static func error(_ status: OSStatus, _ key: SecretKey) -> SecretError {
      switch status {
      case errSecInteractionNotAllowed: .locked(name, isRetryable: true)
      case errSecUserCanceled, errSecAuthFailed: .denied("reading '\(key)' from \(name)")
      case errSecMissingEntitlement:
        .noBackend([
          SecretError.Reason(
            "Keychain",
            "the app has no access to it; sign the app with the keychain-access-groups entitlement"
          )
        ])
      case errSecNotAvailable:
        .noBackend([
          SecretError.Reason("Keychain", "no keychain exists; log in as a user who has one")
        ])
      default:
        .system(
          path: name, code: status,
          reason: SecCopyErrorMessageString(status, nil) as String? ?? "no reason was given")
      }
    }
  }

  extension KeychainStore: Redacted {
    /// A textual representation of this instance.
    public var description: String { "Keychain" }
  }
#endif
