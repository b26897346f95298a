import TremaSupport

/// A date in another form of ISO 8601 than the one that property lists have: with a fraction, a
/// distance from UTC, without a zone, or the day alone.
struct XMLDate {
  /// In whole seconds.
  let moment: PropertyListDate
  /// What the author must decide; nil where the moment is the same.
  let doubt: String?

  /// - Returns: nil for everything else, and for a day that no calendar has.
  init?(_ text: [UInt8]) {
    if text.count == 10, let moment = PropertyListDate(parsing: text + "T00:00:00Z".utf8) {
      self.init(moment, "with the time that is meant")
      return
    }
    guard text.count >= 19, let local = PropertyListDate(parsing: text[..<19] + "Z".utf8) else {
      return nil
    }
    var rest = text[19...]
    var doubt: String?
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      let digits = rest.dropFirst().prefix(while: ASCII.isDigit)
      if digits.isEmpty { return nil }
      if digits.contains(where: { $0 != UInt8(ascii: "0") }) {
        doubt = "without the fraction of a second"
      }
      rest = rest[digits.endIndex...]
    }
    if rest.isEmpty { doubt = "with Z if that time is in UTC" }
    guard rest.isEmpty || rest.elementsEqual("Z".utf8) || rest.elementsEqual("z".utf8) else {
      guard let distance = Self.distance(rest),
        let moment = PropertyListDate(seconds: local.seconds - distance)
      else { return nil }
      self.init(moment, doubt)
      return
    }
    self.init(local, doubt)
  }

  private init(_ moment: PropertyListDate, _ doubt: String?) {
    (self.moment, self.doubt) = (moment, doubt)
  }

  /// `+02:00`, `-0930`, `+02`: in seconds.
  private static func distance(_ text: ArraySlice<UInt8>) -> Double? {
    guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy(ASCII.isDigit) else {
      return nil
    }
    let numbers = digits.map { Int($0 & 0x0F) }
    let hours = numbers[0] * 10 + numbers[1]
    let minutes = numbers.count == 4 ? numbers[2] * 10 + numbers[3] : 0
    guard hours < 24, minutes < 60 else { return nil }
    return Double((hours * 60 + minutes) * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}
