/// The numbers that a value shows, in ASCII digits and without their separators.
struct Numbers {
  /// Those of all readings, and where each first stands.
  private(set) var all: [String: (reading: Int, range: Range<Int>)] = [:]
  /// How often each digit stands in the first reading.
  private(set) var digits = Array(repeating: 0, count: 10)
  /// Whether a time of day is written, in twelve hours or in twenty-four.
  private(set) var hasClock = false

  private let prose: Prose

  init(of prose: Prose) {
    self.prose = prose
    for number in prose.readings.indices { read(prose.masked[number], number) }
  }

  /// How a number is first spelled; nil where it is none of these.
  func spelling(_ number: String) -> String? {
    all[number].map { String(decoding: prose.masked[$0.reading][$0.range], as: UTF8.self) }
  }

  private mutating func read(_ reading: [UInt8], _ number: Int) {
    all.reserveCapacity(reading.count / 16)
    var current: [UInt8] = []
    var group = 0
    var hasFraction = false
    // What larger units have added up to.
    var sum = 0
    var index = 0
    var start = 0
    while index < reading.count {
      let scalar = reading.scalar(at: index)
      if let digit = Self.digit(scalar) {
        if current.isEmpty, sum == 0 { start = index }
        current.append(UInt8(ascii: "0") + digit)
        group += 1
        if number == 0 { digits[Int(digit)] += 1 }
        index += scalar.width
        continue
      }
      let next = index + scalar.width
      if !current.isEmpty, Self.joins(scalar, reading, next, group) {
        hasFraction = scalar == "."
        group = 0
        index = next
        continue
      }
      if !current.isEmpty {
        if scalar == ":" || scalar == "h", Self.digit(reading.scalar(at: next)) != nil {
          hasClock = true
        }
        if let zeros = Self.zeros(scalar), current.count <= 8 {
          let product = Self.product(current, zeros: zeros - (hasFraction ? group : 0))
          sum = min(sum + product, 1 << 60)
          current.removeAll(keepingCapacity: true)
          if Self.digit(reading.scalar(at: next)) == nil {
            take(&sum, &current, (number, start..<next))
          } else {
            index = next
            (group, hasFraction) = (0, false)
            continue
          }
        }
        take(&sum, &current, (number, start..<index))
        (group, hasFraction) = (0, false)
      }
      index = next
    }
    take(&sum, &current, (number, start..<reading.count))
  }

  private mutating func take(
    _ sum: inout Int, _ current: inout [UInt8], _ place: (reading: Int, range: Range<Int>)
  ) {
    if sum > 0 {
      sum += current.count <= 8 ? Self.product(current, zeros: 0) : 0
      current = Array(String(sum).utf8)
      sum = 0
    }
    take(&current, place)
  }

  /// - Parameters:
  ///   - digits: at most eight.
  ///   - zeros: up to eight that follow, or, below zero, how many digits are cut.
  private static func product(_ digits: [UInt8], zeros: Int) -> Int {
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (0..<abs(zeros)).reduce(value) { value, _ in zeros < 0 ? value / 10 : value * 10 }
  }

  /// The zeros that a unit of East Asia stands for: 100万 is 1,000,000.
  private static func zeros(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "万", "萬", "만": 4
    case "億", "亿", "억": 8
    default: nil
    }
  }

  private mutating func take(
    _ current: inout [UInt8], _ place: (reading: Int, range: Range<Int>)
  ) {
    if current.isEmpty { return }
    let number = String(decoding: current, as: UTF8.self)
    // Looked for once: most are new.
    if let first = all.updateValue(place, forKey: number) { all[number] = first }
    current.removeAll(keepingCapacity: true)
  }

  /// Whether a character stands within a number: between digits, or, for a space, before exactly
  /// three.
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

  /// The value of a decimal digit of any script that apps are written in.
  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    let zero: UInt32
    switch scalar.value {
    case 0x30...0x39: zero = 0x30
    case 0x00..<0x660: return nil
    case 0x660...0x669: zero = 0x660
    case 0x6F0...0x6F9: zero = 0x6F0
    // The blocks of India, then Thai and Lao; each has its digits at the same place.
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
  private static let halves = ["午後", "午前", "下午", "上午", "晚上", "早上", "오후", "오전"]
  private static let letters = ["م", "ص", "μ.μ", "π.μ"]

  /// Whether a value tells the hours before noon from those behind it: `5 pm`, `午後5時`.
  static func tellHalfDays(_ prose: Prose) -> Bool {
    prose.readings.contains { reading in
      reading.indices.contains { index in
        let byte = reading[index] | 0x20
        let isLetter = byte == UInt8(ascii: "a") || byte == UInt8(ascii: "p")
        if !isLetter, reading[index] < 0x80 { return false }
        let before = reading.scalar(before: reading.start(behindSpaceBefore: index))
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
  /// Where the space begins that stands before some byte; the byte itself where there is none.
  fileprivate func start(behindSpaceBefore index: Int) -> Int {
    let before = scalar(before: index)
    return before == " " || before.isNoBreakSpace ? start(before: index) : index
  }
}
