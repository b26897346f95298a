/// A point in time together with properties of its written form: its UTC offset, and whether it is
/// a leap second.
///
/// Two timestamps are equal if all of these are equal: `12:00:00+01:00` and `11:00:00Z` are the
/// same point in time, but different timestamps. They are ordered by the point in time, then by the
/// offset.
///
/// See RFC 3339, section 5.6, and RFC 5322, section 3.3.
public struct Timestamp: Sendable {
  /// The seconds since 1970-01-01T00:00:00Z, without leap seconds. A leap second has the number of
  /// the following second.
  public let seconds: Int64
  /// The nanoseconds after that second, from 0 to 999,999,999.
  public let nanoseconds: Int32
  /// The offset of the local clock from UTC.
  public let offset: Offset
  /// Whether the point in time is in the second 23:59:60 of UTC.
  public let isLeapSecond: Bool
  /// The irregularities of the string that was read. They are ignored by `==`.
  public let notes: Notes

  /// Creates a timestamp.
  ///
  /// - Precondition: The nanoseconds are from 0 to 999,999,999. A leap second has the same number
  ///   as the first second of a UTC day.
  ///
  /// - Parameters:
  ///   - seconds: The seconds since 1970-01-01T00:00:00Z, without leap seconds.
  ///   - nanoseconds: The nanoseconds after that second.
  ///   - offset: The clock's offset.
  ///   - isLeapSecond: Whether the time is in the second 23:59:60 before `seconds`.
  public init(
    seconds: Int64, nanoseconds: Int32 = 0, offset: Offset = .utc, isLeapSecond: Bool = false
  ) {
    precondition(
      (0..<1_000_000_000).contains(nanoseconds), "nanoseconds must be less than one second")
    precondition(
      !isLeapSecond || seconds % 86_400 == 0, "a leap second must be the last second of a day")
    self.init(seconds, nanoseconds, offset, isLeapSecond, [])
  }

  /// Creates a timestamp with notes; the parts must be valid.
  init(
    _ seconds: Int64, _ nanoseconds: Int32, _ offset: Offset, _ isLeapSecond: Bool, _ notes: Notes
  ) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.offset = offset
    self.isLeapSecond = isLeapSecond
    self.notes = notes
  }

  /// The irregularities of a string that was accepted.
  public struct Notes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The fraction had more than nine digits, and not all of the additional digits were 0.
    public static let precisionLost = Notes(rawValue: 1)
    /// The day of the week does not match the date.
    public static let weekdayMismatch = Notes(rawValue: 2)
    /// The zone name is ambiguous; the date was read as UTC.
    public static let unknownZone = Notes(rawValue: 4)
  }
}

extension Timestamp: Hashable, Comparable {
  /// Returns whether the two timestamps have the same point in time, offset and leap second. Notes
  /// are ignored.
  public static func == (one: Self, other: Self) -> Bool {
    one.seconds == other.seconds && one.nanoseconds == other.nanoseconds
      && one.offset == other.offset && one.isLeapSecond == other.isLeapSecond
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(seconds)
    hasher.combine(nanoseconds)
    hasher.combine(offset)
    hasher.combine(isLeapSecond)
  }

  /// Returns whether the first timestamp precedes the second. Timestamps are ordered by the point
  /// in time, with a leap second before the following second, then by the offset.
  public static func < (one: Self, other: Self) -> Bool {
    if one.seconds != other.seconds { return one.seconds < other.seconds }
    if one.isLeapSecond != other.isLeapSecond { return one.isLeapSecond }
    if one.nanoseconds != other.nanoseconds { return one.nanoseconds < other.nanoseconds }
    return one.offset.storedMinutes < other.offset.storedMinutes
  }
}

extension Timestamp: CustomStringConvertible {
  /// The timestamp in RFC 3339 format, as returned by ``rfc3339(fraction:offset:)``.
  public var description: String { rfc3339() }
}
