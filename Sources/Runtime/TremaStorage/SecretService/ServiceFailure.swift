#if os(Linux)
  /// A failure reported by libsecret or D-Bus, or detected by a call.
  enum ServiceFailure: Error, Equatable {
    /// The deadline of the call has passed.
    case timedOut
    /// There is no session bus.
    case noBus
    /// No service on the bus stores secrets.
    case noService
    /// The service has no default keyring.
    case noKeyring
    /// The keyring or the item is locked.
    case locked
    /// Access was denied.
    case denied
    /// The service was stopped or restarted since it was last used.
    case stale
    /// A different failure, with its code in the error domain.
    case other(code: Int32, reason: String)

    /// Creates the failure for an error.
    ///
    /// - Parameter error: A `GError`. It is released.
    init(_ error: SecretLibrary.Pointer, _ library: SecretLibrary) {
      defer { library.freeError(error) }
      // The layout is `struct GError { GQuark domain; gint code; gchar *message; }`.
      let domain =
        library.nameOfQuark(error.load(as: UInt32.self)).map { String(cString: $0) } ?? ""
      let code = error.load(fromByteOffset: 4, as: Int32.self)
      let text = error.load(fromByteOffset: 8, as: SecretLibrary.CString?.self)
        .map { String(cString: $0) }
      var remote = ""
      if let name = library.remoteError(error) {
        remote = String(cString: name.assumingMemoryBound(to: CChar.self))
        library.free(name)
      }
      self =
        Self.classify(domain, code, remote)
        ?? .other(code: code, reason: text ?? "no reason was given")
    }

    /// Returns the failure for an error domain, its code and the name of a remote error, or `nil`
    /// for other errors.
    ///
    /// The codes are defined by the `GIOErrorEnum`, `GDBusError` and `SecretError` enumerations in
    /// the headers, the names by the Secret Service API 0.2 and the D-Bus specification.
    private static func classify(_ domain: String, _ code: Int32, _ remote: String) -> Self? {
      switch (domain, code) {
      case ("g-io-error-quark", 19), ("g-io-error-quark", 24): return .timedOut
      case ("g-io-error-quark", 18), ("g-io-error-quark", 44): return .stale
      case ("secret-error", 2): return .locked
      case ("secret-error", 3): return .stale
      case ("g-dbus-error-quark", 2), ("g-dbus-error-quark", 3), ("g-dbus-error-quark", 23...34):
        return .noService
      case ("g-dbus-error-quark", 9): return .denied
      case ("g-dbus-error-quark", 12), ("g-dbus-error-quark", 20): return .timedOut
      case ("g-dbus-error-quark", 4), ("g-dbus-error-quark", 15), ("g-dbus-error-quark", 19),
        ("g-dbus-error-quark", 41):
        return .stale
      default: return remote == "org.freedesktop.Secret.Error.NoSession" ? .stale : nil
      }
    }
  }
#endif
