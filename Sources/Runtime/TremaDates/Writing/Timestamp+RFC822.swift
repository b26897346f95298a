extension Timestamp {
  /// Returns the date in mail format, without fractions of a second:
  /// `Thu, 09 May 2002 15:21:36 +0000`, or `-0000` for an unknown offset.
  ///
  /// Times outside the years 0 to 9999 are clamped to that range.
  ///
  /// See RFC 5322, section 3.3.
  ///
  /// - Parameter offset: The offset, or `nil` for the timestamp's own offset.
  public func rfc822(offset: Offset? = nil) -> String {
    let offset = offset ?? self.offset
    return String(unsafeUninitializedCapacity: 31) { buffer in
      var writer = ByteWriter(buffer)
      writer.mailDate(ClockTime(self, at: offset))
      writer.offset(offset)
      return writer.count
    }
  }

  /// Returns the date in HTTP format, without fractions of a second:
  /// `Thu, 09 May 2002 15:21:36 GMT`.
  ///
  /// Times outside the years 0 to 9999 are clamped to that range.
  ///
  /// See `IMF-fixdate` in RFC 9110, section 5.6.7.
  public func httpDate() -> String {
    String(unsafeUninitializedCapacity: 29) { buffer in
      var writer = ByteWriter(buffer)
      writer.mailDate(ClockTime(self, at: .utc))
      writer.text("GMT")
      return writer.count
    }
  }
}

extension ByteWriter {
  /// Writes the date and time followed by a space: `Thu, 09 May 2002 15:21:36 `.
  fileprivate mutating func mailDate(_ time: ClockTime) {
    name(time.weekday, of: DateName.dayLetters)
    text(", ")
    twoDigits(time.day)
    byte(UInt8(ascii: " "))
    name(time.month - 1, of: DateName.monthLetters)
    byte(UInt8(ascii: " "))
    fourDigits(time.year)
    byte(UInt8(ascii: " "))
    self.time(time)
    byte(UInt8(ascii: " "))
  }
}
