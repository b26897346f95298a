import TremaTestSupport

/// Generates strings that are dates or resemble dates.
struct RandomDate {
  var random: SeededGenerator

  /// A date of RFC 3339, seldom with parts beyond their bounds.
  mutating func rfc3339() -> String {
    var text = "\(number(0...9999, 4))-\(number(1...12, 2))-\(number(1...31, 2))"
    text += random.pick(["T", "T", "T", "t"])
    text += time()
    if random.once(in: 2) {
      text += "." + String(random.number(0...Int.max)).prefix(random.number(1...19))
    }
    return text + random.pick(["Z", "Z", "z", "-00:00", "+\(offset(":"))", "-\(offset(":"))"])
  }

  /// A date of RFC 5322 as Python's library reads it too.
  mutating func mail() -> String {
    var text = ""
    if random.once(in: 5) { text += random.pick(Self.days) + "," + blank() }
    text += number(1...31, random.number(1...2)) + blank() + random.pick(Self.months) + blank()
    // The two pivots differ for years from 50 to 68, and so do all readings of years below 1000.
    text +=
      random.once(in: 6)
      ? number(random.pick([0...49, 69...99]), 2)
      : number(random.pick([1000...9999, 1900...2100]), 4)
    text += blank() + (random.once(in: 4) ? String(time().prefix(5)) : time())
    let zone = random.pick(
      ["+\(offset(""))", "-\(offset(""))", "+0000", "-0000", "GMT", "UT", "Z", "EST", "pdt", ""])
    return zone.isEmpty ? text : text + blank() + zone
  }

  /// Replaces, removes, doubles or inserts one or two bytes.
  mutating func damaged(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...random.number(0...1) where !bytes.isEmpty {
      let place = random.number(0...bytes.count - 1)
      let byte = random.pick(Array("0123456789:-+.,TZtz ()\\\r\n\tGa/".utf8))
      switch random.number(0...3) {
      case 0: bytes[place] = byte
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(byte, at: place)
      default: bytes.insert(bytes[place], at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func time() -> String {
    let beyond = random.once(in: 20)
    if random.once(in: 20) { return "23:59:60" }
    let (hour, minute) = (number(0...(beyond ? 30 : 23), 2), number(0...(beyond ? 70 : 59), 2))
    return "\(hour):\(minute):\(number(0...(beyond ? 70 : 59), 2))"
  }

  private mutating func offset(_ separator: String) -> String {
    let beyond = random.once(in: 20) && !separator.isEmpty
    return number(0...(beyond ? 30 : 23), 2) + separator + number(0...(beyond ? 70 : 59), 2)
  }

  private mutating func blank() -> String { random.pick([" ", " ", " ", "  ", "\t", "\r\n "]) }

  private mutating func number(_ range: ClosedRange<Int>, _ width: Int) -> String {
    let digits = String(random.number(range))
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static let days = ["Mon", "Tue", "Wed", "THU", "fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "jul", "AUG", "Sep", "Oct", "Nov", "Dec",
  ]
}
