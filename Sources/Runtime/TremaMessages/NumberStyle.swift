/// How `{n, number}` is written; grouping and decimal signs are those of the language.
public struct NumberStyle: Hashable, Sendable {
  /// Whether the integer digits are grouped: `1,000`.
  public var isGrouped = true
  /// Whether the number is shown in percent.
  public var isPercent = false
  /// Digits before the decimal sign, at least.
  public var minimumIntegers = 1
  /// Digits after it, at least and at most.
  public var fractions = 0...3

  /// Creates the style of a decimal number of the language.
  public init() {}

  /// `{n, number}` and `#`.
  public static let standard = NumberStyle()
  /// `{n, number, integer}`.
  public static let integer = NumberStyle(fractions: 0...0)
  /// `{n, number, percent}`.
  public static let percent = NumberStyle(isPercent: true, fractions: 0...0)

  /// Creates a style.
  ///
  /// - Parameters:
  /// - minimumIntegers: the least integer digits.
  /// - fractions: the least and the most fraction digits.
  public init(
    isGrouped: Bool = true, isPercent: Bool = false, minimumIntegers: Int = 1,
    fractions: ClosedRange<Int>
  ) {
    self.isGrouped = isGrouped
    self.isPercent = isPercent
    self.minimumIntegers = minimumIntegers
    self.fractions = fractions
  }

  /// Most digits that a style may ask for on either side.
  static let mostDigits = 30

  /// Reads what is behind the second comma: nothing, `integer`, `percent`, or a pattern of
  /// `#`, `,`, `0` and `.` (`#,##0.00`, `0`).
  ///
  /// - Returns: nil for every other style of ICU; no platform of ours shows those alike.
  init?(_ spelling: String) {
    switch spelling {
    case "": self = .standard
    case "integer": self = .integer
    case "percent": self = .percent
    default:
      var style = NumberStyle(isGrouped: false, minimumIntegers: 0, fractions: 0...0)
      guard let fraction = style.readIntegers(of: Array(spelling.utf8)) else { return nil }
      var least = 0
      var most = 0
      for byte in fraction {
        switch byte {
        case UInt8(ascii: "0") where least == most: (least, most) = (least + 1, most + 1)
        case UInt8(ascii: "#"): most += 1
        default: return nil
        }
      }
      guard most <= Self.mostDigits else { return nil }
      style.fractions = least...most
      self = style
    }
  }

  /// - Returns: what follows the decimal point; nil when this is no pattern.
  private mutating func readIntegers(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var group: Int?
    var digits = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "#") where minimumIntegers == 0: digits += 1
      case UInt8(ascii: "0"):
        minimumIntegers += 1
        digits += 1
      case UInt8(ascii: ","): group = digits
      case UInt8(ascii: "."):
        return isWellGrouped(group, digits) ? bytes[(index + 1)...] : nil
      default: return nil
      }
    }
    return isWellGrouped(group, digits) ? [] : nil
  }

  private mutating func isWellGrouped(_ group: Int?, _ digits: Int) -> Bool {
    guard minimumIntegers > 0, minimumIntegers <= Self.mostDigits else { return false }
    isGrouped = group != nil
    return group.map { digits - $0 == 3 } ?? true
  }

  /// The style behind the second comma; `nil` where there is none.
  var spelling: String? {
    if self == .standard { return nil }
    if self == .integer { return "integer" }
    if self == .percent { return "percent" }
    let zeros = String(repeating: "0", count: max(1, minimumIntegers))
    var pattern = isGrouped && zeros.utf8.count < 4 ? "" : zeros
    if pattern.isEmpty {
      pattern = "#," + String(repeating: "#", count: 3 - zeros.utf8.count) + zeros
      if zeros.utf8.count == 3 { pattern = "#,000" }
    }
    if fractions.upperBound > 0 {
      pattern += "." + String(repeating: "0", count: fractions.lowerBound)
      pattern += String(repeating: "#", count: fractions.count - 1)
    }
    return pattern
  }
}
