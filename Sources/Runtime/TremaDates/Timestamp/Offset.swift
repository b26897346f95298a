extension Timestamp {
  /// How far the clock of a text is ahead of UTC.
  public struct Offset: Hashable, Sendable, CustomStringConvertible {
    let stored: Int16

    /// East of Greenwich; 0 for ``unknown``.
    public var minutes: Int { self == .unknown ? 0 : Int(stored) }

    /// - Returns: nil beyond 99 hours and 59 minutes, the most that RFC 5322 can write.
    public init?(minutes: Int) {
      guard (-5999...5999).contains(minutes) else { return nil }
      stored = Int16(minutes)
    }

    init(stored: Int16) { self.stored = stored }

    /// UTC, written as `Z`.
    public static let utc = Offset(stored: 0)
    /// `-00:00`: the moment is known in UTC, and nothing of the place it comes from.
    ///
    /// Source: RFC 3339, section 4.3; RFC 5322, section 3.3.
    public static let unknown = Offset(stored: .min)

    /// `Z`, `-00:00`, `+01:00`.
    public var description: String {
      if self == .utc { return "Z" }
      return String(unsafeUninitializedCapacity: 6) { buffer in
        var writer = ByteWriter(buffer)
        writer.offset(self, separator: UInt8(ascii: ":"))
        return writer.count
      }
    }
  }
}
