import TremaHTTP
import TremaNetworkTestSupport
import TremaURLSession

/// FoundationNetworking's behaviour for some faults of the shared table, for which there is no
/// workaround. An entry that no longer applies fails the suite.
struct KnownFault: Sendable {
  enum Outcome: Sendable, Hashable {
    /// The process ends.
    case crash
    /// The process ends or the right error is thrown, depending on timing.
    case crashOrRight
    case response(Int)
    /// Another deadline ends it.
    case deadline(TransportError.Timeout)
  }

  let path: String
  let outcome: Outcome
  let limit: URLSessionLimit

  private init(_ path: String, _ outcome: Outcome, _ limit: URLSessionLimit) {
    (self.path, self.outcome, self.limit) = (path, outcome, limit)
  }

  #if canImport(FoundationNetworking)
    private static let all = [
      KnownFault("close-in-head", .crash, .endInHead),
      KnownFault("folded-field", .response(200), .foldedFields),
      KnownFault("stall-in-head", .deadline(.firstByte), .partialHead),
      KnownFault("truncated-gzip", .response(200), .truncatedContent),
    ]
  #else
    private static let all: [KnownFault] = []
  #endif

  static func of(_ fault: Fault) -> KnownFault? { all.first { $0.path == fault.path } }
}
