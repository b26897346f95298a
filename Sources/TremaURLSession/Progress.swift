import TremaHTTP

/// How far an exchange is, and when it must have gone on.
struct Progress: Sendable {
  let start: ContinuousClock.Instant
  /// Bytes of the body; nil while nobody knows.
  var toSend: Int64?
  var sent: Int64 = 0
  /// Of the body.
  var received: Int64 = 0
  /// When something was sent or received last, or the reader took what there was.
  var lastMove: ContinuousClock.Instant
  private var firstByte: ContinuousClock.Instant?
  var ended: ContinuousClock.Instant?

  init(start: ContinuousClock.Instant, toSend: Int64?) {
    self.start = start
    self.toSend = toSend
    lastMove = start
  }

  mutating func hasHead(at moment: ContinuousClock.Instant) {
    firstByte = moment
    lastMove = moment
  }

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
    if firstByte != nil {
      if let idle = deadlines.idle, !isReaderBehind { all.append((lastMove + idle, .idle)) }
    } else if isSending {
      if sent == 0, let connect = deadlines.connect {
        all.append((start + connect, .connect))
      } else if sent > 0, let idle = deadlines.idle {
        all.append((lastMove + idle, .idle))
      }
    } else if let first = deadlines.firstByte {
      // Without a body nothing tells when there is a connection.
      let connect = sent == 0 ? deadlines.connect ?? .zero : .zero
      all.append(((sent == 0 ? start : lastMove) + connect + first, .firstByte))
    }
    return all.min { $0.moment < $1.moment }
  }

  private var isSending: Bool { toSend.map { sent < $0 } ?? true }
}
