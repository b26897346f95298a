extension Placeholder {
  /// The interpretation of a percent sign.
  package enum Percent: Hashable, Sendable {
    case placeholder(Placeholder)
    /// `%%`.
    case doubled
    /// A percent sign that starts neither a placeholder nor `%%`.
    case lone
  }

  /// Returns the percent signs in a format in order, each with the range of the construct that it
  /// starts, in UTF-8 bytes.
  ///
  /// Unlike `Message.parse(_:backslash:)`, this does not resolve escapes. It is used where the
  /// spelling of a format must be preserved.
  package static func percents(in format: [UInt8]) -> [(range: Range<Int>, percent: Percent)] {
    var found: [(range: Range<Int>, percent: Percent)] = []
    scan(format) { range, percent in
      found.append((range, percent))
      return true
    }
    return found
  }

  /// Returns whether a format contains a placeholder.
  static func occurs(in format: [UInt8]) -> Bool {
    var isFound = false
    scan(format) { _, percent in
      if case .placeholder = percent { isFound = true }
      return !isFound
    }
    return isFound
  }

  /// Visits the percent signs of a format.
  ///
  /// - Parameters:
  ///   - format: The format's UTF-8 bytes.
  ///   - next: Called with the range and the interpretation of each percent sign. Returning `false`
  ///     ends the scan.
  static func scan(_ format: [UInt8], _ next: (Range<Int>, Percent) -> Bool) {
    format.withUnsafeBufferPointer { bytes in
      var index = 0
      var isForeign: Bool?
      while let start = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
        let range: Range<Int>
        let percent: Percent
        let isText = isForeign ?? ForeignFormat.isForeign(bytes)
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
