import TremaHTTP

extension TransportMetrics {
  /// A part of an exchange, and how long it took.
  public struct Phase: Hashable, Sendable {
    /// The kind of a phase.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The name of the host was looked up.
      case name
      case connect
      case tls = "TLS"
      /// The request was sent, and the first byte of the response came.
      case firstByte = "first byte"
      /// The rest of the response came.
      case body
    }

    /// The kind of the phase.
    public let kind: Kind
    /// The time that the phase took.
    public let duration: Duration
  }

  /// The phases in their order, without those that did not happen or were not measured; a reused
  /// connection has neither name look-up nor connect nor TLS.
  public var phases: [Phase] {
    var phases: [Phase] = []
    var last = Duration.zero
    func add(_ kind: Phase.Kind, _ end: Duration?) {
      guard let end else { return }
      phases.append(Phase(kind: kind, duration: max(.zero, end - last)))
      last = max(last, end)
    }
    if reusedConnection != true {
      add(.name, nameLookedUp)
      add(.connect, connected)
      add(.tls, secured)
    }
    if firstByte != nil {
      add(.firstByte, firstByte)
      add(.body, total)
    }
    return phases
  }

  /// `name 1.2 ms, connect 3.0 ms, TLS 12 ms, first byte 40 ms, body 5.1 ms; total 61 ms`
  public var summary: String {
    let parts = phases.map { "\($0.kind.rawValue) \(Self.text(of: $0.duration))" }
    let total = "total \(Self.text(of: total))"
    return parts.isEmpty ? total : "\(parts.joined(separator: ", ")); \(total)"
  }

  /// `0.2 ms`, `12 ms`, `1.5 s`
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
