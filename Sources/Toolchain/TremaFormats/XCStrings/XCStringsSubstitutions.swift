import TremaMessages

/// Functions for formats in which `%#@name@` refers to a substitution.
enum XCStringsSubstitutions {
  /// The maximum number of substitutions in a text. Ordinary texts have far fewer. Each
  /// substitution is read once per reference.
  static let maxCount = 32

  /// Returns whether a form refers to a substitution, which Xcode does not support.
  static func isContained(in form: String) -> Bool {
    occurrences(in: form) { byte in
      byte == UInt8(ascii: "%") || byte == UInt8(ascii: "$")
    } > 0
  }

  /// Returns whether a format refers to too many substitutions.
  static func exceedLimit(in format: String) -> Bool {
    occurrences(in: format) { _ in true } > maxCount
  }

  /// Returns how often `#@` occurs in a string after a byte that satisfies a condition.
  private static func occurrences(in text: String, after condition: (UInt8?) -> Bool) -> Int {
    var count = 0
    var before: UInt8?
    var last: UInt8?
    for byte in text.utf8 {
      if byte == UInt8(ascii: "@"), last == UInt8(ascii: "#"), condition(before) { count += 1 }
      (before, last) = (last, byte)
    }
    return count
  }

  /// Returns the format with numbered conversions, and its variables with their argument numbers.
  /// Conversions and substitutions without a number are counted together.
  static func numbered(_ format: VariableFormat) -> VariableFormat {
    var result = format
    let bytes = Array(format.format.utf8)
    var output: [UInt8] = []
    var index = 0
    var next = 1
    // The format is copied byte by byte. Only conversions and references to variables are parsed.
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        output.append(bytes[index])
        index += 1
        continue
      }
      if let (name, end) = variable(bytes, at: index) {
        if let variableIndex = result.variables.firstIndex(where: { $0.name == name }) {
          let number = result.variables[variableIndex].argument ?? next
          result.variables[variableIndex].argument = number
          next = max(next, number + 1)
        }
        output += bytes[index..<end]
        index = end
      } else if let first = Placeholder.percents(
        in: Array(bytes[index...].prefix(maxConversionLength))
      ).first {
        // Only a part of the format is searched because the rest may be long.
        let end = index + first.range.upperBound
        if case .placeholder(let placeholder) = first.percent, placeholder.position == nil,
          placeholder.type != .none
        {
          let number = placeholder.number(after: &next)
          output +=
            placeholder.spelled(
              position: number, flagOrder: "-0+'#(", length: placeholder.length
            ).utf8
        } else {
          output += bytes[index..<end]
        }
        index = end
      }
    }
    result.format = String(decoding: output, as: UTF8.self)
    return result
  }

  /// Returns the format without its variables' numbers, which are stored in `argNum`.
  static func withoutPositions(_ format: VariableFormat) -> String {
    let bytes = Array(format.format.utf8)
    var output: [UInt8] = []
    // References with a position are spelled `%1$#@name@`, and references without one `%#@name@`.
    let spellings = format.variables.map { variable in
      let name = "#@\(variable.name)@"
      return (whole: Array("%\(variable.argument ?? 1)$\(name)".utf8), short: "%\(name)".utf8)
    }
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: "%%".utf8) {
        output += "%%".utf8
        index += 2
        continue
      }
      if rest.first == UInt8(ascii: "%"),
        let found = spellings.first(where: { rest.starts(with: $0.whole) })
      {
        output += found.short
        index += found.whole.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The maximum length of a conversion, in bytes. Longer conversions are not recognized.
  private static let maxConversionLength = 64

  /// Parses `%#@name@` without an explicit number.
  ///
  /// - Returns: The name and the index after the reference, or `nil` if there is none.
  private static func variable(_ bytes: [UInt8], at start: Int) -> (name: String, end: Int)? {
    let name = start + 3
    guard bytes[start...].starts(with: "%#@".utf8),
      let end = bytes[name...].firstIndex(of: UInt8(ascii: "@")), end > name
    else { return nil }
    return (String(decoding: bytes[name..<end], as: UTF8.self), end + 1)
  }
}
