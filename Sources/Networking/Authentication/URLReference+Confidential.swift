import TremaHTTP

extension URLReference {
  /// Whether what is sent there can be read by nobody on the way: over TLS, or within this machine.
  var isConfidential: Bool { scheme == "https" || isLoopback }
}
