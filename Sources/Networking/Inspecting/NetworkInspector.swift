import TremaHTTP

/// Keeps what went over the wire lately, to look at it: each attempt and each hop.
///
///     let inspector = NetworkInspector()
///     let client = client.adding(inspector)
///     try await client.send(.get("dishes"))
///     print(inspector.table(width: 100))
///
/// The newest exchanges stay. It shows no secrets unless it is asked to.
public final class NetworkInspector: SynchronousInterceptor {
  private let store: ExchangeStore

  /// - Parameters:
  ///   - count: the most exchanges that are kept.
  ///   - bytes: the most bytes of all together, about.
  ///   - bodyLimit: the most bytes of one body that are kept; of a longer one nothing is.
  public init(count: Int = 200, bytes: Int = 8 << 20, bodyLimit: Int = 256 << 10) {
    store = ExchangeStore(
      ExchangeStore.Limits(count: count, bytes: bytes, body: bodyLimit, forgetsOldest: true))
  }

  public var phase: InterceptorPhase { .wire }

  /// The oldest one first; those on their way are among them.
  public var exchanges: [RecordedExchange] { store.all }

  public func removeAll() { store.removeAll() }

  /// Gives something whenever ``exchanges`` has changed since it was last asked, until the task that
  /// asks is cancelled or the inspector is gone.
  public var changes: AsyncStream<Void> { store.changes() }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let watch = ExchangeWatch(
      request.head, request.body, in: store, clock: context.clock,
      attempt: context.record.attempts + 1)
    if request.body.isStreamed { request.body = watch.watching(request.body) }
    return .around(watch)
  }
}

extension ExchangeWatch: OutcomeHandler {
  func handle(_ response: inout HTTPResponse) -> FollowUp? {
    watch(&response)
    return nil
  }

  func handle(_ error: NetworkError) -> FollowUp? {
    failed(TransportError(error))
    return nil
  }
}

extension NetworkInspector: Redacted {
  public var description: String { "an inspector with \(exchanges.count) exchanges" }
}

extension TransportError {
  /// Converts an error of a client to one of a transport.
  init(_ error: NetworkError) {
    switch error.kind {
    case .transport(let error): self = error
    case .timeout(let part): self.init(.timeout(part), mayHaveBeenSent: error.mayHaveBeenSent)
    case .cancelled: self.init(.cancelled, mayHaveBeenSent: error.mayHaveBeenSent)
    case .invalidRequest(let reason): self.init(.invalidRequest(reason))
    default: self.init(.other, "\(error.kind)", mayHaveBeenSent: error.mayHaveBeenSent)
    }
  }
}

extension NetworkInspector {
  /// Returns the stored exchanges as HAR 1.2.
  public func har(redacting rule: RedactionRule = .standard) -> [UInt8] {
    HTTPArchive(exchanges).bytes(redacting: rule)
  }

  /// A line an exchange, for a terminal: how it ended, method, host and path, time, size.
  ///
  /// - Parameter width: columns of the terminal; hosts and paths are cut where they have no room.
  public func table(width: Int = 100) -> String {
    Self.table(of: exchanges, width: width)
  }

  /// The same of exchanges from anywhere: an archive, or some that were chosen.
  package static func table(of exchanges: [RecordedExchange], width: Int = 100) -> String {
    ExchangeTable(exchanges, width: width).text
  }
}
