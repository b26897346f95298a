extension Timestamp {
  /// `Thu, 09 May 2002 15:21:36 +0000`, or `-0000` for an unknown offset; a fraction is cut off.
  /// Years below 0 and above 9999 are written as the first and the last second of those.
  ///
  /// - Parameter offset: that of the timestamp unless said.
  ///
  /// Source: RFC 5322, section 3.3.
  public func rfc822(offset: Offset? = nil) -> String {
    let offset = offset ?? self.offset
    return String(unsafeUninitializedCapacity: 31) { buffer in
      var writer = ByteWriter(buffer)
      writer.mailDate(ClockTime(self, at: offset))
      writer.offset(offset)
      return writer.count
    }
  }

  /// `Thu, 09 May 2002 15:21:36 GMT`; a fraction is cut off. Years below 0 and above 9999 are written
  /// as the first and the last second of those.
  ///
  /// Source: RFC 9110, section 5.6.7, `IMF-fixdate`.
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
  /// `Thu, 09 May 2002 15:21:36 `
  fileprivate mutating func mailDate(_ time: ClockTime) {
    name(time.weekday, of: DateName.dayLetters)
    text(", ")
    two(time.day)
    byte(UInt8(ascii: " "))
    name(time.month - 1, of: DateName.monthLetters)
    byte(UInt8(ascii: " "))
    four(time.year)
    byte(UInt8(ascii: " "))
    self.time(time)
    byte(UInt8(ascii: " "))
  }
}
