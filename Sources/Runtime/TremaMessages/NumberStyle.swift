/// The format of a number in `{n, number}`. The language determines the grouping and decimal
/// separators.
public struct NumberStyle: Hashable, Sendable {
  /// Whether the integer digits are grouped: `1,000`.
  public var isGrouped = true
  /// Whether the number is shown as a percentage.
  public var isPercent = false
  /// The minimum number of integer digits.
  public var minimumIntegers = 1
  /// The minimum and maximum number of fraction digits.
  public var fractions = 0...3

  /// Creates the standard style, with grouping and up to three fraction digits.
  public init() {}

  /// The style of `{n, number}` and `#`.
  public static let standard = NumberStyle()
  /// The style of `{n, number, integer}`.
  public static let integer = NumberStyle(fractions: 0...0)
  /// The style of `{n, number, percent}`.
  public static let percent = NumberStyle(isPercent: true, fractions: 0...0)

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - minimumIntegers: The minimum number of integer digits.
  ///   - fractions: The minimum and maximum number of fraction digits.
  public init(
    isGrouped: Bool = true, isPercent: Bool = false, minimumIntegers: Int = 1,
    fractions: ClosedRange<Int>
  ) {
    self.isGrouped = isGrouped
    self.isPercent = isPercent
    self.minimumIntegers = minimumIntegers
    self.fractions = fractions
  }

  /// The maximum number of digits on either side of the decimal separator.
  static let maxDigits = 30

  /// Parses the text after the second comma: empty, `integer`, `percent`, or a pattern of `#`, `,`,
  /// `0` and `.` (`#,##0.00`, `0`).
  ///
  /// - Returns: The style, or `nil` for other ICU styles, which the supported platforms do not
  ///   format identically.
  init?(_ spelling: String) {
    switch spelling {
    case "": self = .standard
    case "integer": self = .integer
    case "percent": self = .percent
    default:
      var style = NumberStyle(isGrouped: false, minimumIntegers: 0, fractions: 0...0)
      guard let fraction = style.readIntegers(of: Array(spelling.utf8)) else { return nil }
      var minimum = 0
      var maximum = 0
      for byte in fraction {
        switch byte {
        case UInt8(ascii: "0") where minimum == maximum:
          (minimum, maximum) = (minimum + 1, maximum + 1)
        case UInt8(ascii: "#"): maximum += 1
        default: return nil
        }
      }
      guard maximum <= Self.maxDigits else { return nil }
      style.fractions = minimum...maximum
      self = style
    }
  }

  /// Parses the part of a pattern before the decimal point.
  ///
  /// - Returns: The part after the decimal point, or `nil` if the pattern is invalid.
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

  /// Checks the digits and the grouping separator of a pattern, and stores whether there is a
  /// separator.
  private mutating func isWellGrouped(_ group: Int?, _ digits: Int) -> Bool {
    guard minimumIntegers > 0, minimumIntegers <= Self.maxDigits else { return false }
    isGrouped = group != nil
    return group.map { digits - $0 == 3 } ?? true
  }

  /// The text after the second comma, or `nil` if there is none.
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
