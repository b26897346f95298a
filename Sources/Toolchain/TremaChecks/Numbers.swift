import TremaSupport

/// The numbers in a value, in ASCII digits without separators.
struct Numbers {
  /// The index of a reading, and a byte range in it.
  typealias Location = (reading: Int, range: Range<Int>)

  /// The numbers in all readings, each with its first location.
  private(set) var all: [String: Location] = [:]
  /// How often each digit occurs in the first reading.
  private(set) var digits = Array(repeating: 0, count: 10)
  /// Whether the value contains a time of day, in 12-hour or 24-hour notation.
  private(set) var hasClock = false

  private let prose: Prose

  /// Reads the numbers in a value, excluding those in tags and addresses.
  init(of prose: Prose) {
    self.prose = prose
    for index in prose.readings.indices { read(prose.masked[index], index) }
  }

  /// Returns the first spelling of a number in the value, or `nil` if the value does not contain
  /// it.
  func spelling(_ number: String) -> String? {
    all[number].map { String(decoding: prose.masked[$0.reading][$0.range], as: UTF8.self) }
  }

  /// Reads the numbers in one reading.
  ///
  /// - Parameters:
  ///   - reading: The reading, with tags and addresses masked.
  ///   - number: The index of the reading.
  private mutating func read(_ reading: [UInt8], _ number: Int) {
    all.reserveCapacity(reading.count / 16)
    var current = DigitGroups()
    // The sum of the parts before the current digits, scaled by East Asian units: 3万5000 is 30000
    // and 5000.
    var sum = 0
    var index = 0
    var start = 0
    while index < reading.count {
      let scalar = reading.scalar(at: index)
      if let digit = Self.digit(scalar) {
        if number == 0 { digits[Int(digit)] += 1 }
        if current.digits.isEmpty, sum == 0 { start = index }
        current.append(digit)
        index += scalar.width
        continue
      }
      let next = index + scalar.width
      if !current.digits.isEmpty, Self.joins(scalar, reading, next, current.groups.last ?? 0) {
        current.beginGroup(isFraction: scalar == ".")
        index = next
        continue
      }
      if !current.digits.isEmpty {
        if scalar == ":" || scalar == "h", Self.digit(reading.scalar(at: next)) != nil {
          hasClock = true
        }
        // The eight-digit limit keeps the product in `Int`'s range.
        if let unit = Self.unit(in: reading, at: index), current.digits.count <= 8 {
          let product = Self.product(
            current.digits, zeros: unit.zeros - (current.hasFraction ? current.groups.last ?? 0 : 0)
          )
          sum = min(sum + product, 1 << 60)
          current = DigitGroups()
          if Self.digit(reading.scalar(at: unit.end)) != nil {
            index = unit.end
            continue
          }
          finishNumber(&sum, &current, (number, start..<unit.end), reading)
          index = unit.end
          continue
        }
        finishNumber(&sum, &current, (number, start..<index), reading)
      }
      index = next
    }
    finishNumber(&sum, &current, (number, start..<reading.count), reading)
  }

  /// Ends the current number, and inserts it unless it is part of a name.
  private mutating func finishNumber(
    _ sum: inout Int, _ current: inout DigitGroups, _ location: Location, _ reading: [UInt8]
  ) {
    defer { (sum, current) = (0, DigitGroups()) }
    if sum > 0 {
      sum += current.digits.count <= 8 ? Self.product(current.digits, zeros: 0) : 0
      insert(String(sum), location)
    } else if !current.digits.isEmpty, !Self.isPartOfName(location.range, reading) {
      for part in current.parts { insert(part, location) }
    }
  }

  /// Consecutive digits, with or without separators.
  private struct DigitGroups {
    /// The ASCII digits without separators.
    private(set) var digits: [UInt8] = []
    /// The number of digits in each group between separators.
    private(set) var groups: [Int] = []
    /// Whether the last separator is a full stop.
    private(set) var hasFraction = false

    /// Appends a digit to the last group.
    ///
    /// - Parameter digit: The value of the digit, 0 to 9.
    mutating func append(_ digit: UInt8) {
      if groups.isEmpty { groups.append(0) }
      groups[groups.count - 1] += 1
      digits.append(UInt8(ascii: "0") + digit)
    }

    /// Starts a group after a separator.
    mutating func beginGroup(isFraction: Bool) {
      groups.append(0)
      hasFraction = isFraction
    }

