import TremaHTTP

/// The progress of an exchange, used to calculate its deadlines.
struct Progress: Sendable {
  /// The start of the exchange.
  let start: ContinuousClock.Instant
  /// The time at which the request was passed to the session, or `nil` while its body is being
  /// prepared.
  private var sendStart: ContinuousClock.Instant?
  /// The request body's length, in bytes.
  private(set) var bodyLength: Int64 = 0
  /// The number of request body bytes sent.
  var sent: Int64 = 0
  /// The number of response body bytes received, after decoding if the session decodes it.
  var received: Int64 = 0
  /// The time at which bytes were last sent, received or consumed by the reader.
  var lastProgress: ContinuousClock.Instant
  /// The time at which the head of the response was received.
  private var firstByte: ContinuousClock.Instant?
  #if canImport(FoundationNetworking)
    /// The last time at which the process had a connection to the server's port.
    private var lastConnectedTime: ContinuousClock.Instant?
    /// The last time at which the process had no connection to that port.
    private var lastUnconnectedTime: ContinuousClock.Instant?
  #endif
  /// The time at which the exchange ended.
  var ended: ContinuousClock.Instant?

  init(start: ContinuousClock.Instant) {
    self.start = start
    lastProgress = start
  }

  /// Records that the request was passed to the session.
  mutating func begin(sending length: Int64, at time: ContinuousClock.Instant) {
    (sendStart, bodyLength, lastProgress) = (time, length, time)
  }

  /// Records that the head of the response was received.
  mutating func recordHead(at time: ContinuousClock.Instant) {
    firstByte = time
    lastProgress = time
  }

  #if canImport(FoundationNetworking)
    /// Records whether there was a connection when a deadline was exceeded.
    ///
    /// - Returns: Whether the deadline ends the exchange. `firstByte` does so if there is a
    ///   connection, `connect` if there is none.
    mutating func recordCheck(
      at time: ContinuousClock.Instant, for phase: TransportError.Timeout, isConnected: Bool
    ) -> Bool {
      if isConnected { lastConnectedTime = time } else { lastUnconnectedTime = time }
      return isConnected == (phase == .firstByte)
    }
  #endif

  /// The times and counts of the exchange so far.
  var metrics: TransportMetrics {
    TransportMetrics(
      firstByte: firstByte.map { $0 - start }, total: (ended ?? .now) - start, bytesSent: sent,
      bytesReceived: received)
  }

  /// Returns the earliest deadline that currently applies and its kind, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - deadlines: The limits of the request.
  ///   - isReaderBehind: Whether the reader of a stream is not waiting for bytes. This suspends
  ///     `idle`.
  func next(
    _ deadlines: HTTPDeadlines, isReaderBehind: Bool
  ) -> (time: ContinuousClock.Instant, TransportError.Timeout)? {
    var all: [(time: ContinuousClock.Instant, TransportError.Timeout)] = []
    if let total = deadlines.total { all.append((start + total, .total)) }
    if let phase = phase(deadlines, isReaderBehind: isReaderBehind) { all.append(phase) }
    return all.min { $0.time < $1.time }
  }

  /// Returns the deadline of the current phase, without `total`.
  private func phase(
    _ deadlines: HTTPDeadlines, isReaderBehind: Bool
  ) -> (time: ContinuousClock.Instant, TransportError.Timeout)? {
    guard let sendStart, firstByte == nil, sent == 0 || sent == bodyLength else {
      if firstByte != nil, isReaderBehind { return nil }
      return deadlines.idle.map { (lastProgress + $0, .idle) }
    }
    if sent < bodyLength { return deadlines.connect.map { (sendStart + $0, .connect) } }
    if bodyLength > 0 { return deadlines.firstByte.map { (lastProgress + $0, .firstByte) } }
    #if canImport(FoundationNetworking)
      // Without a body, Foundation does not report that a connection was established. It is
      // inferred from the process's sockets, which can only prove that there is no connection.
      let connect = deadlines.connect.map { limit in
        lastConnectedTime.map { $0 + max(limit, .milliseconds(100)) } ?? sendStart + limit
      }
      let first = deadlines.firstByte.map { (lastUnconnectedTime ?? sendStart) + $0 }
      if let connect, connect <= first ?? connect { return (connect, .connect) }
      return first.map { ($0, .firstByte) }
    #else
      return deadlines.firstByte.map { (sendStart + (deadlines.connect ?? .zero) + $0, .firstByte) }
    #endif
  }
}
