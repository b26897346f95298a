#if os(Linux)
  import Dispatch
  import TremaSecrets
  import TremaSupport

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A store for secrets in a Linux desktop's keyring.
  ///
  /// It uses any provider of the freedesktop.org Secret Service API 0.2 on the session bus, such as
  /// GNOME Keyring, KWallet or KeePassXC.
  ///
  /// An item has the attributes `service`, `username` (the name of the key) and `xdg:schema`
  /// (`org.freedesktop.Secret.Generic`), as with `secret-tool` and Python's `keyring`. If another
  /// program has created an item with these attributes, that item is used. New items are created in
  /// the default keyring.
  public final class SecretServiceStore: BlockingSecureStore {
    typealias Pointer = SecretLibrary.Pointer

    /// The value of the items' `xdg:schema` attribute.
    private static let schema = "org.freedesktop.Secret.Generic"
    /// The name of the store in errors.
    static let name = "Secret Service"

    /// The functions of libsecret.
    private let library: SecretLibrary
    /// The time limit of a call.
    private let timeLimit: Duration
    /// Whether prompts are allowed.
    private let allowsPrompts: Bool
    /// A semaphore that serializes calls, because libsecret ties an object to the thread that
    /// created it, which its documentation mentions only in part.
    private let callSemaphore = DispatchSemaphore(value: 1)
    /// The bit pattern of the pointer to a `SecretService`, or 0. Only the holder of
    /// `callSemaphore` uses it.
    private let service = LockedValue<UInt>(0)

    /// Creates a store and connects to the service, which may be started as a result.
    ///
    /// The initializer blocks for at most `timeLimit`.
    ///
    /// - Parameters:
    ///   - timeLimit: The time limit of each call, including the time that the user takes to answer
    ///     a prompt.
    ///   - allowsPrompts: Whether a locked keyring causes a prompt. If not, calls that need the
    ///     keyring fail immediately.
    /// - Throws: ``SecretError/noBackend(_:)`` with the reason. A locked keyring is not an error
    ///   here.
    public convenience init(
      timeLimit: Duration = .seconds(60), allowsPrompts: Bool = true
    ) throws(SecretError) {
      try self.init(
        library: SecretLibrary.defaultFileName, timeLimit: timeLimit, allowsPrompts: allowsPrompts)
    }

    /// Creates a store with a different library.
    ///
    /// - Parameter library: The file name or path of the library that replaces libsecret.
    package init(
      library: String, timeLimit: Duration = .seconds(60), allowsPrompts: Bool = true
    ) throws(SecretError) {
      do throws(SecretLibrary.LoadError) {
        self.library =
          try library == SecretLibrary.defaultFileName ? .shared() : SecretLibrary(library)
      } catch {
        throw Self.noBackend(error.reason)
      }
      self.timeLimit = timeLimit
      self.allowsPrompts = allowsPrompts
      do throws(SecretError) {
        try withService { (call, service) throws(ServiceFailure) in
          guard let keyring = try call.defaultCollection(of: service) else { throw .noKeyring }
          call.release([keyring])
        }
      } catch .system(_, _, let reason) {
        throw Self.noBackend(reason)
      }
    }

    deinit { Pointer(bitPattern: service.value).map(library.unref) }

    // MARK: Calls

    /// Returns the secret for a key, or `nil` if there is none.
    ///
    /// - Throws: ``SecretError`` if the keyring is locked, a prompt is refused or the service
    ///   fails.
    public func read(_ key: SecretKey) throws(SecretError) -> Data? {
      let attributes = try Self.attributes(key)
      return try withService { (call, service) throws(ServiceFailure) in
        let items = try unlockedItems(attributes, call, service, loadingSecrets: true)
        defer { call.release(items) }
        // Other programs may create multiple items with the same attributes. The newest item is
        // used.
        let newest = items.max { library.modified($0) < library.modified($1) }
        guard let newest else { return nil }
        return try call.data(of: newest)
      }
    }

    /// Stores a secret, replacing any existing secret for the key.
    ///
    /// - Throws: ``SecretError`` if the access level cannot be met, the keyring is locked or the
    ///   service fails.
    public func write(
      _ data: Data, for key: SecretKey, access: SecretAccess
    ) throws(SecretError) {
      try access.requireNoDeviceLock()
      let attributes = try Self.attributes(key)
      try withService { (call, service) throws(ServiceFailure) in
        try put(data, for: key, attributes, call, service)
      }
    }

    /// Stores multiple secrets in one session with the service, with one `timeLimit` for all of
    /// them.
    ///
    /// The service has no call for multiple items. If a write fails, the secrets before it, in the
    /// order of their keys, have been written.
    public func writeAll(
      _ secrets: [SecretKey: Data], access: SecretAccess
    ) throws(SecretError) {
      try access.requireNoDeviceLock()
      var entries: [(key: SecretKey, data: Data, attributes: [(String, String)])] = []
      for (key, data) in secrets.sorted(by: { $0.key < $1.key }) {
        entries.append((key, data, try Self.attributes(key)))
      }
      if entries.isEmpty { return }
      try withService { (call, service) throws(ServiceFailure) in
        for entry in entries {
          try put(entry.data, for: entry.key, entry.attributes, call, service)
        }
      }
    }

    /// Writes a secret to the existing items of a key, or to a new one.
    private func put(
      _ data: Data, for key: SecretKey, _ attributes: [(String, String)], _ call: ServiceCall,
      _ service: Pointer
    ) throws(ServiceFailure) {
      let items = try unlockedItems(attributes, call, service)
      defer { call.release(items) }
      if items.isEmpty {
        try call.add(
          data, attributes + [("xdg:schema", Self.schema)], label: key.description, to: service)
      }
      for item in items { try call.replace(data, of: item) }
    }

    /// Removes the secret for a key.
    ///
    /// - Returns: Whether a secret was removed.
    @discardableResult
    public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
      try delete(try Self.attributes(key)) > 0
    }

    /// Returns the keys of a service, sorted.
    public func list(_ service: String) throws(SecretError) -> [SecretKey] {
      let attributes = try Self.attributes(ofService: service)
      let names = try withService { (call, bus) throws(ServiceFailure) in
        let items = try unlockedItems(attributes, call, bus)
        defer { call.release(items) }
        return items.compactMap { call.attribute("username", of: $0) }
      }
      return Set(names.map { SecretKey($0, service: service) }).sorted()
    }

    /// Removes all secrets of a service.
    public func deleteAll(in service: String) throws(SecretError) {
      _ = try delete(try Self.attributes(ofService: service))
    }

    /// Removes the items with the given attributes. Items without a user name belong to other
    /// programs and are not removed.
    ///
    /// - Returns: The number of removed items.
    private func delete(_ attributes: [(String, String)]) throws(SecretError) -> Int {
      try withService { (call, service) throws(ServiceFailure) in
        let items = try unlockedItems(attributes, call, service)
        defer { call.release(items) }
        let ours = items.filter { call.attribute("username", of: $0) != nil }
        for item in ours { try call.delete(item) }
        return ours.count
      }
    }

    // MARK: Search and connection

    /// Returns the items with the given attributes, unlocked after a prompt if necessary. The
    /// caller must release them.
    ///
    /// If there are none, the default keyring is unlocked and searched again, because a locked
    /// keyring may not reveal its items.
    ///
    /// - Throws: `locked` if an item is still locked or prompts are not allowed.
    private func unlockedItems(
      _ attributes: [(String, String)], _ call: ServiceCall, _ service: Pointer,
      loadingSecrets: Bool = false
    ) throws(ServiceFailure) -> [Pointer] {
      var items = try call.search(attributes, of: service, loadingSecrets: loadingSecrets)
      let locked = items.filter { library.itemIsLocked($0) != 0 }
      if !locked.isEmpty || items.isEmpty {
        do throws(ServiceFailure) {
          let wasLocked =
            try locked.isEmpty
            ? unlockDefault(call, service) : unlock(locked, call, service)
          if !wasLocked { return [] }
        } catch {
          call.release(items)
          throw error
        }
        call.release(items)
        items = try call.search(attributes, of: service, loadingSecrets: loadingSecrets)
        if items.contains(where: { library.itemIsLocked($0) != 0 }) {
          call.release(items)
          throw .locked
        }
      }
      // Items that an app stores under its own schema, with the same attribute names, are not
      // returned.
      let schemas = [nil, Self.schema]
      let others = items.filter { !schemas.contains(call.attribute("xdg:schema", of: $0)) }
      call.release(others)
      return items.filter { !others.contains($0) }
    }

    /// Unlocks objects, which may cause a prompt.
    ///
    /// - Returns: `true`.
    /// - Throws: `locked` if prompts are not allowed.
    private func unlock(
      _ objects: [Pointer], _ call: ServiceCall, _ service: Pointer
    ) throws(ServiceFailure) -> Bool {
      guard allowsPrompts else { throw .locked }
      try call.unlock(objects, of: service)
      return true
    }

    /// Unlocks the default keyring if it is locked.
    ///
    /// - Returns: Whether it was locked.
    /// - Throws: `locked` if it is still locked; `noKeyring`.
    private func unlockDefault(
      _ call: ServiceCall, _ service: Pointer
    ) throws(ServiceFailure) -> Bool {
      guard let keyring = try call.defaultCollection(of: service) else { throw .noKeyring }
      defer { call.release([keyring]) }
      if library.collectionIsLocked(keyring) == 0 { return false }
      _ = try unlock([keyring], call, service)
      guard let reloaded = try call.defaultCollection(of: service) else { throw .noKeyring }
      defer { call.release([reloaded]) }
      if library.collectionIsLocked(reloaded) != 0 { throw .locked }
      return true
    }

    /// Runs `body` with a connected service and without concurrent calls.
    ///
    /// If the service has ended, `body` is run a second time with a new connection, because all
    /// calls here can be repeated.
    ///
    /// - Throws: The error for a failure of `body`, or `system` with `ETIMEDOUT` if the time limit
    ///   is exceeded.
    private func withService<Value>(
      _ body: (ServiceCall, Pointer) throws(ServiceFailure) -> Value
    ) throws(SecretError) -> Value {
      let deadline = DispatchTime.now() + timeLimit.dispatchInterval
      guard callSemaphore.wait(timeout: deadline) == .success else { throw timeoutError }
      defer { callSemaphore.signal() }
      let call = ServiceCall(library, until: deadline)
      var isSecond = false
      while true {
        do throws(ServiceFailure) {
          return try body(call, try connectedService(call))
        } catch {
          if error != .locked { disconnect() }
          // The bus name of a service that has ended has no owner, so a new call may start a new
          // service.
          if error == .stale || error == .noService, !isSecond {
            isSecond = true
            continue
          }
          throw secretError(error)
        }
      }
    }

    /// Returns the current service, connecting to it if necessary.
    private func connectedService(_ call: ServiceCall) throws(ServiceFailure) -> Pointer {
      if let service = Pointer(bitPattern: service.value) { return service }
      try call.connect()
      let new = try call.open()
      service.value = UInt(bitPattern: new)
      return new
    }

    /// Releases the current service. The next call then connects again.
    private func disconnect() {
      Pointer(bitPattern: service.exchange(0)).map(library.unref)
    }

    // MARK: Errors

    /// Returns the error for a failure, with a hint for the user.
    private func secretError(_ failure: ServiceFailure) -> SecretError {
      switch failure {
      case .timedOut: timeoutError
      case .noBus:
        Self.noBackend(
          "there is no D-Bus session; log in to a desktop, or run under dbus-run-session")
      case .noService:
        Self.noBackend(
          "no Secret Service on the D-Bus session; start one, such as gnome-keyring-daemon")
      case .noKeyring:
        Self.noBackend(
          "there is no default keyring, or it was never unlocked; log in to a desktop, or run"
            + " gnome-keyring-daemon --unlock with its password on standard input")
      case .locked: .locked("the keyring of the Secret Service", isRetryable: true)
      case .denied: .denied("the use of the Secret Service")
      case .stale: Self.noBackend("it exited during a call; try again")
      case .other(let code, let reason): .system(path: Self.name, code: code, reason: reason)
      }
    }

    /// The error for a call that exceeds the time limit.
    private var timeoutError: SecretError {
      .system(path: Self.name, code: ETIMEDOUT, reason: "no response within \(timeLimit)")
    }

    /// Returns the error for a service that cannot be used.
    private static func noBackend(_ reason: String) -> SecretError {
      .noBackend([SecretError.Reason(name, reason)])
    }

    // MARK: Attributes

    /// Returns the attributes of a service's items.
    ///
    /// - Throws: `invalidKey` for a name with a NUL character, which would terminate a C string.
    private static func attributes(
      ofService service: String, for key: SecretKey? = nil
    ) throws(SecretError) -> [(String, String)] {
      if service.utf8.contains(0) {
        throw .invalidKey(
          key ?? SecretKey("", service: service),
          reason: "a name in the Secret Service must not contain a NUL")
      }
      return [("service", service)]
    }

    /// Returns the attributes of a key's item.
    ///
    /// - Throws: `invalidKey`.
    private static func attributes(
      _ key: SecretKey
    ) throws(SecretError) -> [(String, String)] {
      let service = try attributes(ofService: key.service, for: key)
      _ = try attributes(ofService: key.name, for: key)
      return service + [("username", key.name)]
    }
  }

  extension SecretServiceStore: Redacted {
    /// A textual representation of this instance.
    public var description: String { Self.name }
  }
#endif
