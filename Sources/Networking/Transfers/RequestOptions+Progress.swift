import TremaHTTP

extension RequestOptions {
  /// Tells a board what happens on the wire, after whoever is told already.
  mutating func observe(_ board: ProgressBoard) {
    observe { event in
      switch event {
      case .sent(let done, let total): board.sent(done, of: total)
      case .received(let done, let total): board.received(done, of: total)
      case .ended: break
      }
    }
  }

  /// The same of the body of the request alone.
  mutating func observeSent(_ board: ProgressBoard) {
    observe { if case .sent(let done, let total) = $0 { board.sent(done, of: total) } }
  }

  private mutating func observe(_ second: @escaping @Sendable (TransportEvent) -> Void) {
    let first = observer
    observer = { event in
      first?(event)
      second(event)
    }
  }
}

extension ProgressBoard {
  func sent(_ done: Int64, of total: Int64?) {
    update { $0.sent = .init(done: done, total: total) }
  }

  func received(_ done: Int64, of total: Int64?) {
    update { $0.received = .init(done: done, total: total) }
  }
}

extension HTTPFields.Name {
  static let contentRange = Self("Content-Range")
  static let ifRange = Self("If-Range")
  static let lastEventID = Self("Last-Event-ID")
}
