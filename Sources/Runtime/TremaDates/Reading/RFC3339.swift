/// Options that accept forms beyond the RFC 3339 grammar.
public struct RFC3339Options: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Accepts only the RFC 3339 grammar, in which `t` and `z` are equivalent to `T` and `Z`.
  public static let strict: RFC3339Options = []
  /// Accepts one space instead of the `T`.
  public static let allowSpace = RFC3339Options(rawValue: 1)
  /// Accepts spaces, tabs and line breaks before and after the date.
  public static let allowBlanks = RFC3339Options(rawValue: 2)
  /// Accepts a date without an offset, which is read as UTC.
  public static let allowMissingOffset = RFC3339Options(rawValue: 4)
  /// Accepts `+0100` for `+01:00`.
  public static let allowShortOffset = RFC3339Options(rawValue: 8)
  /// Accepts a space instead of the `T`, whitespace around the date, and a missing offset.
  public static let lenient: RFC3339Options = [.allowSpace, .allowBlanks, .allowMissingOffset]
}

extension Timestamp {
  /// Reads a date such as `2002-05-09T15:21:36.25+02:00`.
  ///
  /// A fraction can have any number of digits; digits after the ninth are dropped. `-00:00` is
  /// ``Offset/unknown``. A second 60 must be 23:59:60 in UTC.
  ///
  /// See `date-time` in RFC 3339, section 5.6.
  ///
  /// - Throws: ``DateParseError`` with the position of the first problem.
  @inlinable
  public init(
    rfc3339 text: some StringProtocol, _ options: RFC3339Options = .strict
  ) throws(DateParseError) {
    self = try Self.withBytes(text) { Self.rfc3339($0, options) }
  }

  /// Calls `read` with the bytes of a string, which are copied only if they are not contiguous.
  @inlinable
  static func withBytes(
    _ text: some StringProtocol,
    _ read: (UnsafeBufferPointer<UInt8>) -> Result<Timestamp, DateParseError>
  ) throws(DateParseError) -> Timestamp {
    if let result = text.utf8.withContiguousStorageIfAvailable(read) { return try result.get() }
    return try Array(text.utf8).withUnsafeBufferPointer(read).get()
  }

  /// Reads a date. The result is returned as a value because the caller's closure does not have a
  /// typed error.
  @usableFromInline
  static func rfc3339(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: RFC3339Options
  ) -> Result<Timestamp, DateParseError> {
    var reader = ByteReader(bytes)
    do throws(DateParseError) {
      return .success(try reader.rfc3339(options))
    } catch { return .failure(error) }
  }
}

extension ByteReader {
  /// Reads the whole date.
  fileprivate mutating func rfc3339(_ options: RFC3339Options) throws(DateParseError) -> Timestamp {
    var parts = DateParts()
    if options.contains(.allowBlanks) { skipBlanks() }
    let year = try fourDigits()
    try expect(UInt8(ascii: "-"))
    let monthOffset = position
    let month = try twoDigits()
    guard (1...12).contains(month) else {
      throw DateParseError(offset: monthOffset, problem: .range(.month, month))
    }
    try expect(UInt8(ascii: "-"))
    parts.days = try day(year, month)
    try separator(options)
    try parts.time(&self)
    if take(UInt8(ascii: ".")) { try fraction(&parts) }
    try offset(options, &parts)
    if options.contains(.allowBlanks) { skipBlanks() }
    try expectEnd()
    return try parts.timestamp()
  }

  /// Reads the day and checks that it exists in the month.
  private mutating func day(_ year: Int, _ month: Int) throws(DateParseError) -> Int {
    let start = position
    return try DateParts.days(year, month, twoDigits(), at: start)
  }

  /// Reads the separator between date and time.
  private mutating func separator(_ options: RFC3339Options) throws(DateParseError) {
    if take(UInt8(ascii: "T")) || take(UInt8(ascii: "t")) { return }
    let isSpaceAllowed = options.contains(.allowSpace)
    if isSpaceAllowed, take(UInt8(ascii: " ")) { return }
    throw failure(isSpaceAllowed ? .separatorOrSpace : .separator)
  }

  /// Reads a fraction and keeps its first nine digits.
  private mutating func fraction(_ parts: inout DateParts) throws(DateParseError) {
    var unit: Int32 = 100_000_000
    repeat {
      let digit = Int32(try digit())
      parts.nanoseconds += digit * unit
      if unit == 0, digit > 0 { parts.notes.insert(.precisionLost) }
      unit /= 10
    } while isDigitNext
  }

  /// Reads the offset.
  private mutating func offset(
    _ options: RFC3339Options, _ parts: inout DateParts
  ) throws(DateParseError) {
    if take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) { return }
    let isWest = next == UInt8(ascii: "-")
    guard isWest || next == UInt8(ascii: "+") else {
      if options.contains(.allowMissingOffset), isAtEnd || isBlankNext { return }
      throw failure(.zone)
    }
    advance()
    let hours = try twoDigits(to: 23, .offsetHour)
    if !take(UInt8(ascii: ":")), !(options.contains(.allowShortOffset) && isDigitNext) {
      throw failure(.byte(UInt8(ascii: ":")))
    }
    let minutes = hours * 60 + (try twoDigits(to: 59, .offsetMinute))
    parts.offset =
      isWest && minutes == 0 ? .unknown : .init(storedMinutes: Int16(isWest ? -minutes : minutes))
  }

  /// Whether whitespace is next.
  private var isBlankNext: Bool {
    next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D
  }

  /// Skips whitespace.
  private mutating func skipBlanks() {
    while isBlankNext { advance() }
  }
}
