import TremaHTTP

/// The progress of an exchange and its deadlines.
struct Progress: Sendable {
  let start: ContinuousClock.Instant
  /// When the request was handed to the session; nil while its body is made ready.
  private var begun: ContinuousClock.Instant?
  /// Bytes of the body.
  private(set) var toSend: Int64 = 0
  var sent: Int64 = 0
  /// The number of received bytes of the body.
  var received: Int64 = 0
  /// When something was sent or received last, or the reader took what there was.
  var lastMove: ContinuousClock.Instant
  private var firstByte: ContinuousClock.Instant?
  #if canImport(FoundationNetworking)
    /// When there may have been a connection last, and when there was none.
    private var hadConnection: ContinuousClock.Instant?
    private var hadNoConnection: ContinuousClock.Instant?
  #endif
  var ended: ContinuousClock.Instant?

  init(start: ContinuousClock.Instant) {
    self.start = start
    lastMove = start
  }

  mutating func begin(sending length: Int64, at moment: ContinuousClock.Instant) {
    (begun, toSend, lastMove) = (moment, length, moment)
  }

  mutating func hasHead(at moment: ContinuousClock.Instant) {
    firstByte = moment
    lastMove = moment
  }

  #if canImport(FoundationNetworking)
    /// Called when a deadline was over.
    ///
    /// - Returns: whether that is the end.
    mutating func hasLooked(
      at moment: ContinuousClock.Instant, for phase: TransportError.Timeout, isConnected: Bool
    ) -> Bool {
      if isConnected { hadConnection = moment } else { hadNoConnection = moment }
      return isConnected == (phase == .firstByte)
    }
  #endif

  var metrics: TransportMetrics {
    TransportMetrics(
      firstByte: firstByte.map { $0 - start }, total: (ended ?? .now) - start, bytesSent: sent,
      bytesReceived: received)
  }

  /// The deadline that comes first now, and which one it is.
  func next(
    _ deadlines: HTTPDeadlines, isReaderBehind: Bool
  ) -> (moment: ContinuousClock.Instant, TransportError.Timeout)? {
    var all: [(moment: ContinuousClock.Instant, TransportError.Timeout)] = []
    if let total = deadlines.total { all.append((start + total, .total)) }
    if let phase = phase(deadlines, isReaderBehind: isReaderBehind) { all.append(phase) }
    return all.min { $0.moment < $1.moment }
  }

  private func phase(
    _ deadlines: HTTPDeadlines, isReaderBehind: Bool
  ) -> (moment: ContinuousClock.Instant, TransportError.Timeout)? {
    guard let begun, firstByte == nil, sent == 0 || sent == toSend else {
      if firstByte != nil, isReaderBehind { return nil }
      return deadlines.idle.map { (lastMove + $0, .idle) }
    }
    if sent < toSend { return deadlines.connect.map { (begun + $0, .connect) } }
    if toSend > 0 { return deadlines.firstByte.map { (lastMove + $0, .firstByte) } }
    #if canImport(FoundationNetworking)
      // Without a body nothing tells when there is a connection: who looks for one from outside sees
      // at times that there is none.
      let connect = deadlines.connect.map { limit in
        hadConnection.map { $0 + max(limit, .milliseconds(100)) } ?? begun + limit
      }
      let first = deadlines.firstByte.map { (hadNoConnection ?? begun) + $0 }
      if let connect, connect <= first ?? connect { return (connect, .connect) }
      return first.map { ($0, .firstByte) }
    #else
      return deadlines.firstByte.map { (begun + (deadlines.connect ?? .zero) + $0, .firstByte) }
    #endif
  }
}
