#if os(Linux)
  import Dispatch
  import TremaSecrets
  import TremaSupport

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Keeps secrets in the keyring of the desktop, which GNOME Keyring, KWallet or KeePassXC looks
  /// after: any provider of the Secret Service API 0.2 of freedesktop.org on the session bus.
  ///
  /// An item has the attributes `service`, `username` (the name of the key) and `xdg:schema`
  /// (`org.freedesktop.Secret.Generic`), as those of `secret-tool` and of Python's `keyring` do. One
  /// that another program has made is used as it is; new ones go to the default keyring.
  public final class SecretServiceStore: BlockingSecureStore {
    typealias Pointer = SecretLibrary.Pointer

    private static let schema = "org.freedesktop.Secret.Generic"
    static let name = "Secret Service"

    private let library: SecretLibrary
    private let timeLimit: Duration
    private let mayAsk: Bool
    /// One call at a time: libsecret ties an object to the thread that made it more than it says.
    private let turn = DispatchSemaphore(value: 1)
    /// The bits of a `SecretService`; only who has the turn uses it.
    private let service = LockedValue<UInt>(0)

    /// Connects, which may start the service. It waits, at most as long as any call does.
    ///
    /// - Parameters:
    ///   - timeLimit: how long a call takes at most, with the time that a person needs for a prompt.
    ///   - mayAsk: whether a keyring that is locked makes a prompt appear; where not, it is an error
    ///     at once.
    /// - Throws: `noBackend`, and why. A keyring that is locked is none of the reasons: it is there.
    public convenience init(
      timeLimit: Duration = .seconds(60), mayAsk: Bool = true
    ) throws(SecretError) {
      try self.init(library: SecretLibrary.standard, timeLimit: timeLimit, mayAsk: mayAsk)
    }

    /// - Parameter library: another one than libsecret is there under its usual name.
    package init(
      library: String, timeLimit: Duration = .seconds(60), mayAsk: Bool = true
    ) throws(SecretError) {
      do throws(SecretLibrary.Missing) {
        self.library =
          try library == SecretLibrary.standard ? .shared() : SecretLibrary(library)
      } catch {
        throw Self.noBackend(error.reason)
      }
      self.timeLimit = timeLimit
      self.mayAsk = mayAsk
      do throws(SecretError) {
        try use { (call, service) throws(ServiceFailure) in
          guard let keyring = try call.defaultCollection(of: service) else { throw .noKeyring }
          call.letGo([keyring])
        }
      } catch .system(_, _, let reason) {
        throw Self.noBackend(reason)
      }
    }

    deinit { Pointer(bitPattern: service.value).map(library.unref) }

    // MARK: Calls

    /// Returns the secret of a key, or `nil` if there is none.
    public func read(_ key: SecretKey) throws(SecretError) -> Data? {
      let attributes = try Self.attributes(key)
      return try use { (call, service) throws(ServiceFailure) in
        let items = try found(attributes, call, service, loadingSecrets: true)
        defer { call.letGo(items) }
        // Of several, which another program may make, the newest.
        let newest = items.max { library.modified($0) < library.modified($1) }
        guard let newest else { return nil }
        return try call.data(of: newest)
      }
    }

    /// Stores a secret and replaces an earlier one of the key.
    public func write(
      _ data: Data, for key: SecretKey, access: SecretAccess
    ) throws(SecretError) {
      try access.checkWithoutDevice()
      let attributes = try Self.attributes(key)
      try use { (call, service) throws(ServiceFailure) in
        try put(data, for: key, attributes, call, service)
      }
    }

    /// In one session of the service, whose `timeLimit` is for all of them together. The service has
    /// no call for several items, so that an error in between leaves those before it written.
    public func writeAll(
      _ secrets: [SecretKey: Data], access: SecretAccess
    ) throws(SecretError) {
      try access.checkWithoutDevice()
      var entries: [(key: SecretKey, data: Data, attributes: [(String, String)])] = []
      for (key, data) in secrets.sorted(by: { $0.key < $1.key }) {
        entries.append((key, data, try Self.attributes(key)))
      }
      if entries.isEmpty { return }
      try use { (call, service) throws(ServiceFailure) in
        for entry in entries {
          try put(entry.data, for: entry.key, entry.attributes, call, service)
        }
      }
    }

    private func put(
      _ data: Data, for key: SecretKey, _ attributes: [(String, String)], _ call: ServiceCall,
      _ service: Pointer
    ) throws(ServiceFailure) {
      let items = try found(attributes, call, service)
      defer { call.letGo(items) }
      if items.isEmpty {
        try call.add(
          data, attributes + [("xdg:schema", Self.schema)], label: key.description, to: service)
      }
      for item in items { try call.replace(data, of: item) }
    }

    /// Removes a secret.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
      try delete(try Self.attributes(key)) > 0
    }

    /// Returns the keys of a service.
    public func list(_ service: String) throws(SecretError) -> [SecretKey] {
      let attributes = try Self.attributes(ofService: service)
      let names = try use { (call, bus) throws(ServiceFailure) in
        let items = try found(attributes, call, bus)
        defer { call.letGo(items) }
        return items.compactMap { call.attribute("username", of: $0) }
      }
      return Set(names.map { SecretKey($0, service: service) }).sorted()
    }

    /// Removes all secrets of a service.
    public func deleteAll(in service: String) throws(SecretError) {
      _ = try delete(try Self.attributes(ofService: service))
    }

    /// - Returns: the number of items. Items without a name belong to other programs, and stay.
    private func delete(_ attributes: [(String, String)]) throws(SecretError) -> Int {
      try use { (call, service) throws(ServiceFailure) in
        let items = try found(attributes, call, service)
        defer { call.letGo(items) }
        let ours = items.filter { call.attribute("username", of: $0) != nil }
        for item in ours { try call.delete(item) }
        return ours.count
      }
    }

    // MARK: What they have in common

    /// The items, none of which is locked. None, when there are none in a default keyring that is not
    /// locked; one that is may hide what it has.
    private func found(
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
          call.letGo(items)
          throw error
        }
        call.letGo(items)
        items = try call.search(attributes, of: service, loadingSecrets: loadingSecrets)
        if items.contains(where: { library.itemIsLocked($0) != 0 }) {
          call.letGo(items)
          throw .locked
        }
      }
      // Not those that an app keeps under a schema of its own, with attributes of the same names.
      let schemas = [nil, Self.schema]
      let others = items.filter { !schemas.contains(call.attribute("xdg:schema", of: $0)) }
      call.letGo(others)
      return items.filter { !others.contains($0) }
    }

    /// - Returns: true.
    private func unlock(
      _ objects: [Pointer], _ call: ServiceCall, _ service: Pointer
    ) throws(ServiceFailure) -> Bool {
      guard mayAsk else { throw .locked }
      try call.unlock(objects, of: service)
      return true
    }

    /// - Returns: whether it was locked; it is not any more.
    private func unlockDefault(
      _ call: ServiceCall, _ service: Pointer
    ) throws(ServiceFailure) -> Bool {
      guard let keyring = try call.defaultCollection(of: service) else { throw .noKeyring }
      defer { call.letGo([keyring]) }
      if library.collectionIsLocked(keyring) == 0 { return false }
      _ = try unlock([keyring], call, service)
      guard let again = try call.defaultCollection(of: service) else { throw .noKeyring }
      defer { call.letGo([again]) }
      if library.collectionIsLocked(again) != 0 { throw .locked }
      return true
    }

    /// Takes the turn and a service. One that has ended is looked for again, once: what is done here
    /// can be done twice.
    private func use<Value>(
      _ body: (ServiceCall, Pointer) throws(ServiceFailure) -> Value
    ) throws(SecretError) -> Value {
      let deadline = DispatchTime.now() + timeLimit.dispatchInterval
      guard turn.wait(timeout: deadline) == .success else { throw outOfTime }
      defer { turn.signal() }
      let call = ServiceCall(library, until: deadline)
      var isSecond = false
      while true {
        do throws(ServiceFailure) {
          return try body(call, try connected(call))
        } catch {
          if error != .locked { forget() }
          // Where one has ended its name has no owner, and another one may be started by asking.
          if error == .stale || error == .noService, !isSecond {
            isSecond = true
            continue
          }
          throw secretError(error)
        }
      }
    }

    private func connected(_ call: ServiceCall) throws(ServiceFailure) -> Pointer {
      if let service = Pointer(bitPattern: service.value) { return service }
      try call.connect()
      let new = try call.open()
      service.value = UInt(bitPattern: new)
      return new
    }

    private func forget() {
      Pointer(bitPattern: service.exchange(0)).map(library.unref)
    }

    // MARK: Errors

    private func secretError(_ failure: ServiceFailure) -> SecretError {
      switch failure {
      case .outOfTime: outOfTime
      case .noBus:
        Self.noBackend(
          "there is no D-Bus session; log in to a desktop, or run below dbus-run-session")
      case .noService:
        Self.noBackend(
          "no Secret Service on the D-Bus session; start one, such as gnome-keyring-daemon")
      case .noKeyring:
        Self.noBackend(
          "there is no default keyring, or it was never unlocked; log in to a desktop, or run"
            + " gnome-keyring-daemon --unlock with its password on standard input")
      case .locked: .locked("the keyring of the Secret Service", isRetryable: true)
      case .denied: .denied("the use of the Secret Service")
      case .stale: Self.noBackend("it was ended in the middle of a call; try again")
      case .other(let code, let reason): .system(path: Self.name, code: code, reason: reason)
      }
    }

    private var outOfTime: SecretError {
      .system(path: Self.name, code: ETIMEDOUT, reason: "no answer within \(timeLimit)")
    }

    private static func noBackend(_ reason: String) -> SecretError {
      .noBackend([SecretError.Reason(name, reason)])
    }

    // MARK: Attributes

    private static func attributes(
      ofService service: String, for key: SecretKey? = nil
    ) throws(SecretError) -> [(String, String)] {
      if service.utf8.contains(0) {
        throw .invalidKey(
          key ?? SecretKey("", service: service),
          reason: "the Secret Service keeps no names with a NUL in them")
      }
      return [("service", service)]
    }

    private static func attributes(
      _ key: SecretKey
    ) throws(SecretError) -> [(String, String)] {
      let service = try attributes(ofService: key.service, for: key)
      _ = try attributes(ofService: key.name, for: key)
      return service + [("username", key.name)]
    }
  }

  extension SecretServiceStore: Redacted {
    /// A description for logs and messages.
    public var description: String { Self.name }
  }
#endif
