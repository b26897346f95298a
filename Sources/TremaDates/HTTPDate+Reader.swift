extension HTTPDate {
  /// Goes through the bytes of a date.
  struct Reader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func date(now: Int64) -> Int64? {
      let name = word()
      if HTTPDate.dayNames.contains(name), skip(", ") { return preferred() }
      if HTTPDate.dayNames.contains(name), skip(" ") { return asctime() }
      if Self.longDayNames.contains(name), skip(", ") { return obsolete(now) }
      return nil
    }

    /// `06 Nov 1994 08:49:37 GMT`
    private mutating func preferred() -> Int64? {
      guard let day = number(2), skip(" "), let month = month(), skip(" "), let year = number(4),
        skip(" "), let time = time(), skip(" GMT"), isAtEnd
      else { return nil }
      return Self.seconds(year, month, day, time)
    }

    /// `06-Nov-94 08:49:37 GMT`
    private mutating func obsolete(_ now: Int64) -> Int64? {
      guard let day = number(2), skip("-"), let month = month(), skip("-"), let digits = number(2),
        skip(" "), let time = time(), skip(" GMT"), isAtEnd
      else { return nil }
      let today = Calendar.civil(from: Int((Double(now) / 86_400).rounded(.down))).year
      var year = today - today % 100 + digits
      if year > today + 50 { year -= 100 }
      if year <= today - 50 { year += 100 }
      return Self.seconds(year, month, day, time)
    }

    /// `Nov  6 08:49:37 1994`
    private mutating func asctime() -> Int64? {
      guard let month = month(), skip(" "), let day = skip(" ") ? number(1) : number(2), skip(" "),
        let time = time(), skip(" "), let year = number(4), isAtEnd
      else { return nil }
      return Self.seconds(year, month, day, time)
    }

    private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Int64? {
      Calendar.days(to: year, month, day).map { Int64($0) * 86_400 + Int64(time) }
    }

    /// `08:49:37`, as seconds of the day.
    private mutating func time() -> Int? {
      guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60,
        skip(":"), let second = number(2), second <= 60
      else { return nil }
      return (hour * 60 + minute) * 60 + second
    }

    private mutating func month() -> Int? {
      HTTPDate.monthNames.firstIndex(of: word()).map { $0 + 1 }
    }

    private mutating func number(_ digits: Int) -> Int? {
      guard position + digits <= bytes.count else { return nil }
      var number = 0
      for byte in bytes[position..<position + digits] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      position += digits
      return number
    }

    private mutating func word() -> String {
      let start = position
      while position < bytes.count, Self.isLetter(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skip(_ text: StaticString) -> Bool {
      let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard bytes[position...].starts(with: text) else { return false }
      position += text.count
      return true
    }

    private var isAtEnd: Bool { position == bytes.count }

    private static func isLetter(_ byte: UInt8) -> Bool {
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    private static let longDayNames = [
      "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
  }
}
