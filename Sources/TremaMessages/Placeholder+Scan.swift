extension Placeholder {
  /// What a percent sign begins.
  public enum Percent: Hashable, Sendable {
    case placeholder(Placeholder)
    /// `%%`.
    case doubled
    /// A percent sign and nothing more.
    case lone
  }

  /// The percent signs of a format in their order, each with the UTF-8 range of what it begins.
  ///
  /// Unlike ``Message/parse(_:backslash:)`` this reads no escapes: it is for those who must keep a
  /// format as it is spelled.
  public static func percents(in format: [UInt8]) -> [(range: Range<Int>, percent: Percent)] {
    var found: [(range: Range<Int>, percent: Percent)] = []
    var index = 0
    while let start = format[index...].firstIndex(of: UInt8(ascii: "%")) {
      if start + 1 < format.count, format[start + 1] == UInt8(ascii: "%") {
        found.append((start..<start + 2, .doubled))
      } else if let (placeholder, end) = PlaceholderParser.parse(format, at: start) {
        found.append((start..<end, .placeholder(placeholder)))
      } else {
        found.append((start..<start + 1, .lone))
      }
      index = found.last?.range.upperBound ?? format.count
    }
    return found
  }
}
