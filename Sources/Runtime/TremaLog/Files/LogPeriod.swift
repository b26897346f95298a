/// After which time a file is followed by a new one, in UTC.
public enum LogPeriod: Sendable, Hashable {
  case hour, day

  /// Whether a new one has begun since something was written.
  func hasEnded(since written: Int64, at now: Int64) -> Bool {
    let length: Int64 = self == .hour ? 3600 : 86_400
    return Self.floor(now, length) > Self.floor(written, length)
  }

  private static func floor(_ seconds: Int64, _ length: Int64) -> Int64 {
    seconds >= 0 ? seconds / length : (seconds - length + 1) / length
  }
}
