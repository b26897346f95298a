import TremaHTTP

extension TransportMetrics {
  /// A phase of an exchange and its duration.
  public struct Phase: Hashable, Sendable {
    /// The kind of a phase.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The host name lookup.
      case name
      /// The establishment of the connection.
      case connect
      /// The TLS handshake.
      case tls = "TLS"
      /// The time from the end of the previous phase to the response's first byte.
      case firstByte = "first byte"
      /// Receiving the rest of the response.
      case body
    }

    /// The kind of the phase.
    public let kind: Kind
    /// The phase's duration.
    public let duration: Duration
  }

  /// The phases in order, without those that did not occur or were not measured. A reused
  /// connection has no lookup, connection or TLS phase.
  public var phases: [Phase] {
    var phases: [Phase] = []
    var last = Duration.zero
    func add(_ kind: Phase.Kind, _ end: Duration?) {
      guard let end else { return }
      phases.append(Phase(kind: kind, duration: max(.zero, end - last)))
      last = max(last, end)
    }
    if isConnectionReused != true {
      add(.name, nameLookupTime)
      add(.connect, connectTime)
      add(.tls, tlsTime)
    }
    if firstByte != nil {
      add(.firstByte, firstByte)
      add(.body, total)
    }
    return phases
  }

  /// A summary of the phases, such as
  /// `name 1.2 ms, connect 3.0 ms, TLS 12 ms, first byte 40 ms, body 5.1 ms; total 61 ms`.
  public var summary: String {
    let parts = phases.map { "\($0.kind.rawValue) \(Self.text(of: $0.duration))" }
    let total = "total \(Self.text(of: total))"
    return parts.isEmpty ? total : "\(parts.joined(separator: ", ")); \(total)"
  }

  /// Returns a duration like `0.2 ms`, `12 ms` or `1.5 s`.
  static func text(of duration: Duration) -> String {
    let parts = duration.components
    let tenths = parts.seconds * 10_000 + parts.attoseconds / 100_000_000_000_000
    switch tenths {
    case ..<100: return "\(tenths / 10).\(abs(tenths % 10)) ms"
    case ..<10_000: return "\(tenths / 10) ms"
    default: return "\(tenths / 10_000).\(tenths / 1000 % 10) s"
    }
  }
}