    /// The numbers to compare: the parts of a date, or a single number. Leading zeros and a zero
    /// fraction are removed: `05` is 5, `3.0` is 3.
    var parts: [String] {
      if groups.count == 3, groups.contains(4), groups.filter({ $0 <= 2 }).count == 2 {
        var rest = digits[...]
        return groups.map { count in
          defer { rest = rest.dropFirst(count) }
          return Self.withoutZeros(rest.prefix(count))
        }
      }
      if groups.count == 1 { return [Self.withoutZeros(digits[...])] }
      // A last group that consists of a single zero is a zero fraction.
      var (trimmed, last) = (digits[...], groups.count - 1)
      while last > 0, groups[last] == 1, trimmed.last == UInt8(ascii: "0") {
        trimmed = trimmed.dropLast()
        last -= 1
      }
      return [String(decoding: trimmed, as: UTF8.self)]
    }

    /// Removes leading zeros, but keeps the last digit.
    private static func withoutZeros(_ digits: ArraySlice<UInt8>) -> String {
      let rest = digits.drop { $0 == UInt8(ascii: "0") }
      return String(decoding: rest.isEmpty ? digits.suffix(1) : rest, as: UTF8.self)
    }
  }

  /// Returns whether digits are not a separate number: in `M3U` and `9x`, in a placeholder such as
  /// `$1`, and in the reference `&#160;`.
  private static func isPartOfName(_ range: Range<Int>, _ reading: [UInt8]) -> Bool {
    let before = range.lowerBound > 0 ? reading[range.lowerBound - 1] : 0
    let after = range.upperBound < reading.count ? reading[range.upperBound] : 0
    if after == UInt8(ascii: "x"), !reading.scalar(at: range.upperBound + 1).isWordPart {
      return true
    }
    if before == UInt8(ascii: "$"), range.count == 1 { return true }
    if reading[..<range.lowerBound].suffix(3).contains(UInt8(ascii: "&")),
      before == UInt8(ascii: "#") || before == UInt8(ascii: "x")
    {
      return true
    }
    return ASCII.isLetter(before) && ASCII.isLetter(after)
  }

  /// Multiplies digits by a power of ten.
  ///
  /// - Parameters:
  ///   - digits: The ASCII digits, at most eight.
  ///   - zeros: The exponent, at most eight. If it is negative, that number of trailing digits is
  ///     removed.
  private static func product(_ digits: [UInt8], zeros: Int) -> Int {
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (0..<abs(zeros)).reduce(value) { value, _ in zeros < 0 ? value / 10 : value * 10 }
  }

  /// Returns how many zeros consecutive East Asian units denote, and where the units end: 5千 is
  /// 5,000, 1千万 is 10,000,000.
  private static func unit(in reading: [UInt8], at start: Int) -> (zeros: Int, end: Int)? {
    var (zeros, end) = (0, start)
    if reading.scalar(at: start) == " ", Self.zeros(reading.scalar(at: start + 1)) != nil {
      end += 1
    }
    while zeros <= 8, let exponent = Self.zeros(reading.scalar(at: end)) {
      zeros += exponent
      end += reading.scalar(at: end).width
    }
    return zeros > 0 ? (zeros, end) : nil
  }

