extension Placeholder {
  /// The meaning of a percent sign.
  package enum Percent: Hashable, Sendable {
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
  package static func percents(in format: [UInt8]) -> [(range: Range<Int>, percent: Percent)] {
    var found: [(range: Range<Int>, percent: Percent)] = []
    scan(format) { range, percent in
      found.append((range, percent))
      return true
    }
    return found
  }

  /// Whether a percent sign begins more than itself.
  static func hasOne(in format: [UInt8]) -> Bool {
    var isFound = false
    scan(format) { _, percent in
      if case .placeholder = percent { isFound = true }
      return !isFound
    }
    return isFound
  }

  /// Goes through the percent signs of a format.
  ///
  /// - Parameter next: takes each with the range of what it begins; false ends it.
  static func scan(_ format: [UInt8], _ next: (Range<Int>, Percent) -> Bool) {
    format.withUnsafeBufferPointer { bytes in
      var index = 0
      var isForeign: Bool?
      while let start = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
        let range: Range<Int>
        let percent: Percent
        let isText = isForeign ?? ForeignFormat.isOne(bytes)
        isForeign = isText
        if isText {
          (range, percent) = (start..<start + 1, .lone)
        } else if start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "%") {
          (range, percent) = (start..<start + 2, .doubled)
        } else if let (placeholder, end) = PlaceholderParser.parse(bytes, at: start) {
          (range, percent) = (start..<end, .placeholder(placeholder))
        } else {
          (range, percent) = (start..<start + 1, .lone)
        }
        guard next(range, percent) else { return }
        index = range.upperBound
      }
    }
  }
}
