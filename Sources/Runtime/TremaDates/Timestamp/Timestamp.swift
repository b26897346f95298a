/// A moment, and what its text said besides: the offset of its clock, and whether it is a leap second.
///
/// Two are equal when they say the same: `12:00:00+01:00` and `11:00:00Z` are one moment, and two
/// timestamps. Which comes first is decided by the moment, and by the offset between equal ones.
///
/// Source: RFC 3339, section 5.6; RFC 5322, section 3.3.
public struct Timestamp: Sendable {
  /// Since 1970-01-01T00:00:00Z, leap seconds not counted. A leap second has the number of the second
  /// after it.
  public let seconds: Int64
  /// After that second, from 0 to 999,999,999.
  public let nanoseconds: Int32
  /// The offset of the clock that the text was read from.
  public let offset: Offset
  /// Whether it is in the second 23:59:60 of UTC.
  public let isLeapSecond: Bool
  /// The oddities of the text that was read; equality ignores them.
  public let notes: Notes

  /// - Precondition: from 0 to 999,999,999 nanoseconds; a leap second has the number of a day's first.
  public init(
    seconds: Int64, nanoseconds: Int32 = 0, offset: Offset = .utc, isLeapSecond: Bool = false
  ) {
    precondition((0..<1_000_000_000).contains(nanoseconds), "nanoseconds beyond a second")
    precondition(!isLeapSecond || seconds % 86_400 == 0, "a leap second ends a day")
    self.init(seconds, nanoseconds, offset, isLeapSecond, [])
  }

  init(
    _ seconds: Int64, _ nanoseconds: Int32, _ offset: Offset, _ isLeapSecond: Bool, _ notes: Notes
  ) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.offset = offset
    self.isLeapSecond = isLeapSecond
    self.notes = notes
  }

  /// Oddities of a text that was accepted nevertheless.
  public struct Notes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Digits after the ninth of a fraction were cut off, and not all of them were 0.
    public static let precisionLost = Notes(rawValue: 1)
    /// The day has another name than the text says.
    public static let weekdayMismatch = Notes(rawValue: 2)
    /// The name of the zone says nothing for certain; it was read as UTC.
    public static let unknownZone = Notes(rawValue: 4)
  }
}

extension Timestamp: Hashable, Comparable {
  /// Whether both are the same instant; offsets do not count.
  public static func == (one: Self, other: Self) -> Bool {
    one.seconds == other.seconds && one.nanoseconds == other.nanoseconds
      && one.offset == other.offset && one.isLeapSecond == other.isLeapSecond
  }

  /// Hashes the instant.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(seconds)
    hasher.combine(nanoseconds)
    hasher.combine(offset)
    hasher.combine(isLeapSecond)
  }

  /// Orders by time.
  public static func < (one: Self, other: Self) -> Bool {
    if one.seconds != other.seconds { return one.seconds < other.seconds }
    if one.isLeapSecond != other.isLeapSecond { return one.isLeapSecond }
    if one.nanoseconds != other.nanoseconds { return one.nanoseconds < other.nanoseconds }
    return one.offset.stored < other.offset.stored
  }
}

extension Timestamp: CustomStringConvertible {
  /// The text of ``rfc3339(fraction:offset:)``.
  public var description: String { rfc3339() }
}
