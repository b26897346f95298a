import TremaHTTP

extension HTTPDeadlines {
  /// One part by its name.
  subscript(part: TransportError.Timeout) -> Duration? {
    get {
      switch part {
      case .connect: connect
      case .firstByte: firstByte
      case .idle: idle
      case .total: total
      }
    }
    set {
      switch part {
      case .connect: connect = newValue
      case .firstByte: firstByte = newValue
      case .idle: idle = newValue
      case .total: total = newValue
      }
    }
  }

  /// The parts that another one has otherwise.
  func differences(from other: HTTPDeadlines) -> [TransportError.Timeout] {
    self == other ? [] : TransportError.Timeout.allCases.filter { self[$0] != other[$0] }
  }

  /// These, but for some parts that are those of another one.
  func keeping(_ parts: Set<TransportError.Timeout>, of other: HTTPDeadlines) -> HTTPDeadlines {
    var kept = self
    for part in parts { kept[part] = other[part] }
    return kept
  }
}
