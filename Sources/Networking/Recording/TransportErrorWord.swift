import TremaHTTP

/// Errors of transports as words, to be written down and read again: `timeout.idle`, `connectionLost`.
enum TransportErrorWord {
  static func text(of error: TransportError) -> String {
    switch error.kind {
    case .unsupported(let feature): "unsupported.\(feature.rawValue)"
    case .timeout(let phase): "timeout.\(phase.rawValue)"
    case .tls(let failure): "tls.\(failure.rawValue)"
    case .bodyTooLarge(let limit): "bodyTooLarge.\(limit)"
    case .content(.tooLarge(let limit)): "contentTooLarge.\(limit)"
    case .malformedResponse(let reason): "malformedResponse.\(reason)"
    default: plain.first { $0.kind == error.kind }?.word ?? "other"
    }
  }

  /// What is not known is `other`.
  static func kind(of text: String) -> TransportError.Kind {
    if let found = plain.first(where: { $0.word == text }) { return found.kind }
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .other }
    let kind: TransportError.Kind? =
      switch parts[0] {
      case "unsupported": TransportFeature(rawValue: parts[1]).map { .unsupported($0) }
      case "timeout": TransportError.Timeout(rawValue: parts[1]).map { .timeout($0) }
      case "tls": TransportError.TLSFailure(rawValue: parts[1]).map { .tls($0) }
      case "bodyTooLarge": Int(parts[1]).map { .bodyTooLarge(limit: $0) }
      case "contentTooLarge": Int(parts[1]).map { .content(.tooLarge(limit: $0)) }
      case "malformedResponse": .malformedResponse(parts[1])
      default: nil
      }
    return kind ?? .other
  }

  private static let plain: [(word: String, kind: TransportError.Kind)] = [
    ("cancelled", .cancelled), ("closed", .closed), ("nameNotFound", .nameNotFound),
    ("cannotConnect", .cannotConnect), ("connectionLost", .connectionLost), ("proxy", .proxy),
    ("truncatedBody", .truncatedBody), ("contentDamaged", .content(.damaged)),
    ("requestBody", .requestBody),
  ]
}