  /// Returns the exponent of ten that an East Asian unit denotes, or `nil` if the character is not
  /// a unit.
  private static func zeros(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "百", "백": 2
    case "千", "천": 3
    case "万", "萬", "만": 4
    case "億", "亿", "억": 8
    default: nil
    }
  }

  /// Returns whether a word for a power of ten follows a number's first occurrence: `5 million`,
  /// `3 lakh`.
  func isScaled(_ number: String) -> Bool {
    guard let location = all[number] else { return false }
    let reading = prose.masked[location.reading]
    var start = location.range.upperBound
    while start < reading.count, reading.scalar(at: start).isSpace {
      start += reading.scalar(at: start).width
    }
    let word = String(decoding: reading[start...].prefix(24), as: UTF8.self).lowercased()
    return Self.scales.contains { word.utf8.starts(with: $0.utf8) }
  }

  /// The prefixes of words for powers of ten, in lowercase.
  private static let scales = [
    "thousand", "million", "billion", "lakh", "crore", "tausend", "tsd", "mio", "mrd", "millier",
    "mille", "mil ", "mila ", "miles", "millón", "milhã", "milhõ", "milion", "miliard", "milyon",
    "milyar",
    "bin ", "tis", "tys", "mln", "тыс", "тис", "млн", "мил", "мільй", "लाख", "करोड़", "हज़ार", "हजार",
    "ألف",
    "مليون", "هزار", "میلیون", "พัน", "หมื่น", "แสน", "ล้าน", "nghìn", "triệu", "ribu", "juta",
  ]

  /// Inserts a number with its location, unless it was inserted before.
  private mutating func insert(_ number: String, _ location: Location) {
    // A single hash lookup inserts the number, because most numbers are new.
    if let first = all.updateValue(location, forKey: number) { all[number] = first }
  }

  /// Returns whether a character is a separator within a number: between digits, or, for a space,
  /// before exactly three digits.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - next: The offset of the byte after the character.
  ///   - group: The number of digits in the group before the character.
  private static func joins(
    _ scalar: Unicode.Scalar, _ reading: [UInt8], _ next: Int, _ group: Int
  ) -> Bool {
    switch scalar {
    case ",", ".", "'", "’", "٬", "٫": return digit(reading.scalar(at: next)) != nil
    case " ", "\u{A0}", "\u{202F}", "\u{2009}":
      guard group <= 3 else { return false }
      var index = next
      for _ in 0..<3 {
        let scalar = reading.scalar(at: index)
        guard digit(scalar) != nil else { return false }
        index += scalar.width
      }
      return digit(reading.scalar(at: index)) == nil
    default: return false
    }
  }

  /// Returns the value of a decimal digit in any script used by apps, or `nil` for any other
  /// character.
  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    let zero: UInt32
    switch scalar.value {
    case 0x30...0x39: zero = 0x30
    case 0x00..<0x660: return nil
    case 0x660...0x669: zero = 0x660
    case 0x6F0...0x6F9: zero = 0x6F0
    // The blocks of the Indic scripts. Each has its digits at the same offset.
    case 0x966...0xD6F where scalar.value & 0x7F >= 0x66 && scalar.value & 0x7F <= 0x6F:
      zero = scalar.value & ~0x7F | 0x66
    case 0xE50...0xE59: zero = 0xE50
    case 0xED0...0xED9: zero = 0xED0
    case 0x1040...0x1049: zero = 0x1040
    case 0x17E0...0x17E9: zero = 0x17E0
    case 0xFF10...0xFF19: zero = 0xFF10
    default: return nil
    }
    return UInt8(scalar.value - zero)
  }
}

extension Numbers {
  /// The words for a.m. and p.m. in Chinese, Japanese and Korean.
  private static let halves = ["午後", "午前", "下午", "上午", "晚上", "早上", "오후", "오전"]
  /// The abbreviations for a.m. and p.m. in Arabic and Greek.
  private static let letters = ["م", "ص", "μ.μ", "π.μ"]

  /// Returns whether a value distinguishes a.m. and p.m.: `5 pm`, `午後5時`.
  static func distinguishesHalfDays(_ prose: Prose) -> Bool {
    prose.readings.contains { reading in
      reading.indices.contains { index in
        let byte = reading[index] | 0x20
        let isLetter = byte == UInt8(ascii: "a") || byte == UInt8(ascii: "p")
        // Every non-ASCII sign starts with a byte of at least 0x80.
        if !isLetter, reading[index] < 0x80 { return false }
        let before = reading.scalar(before: reading.offset(skippingSpaceBefore: index))
        if isLetter {
          let isHour = before.isDecimalDigit || before == "\u{FFFC}"
          let next = reading.scalar(at: index + 1) == "." ? index + 2 : index + 1
          return isHour && (reading.scalar(at: next) == "m" || reading.scalar(at: next) == "M")
            && !reading.scalar(at: next + 1).isWordPart
        }
        return halves.contains { reading[index...].starts(with: $0.utf8) }
          || before.isDecimalDigit
            && letters.contains {
              reading[index...].starts(with: $0.utf8)
                && !reading.scalar(at: index + $0.utf8.count).isWordPart
            }
      }
    }
  }
}

extension [UInt8] {
  /// Returns the start of the space before an offset, or the offset itself if there is no space.
  fileprivate func offset(skippingSpaceBefore index: Int) -> Int {
    let before = scalar(before: index)
    return before == " " || before.isNoBreakSpace ? start(before: index) : index
  }
}
