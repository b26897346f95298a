extension Timestamp {
  /// A difference between local time and UTC.
  public struct Offset: Hashable, Sendable, CustomStringConvertible {
    /// The minutes, or the minimum value for an unknown offset.
    let storedMinutes: Int16

    /// The minutes ahead of UTC, positive east of Greenwich, or 0 for ``unknown``.
    public var minutes: Int { self == .unknown ? 0 : Int(storedMinutes) }

    /// Creates an offset.
    ///
    /// - Parameter minutes: The minutes ahead of UTC. The initializer returns `nil` beyond 99 hours
    ///   and 59 minutes, the maximum in RFC 5322.
    public init?(minutes: Int) {
      guard (-5999...5999).contains(minutes) else { return nil }
      storedMinutes = Int16(minutes)
    }

    /// Creates an offset from its stored form, which must be valid.
    init(storedMinutes: Int16) { self.storedMinutes = storedMinutes }

    /// UTC, written as `Z`.
    public static let utc = Offset(storedMinutes: 0)
    /// An unknown local offset, written as `-00:00`: the time is known in UTC only.
    ///
    /// See RFC 3339, section 4.3, and RFC 5322, section 3.3.
    public static let unknown = Offset(storedMinutes: .min)

    /// The offset in RFC 3339 format: `Z`, `-00:00`, `+01:00`.
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
