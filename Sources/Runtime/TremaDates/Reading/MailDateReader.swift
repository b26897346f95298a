/// A reader for dates such as `Thu, 09 May 2002 15:21:36 +0000`, and for the forms in use since
/// 1982.
///
/// See RFC 5322, sections 3.3 and 4.3.
struct MailDateReader {
  /// The cursor over the string.
  private var reader: ByteReader
  /// Whether the obsolete forms are accepted.
  private let isLenient: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>, isLenient: Bool) {
    reader = ByteReader(bytes)
    self.isLenient = isLenient
  }

  /// Reads the date up to the end of the string.
  mutating func date() throws(DateParseError) -> Timestamp {
    var parts = DateParts()
    try skipBlanks()
    let weekdayOffset = reader.position
    let weekday = try weekday()
    try skipBlanks()
    let dayOffset = reader.position
    var day = try reader.digit()
    if reader.isDigitNext { day = day * 10 + (try reader.digit()) }
    try skipBetweenParts()
    let month = try reader.month(exactly: false)
    try skipBetweenParts()
    let year = try year()
    parts.days = try DateParts.days(year, month, day, at: dayOffset)
    let actual = Calendar.weekday(of: parts.days)
    if let weekday, weekday != actual {
      guard isLenient else {
        throw DateParseError(
          offset: weekdayOffset, problem: .weekday(stated: weekday, actual: actual))
      }
      parts.notes.insert(.weekdayMismatch)
    }
    guard try skipBlanks() else { throw reader.failure(.blank) }
    try time(&parts)
    try reader.expectEnd()
    return try parts.timestamp()
  }

  /// Reads the day of the week and its comma, or returns `nil` if there is none.
  private mutating func weekday() throws(DateParseError) -> Int? {
    if reader.isDigitNext { return nil }
    let start = reader.position
    guard let letters = reader.name(exactly: false), let day = DateName.day(letters),
      !reader.isLetterNext
    else { throw reader.failure(.weekday, at: start) }
    if isLenient { try skipBlanks() }
    try reader.expect(UInt8(ascii: ","))
    return day
  }

  /// Reads the year. Two-digit years below 50 are added to 2000; other two-digit years and
  /// three-digit years are added to 1900.
  private mutating func year() throws(DateParseError) -> Int {
    let start = reader.position
    var year = try reader.twoDigits()
    var digits = 2
    while digits < 4, !isLenient || reader.isDigitNext {
      year = year * 10 + (try reader.digit())
      digits += 1
    }
    if reader.isDigitNext { throw DateParseError(offset: start, problem: .lateYear) }
    if digits == 4, !isLenient, year < 1900 {
      throw DateParseError(offset: start, problem: .earlyYear(year))
    }
    return digits == 4 ? year : digits == 2 && year < 50 ? year + 2000 : year + 1900
  }

  /// Reads `15:21:36 +0000` and trailing comments. Whitespace around colons is obsolete.
  private mutating func time(_ parts: inout DateParts) throws(DateParseError) {
    parts.hour = try reader.twoDigits(to: 23, .hour)
    if isLenient { try skipBlanks() }
    try reader.expect(UInt8(ascii: ":"))
    if isLenient { try skipBlanks() }
    parts.minute = try reader.twoDigits(to: 59, .minute)
    var hadBlanks = try skipBlanks(comments: isLenient)
    if isLenient || !hadBlanks, reader.take(UInt8(ascii: ":")) {
      if isLenient { try skipBlanks() }
      parts.secondPosition = reader.position
      parts.second = try reader.twoDigits(to: 60, .second)
      hadBlanks = try skipBlanks(comments: isLenient)
    }
    if isLenient, reader.isAtEnd { return }
    guard hadBlanks || isLenient else { throw reader.failure(.blank) }
    try zone(&parts)
    try skipBlanks(comments: true)
  }

  /// Reads the zone: an offset, or a name if the obsolete forms are accepted.
  private mutating func zone(_ parts: inout DateParts) throws(DateParseError) {
    let isWest = reader.next == UInt8(ascii: "-")
    if isWest || reader.next == UInt8(ascii: "+") {
      reader.advance()
      let hours = try reader.twoDigits()
      let minutes = hours * 60 + (try reader.twoDigits(to: 59, .offsetMinute))
      parts.offset =
        isWest && minutes == 0 ? .unknown : .init(storedMinutes: Int16(isWest ? -minutes : minutes))
      return
    }
    guard isLenient, reader.isLetterNext else {
      throw reader.failure(isLenient ? .mailZone : .numericZone)
    }
    let start = reader.position
    guard let offset = namedZone() else { throw reader.failure(.mailZone, at: start) }
    parts.offset = offset
    if offset == .unknown { parts.notes.insert(.unknownZone) }
  }

  /// Reads a zone name. Returns `nil` for letters that are not a zone name: `J`, two letters other
  /// than `UT`, and more than five letters.
  private mutating func namedZone() -> Timestamp.Offset? {
    var letters: UInt64 = 0
    var count = 0
    while count < 6, reader.isLetterNext, let byte = reader.next {
      letters = letters << 8 | UInt64(byte | 0x20)
      count += 1
      reader.advance()
    }
    switch letters {
    case 0x7A, 0x75_74, 0x67_6D_74, 0x75_74_63: return .utc  // z, ut, gmt, utc
    case 0x65_64_74: return .init(minutes: -4 * 60)  // edt
    case 0x65_73_74, 0x63_64_74: return .init(minutes: -5 * 60)  // est, cdt
    case 0x63_73_74, 0x6D_64_74: return .init(minutes: -6 * 60)  // cst, mdt
    case 0x6D_73_74, 0x70_64_74: return .init(minutes: -7 * 60)  // mst, pdt
    case 0x70_73_74: return .init(minutes: -8 * 60)  // pst
    // The military letters were defined with the wrong sign in RFC 822, so they are unknown zones.
    default: return count == 1 && letters != 0x6A || (3...5).contains(count) ? .unknown : nil
    }
  }

  /// Skips the whitespace between two parts, which the obsolete grammar does not require:
  /// `9May2002`.
  private mutating func skipBetweenParts() throws(DateParseError) {
    guard try skipBlanks() || isLenient else { throw reader.failure(.blank) }
  }

  /// Skips whitespace, and comments if the obsolete forms are accepted.
  @discardableResult
  private mutating func skipBlanks() throws(DateParseError) -> Bool {
    try skipBlanks(comments: isLenient)
  }

  /// Skips whitespace and comments, and returns whether there were any.
  @discardableResult
  @inline(__always)
  private mutating func skipBlanks(comments: Bool) throws(DateParseError) -> Bool {
    // In most cases there is one space or none, which is handled without a call.
    guard mightBeBlankNext else { return false }
    let start = reader.position
    if reader.take(0x20), !mightBeBlankNext { return true }
    return try skipBlanks(comments: comments, from: start)
  }

  /// Whether whitespace or a comment may follow.
  @inline(__always)
  private var mightBeBlankNext: Bool {
    reader.next.map { $0 <= 0x20 || $0 == UInt8(ascii: "(") } ?? false
  }

  /// Skips whitespace and comments after the fast path.
  private mutating func skipBlanks(
    comments: Bool, from start: Int
  ) throws(DateParseError) -> Bool {
    skipWhiteSpace()
    while comments, reader.next == UInt8(ascii: "(") {
      try skipComment()
      skipWhiteSpace()
    }
    return reader.position > start
  }

  /// Skips spaces and tabs, including one line break that is followed by at least one of them. If
  /// the obsolete forms are accepted, skips any number of line breaks.
  @discardableResult
  private mutating func skipWhiteSpace() -> Bool {
    let start = reader.position
    var hasFolded = false
    while let byte = reader.next {
      if byte == 0x20 || byte == 0x09 || isLenient && (byte == 0x0D || byte == 0x0A) {
        reader.advance()
      } else if !hasFolded, reader.takeFold() {
        hasFolded = true
      } else {
        break
      }
    }
    return reader.position > start
  }

  /// Returns whether a byte is allowed in a comment.
  private func isVisible(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  /// Skips a comment with nested comments and quoted characters: `(a (b) \) c)`.
  private mutating func skipComment() throws(DateParseError) {
    var depth = 0
    repeat {
      // In the strict grammar, line breaks are allowed only as part of folded whitespace.
      if !isLenient, skipWhiteSpace() { continue }
      guard let byte = reader.next, isLenient || isVisible(byte) else {
        throw reader.failure(.byte(UInt8(ascii: ")")))
      }
      reader.advance()
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\\"):
        guard let quoted = reader.next, isLenient || isVisible(quoted) else {
          throw reader.failure(.byte(UInt8(ascii: ")")))
        }
        reader.advance()
      default: break
      }
    } while depth > 0
  }
}

extension ByteReader {
  /// Skips a line break that is followed by a space or a tab, and returns whether there was one.
  fileprivate mutating func takeFold() -> Bool {
    var lookahead = self
    guard lookahead.take(0x0D), lookahead.take(0x0A), lookahead.take(0x20) || lookahead.take(0x09)
    else {
      return false
    }
    self = lookahead
    return true
  }
}
