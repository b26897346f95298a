#if os(Linux)
  import Dispatch

  extension Duration {
    /// The duration in milliseconds, clamped to the range from zero to a day.
    var dispatchInterval: DispatchTimeInterval {
      let (seconds, attoseconds) = components
      let day: Int64 = 86_400
      guard seconds < day else { return .seconds(Int(day)) }
      return .milliseconds(max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)))
    }
  }
#endif
