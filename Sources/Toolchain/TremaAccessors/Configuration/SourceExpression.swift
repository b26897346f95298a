/// An expression of source code, written on one line where it fits, else with a line for each item.
indirect enum SourceExpression {
  case word(String)
  /// An opening, the items in it, and the end that closes it and follows.
  case group(String, [Item], String, isLiteral: Bool)

  struct Item {
    /// With the colon or the sign of equality behind it.
    var label: String
    var value: SourceExpression

    init(_ label: String = "", _ value: SourceExpression) {
      self.label = label
      self.value = value
    }
  }

  static func call(_ function: String, _ items: [Item], then rest: String = "") -> Self {
    .group("\(function)(", items, ")\(rest)", isLiteral: false)
  }

  private static let limit = 100

  /// The expression on one line.
  var line: String {
    switch self {
    case .word(let word): word
    case .group(let open, let items, let close, _):
      open + items.map { $0.label + $0.value.line }.joined(separator: ", ") + close
    }
  }

  /// Writes the expression behind what is on its line already, and ends the line.
  ///
  /// - Parameters:
  ///   - prefix: with its indentation.
  ///   - indent: that of the line.
  ///   - step: what an inner line is indented by.
  ///   - end: what follows.
  ///   - hasTrailingCommas: whether the last item of a literal on several lines has a comma.
  ///   - output: is appended to.
  func write(
    after prefix: String, indent: String, step: String, end: String = "",
    hasTrailingCommas: Bool, into output: inout [UInt8]
  ) {
    guard case .group(let open, let items, let close, let isLiteral) = self, !items.isEmpty,
      !fits(Self.limit - prefix.utf8.count - end.utf8.count)
    else {
      output += "\(prefix)\(line)\(end)\n".utf8
      return
    }
    output += "\(prefix)\(open)\n".utf8
    let inner = indent + step
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      item.value.write(
        after: inner + item.label, indent: inner, step: step,
        end: !isLast || isLiteral && hasTrailingCommas ? "," : "",
        hasTrailingCommas: hasTrailingCommas, into: &output)
    }
    output += "\(indent)\(close)\(end)\n".utf8
  }

  /// Whether the line has at most so many bytes; it is not put together when it has many.
  private func fits(_ width: Int) -> Bool { consume(width) >= 0 }

  private func consume(_ width: Int) -> Int {
    switch self {
    case .word(let word): return width - word.utf8.count
    case .group(let open, let items, let close, _):
      var rest = width - open.utf8.count - close.utf8.count - 2 * max(0, items.count - 1)
      for item in items {
        if rest < 0 { return rest }
        rest = item.value.consume(rest - item.label.utf8.count)
      }
      return rest
    }
  }
}
