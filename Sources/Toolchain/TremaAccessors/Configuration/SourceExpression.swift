/// An expression of source code, which is written on one line if it fits, otherwise with a line for
/// each item.
indirect enum SourceExpression {
  case word(String)
  /// An opening bracket, the items, and the closing bracket with the rest of the expression.
  ///
  /// - Parameter isLiteral: Whether it is a collection literal, after whose last item Swift permits
  ///   a comma.
  case group(String, [Item], String, isLiteral: Bool)

  /// An item of a call or a literal.
  struct Item {
    /// The label with its colon or equals sign and a space; empty for none.
    var label: String
    var value: SourceExpression

    init(_ label: String = "", _ value: SourceExpression) {
      self.label = label
      self.value = value
    }
  }

  /// Returns a function call, followed by the rest of an expression.
  static func call(_ function: String, _ items: [Item], then rest: String = "") -> Self {
    .group("\(function)(", items, ")\(rest)", isLiteral: false)
  }

  /// The maximum width of a line in columns.
  private static let limit = 100

  /// The expression on one line.
  var line: String {
    switch self {
    case .word(let word): word
    case .group(let open, let items, let close, _):
      open + items.map { $0.label + $0.value.line }.joined(separator: ", ") + close
    }
  }

  /// Appends the expression after the text that is on its line already, and ends the line.
  ///
  /// - Parameters:
  ///   - prefix: The text before it, with its indentation.
  ///   - indent: The indentation of the line.
  ///   - step: The additional indentation of an inner line.
  ///   - end: The text after the expression.
  ///   - hasTrailingCommas: Whether the last item of a literal on several lines is followed by a
  ///     comma.
  ///   - output: The buffer that the lines are appended to.
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

  /// Whether the expression on one line has at most a number of bytes. A long line is not assembled
  /// to find out.
  private func fits(_ width: Int) -> Bool { consume(width) >= 0 }

  /// Returns the remaining width after the expression, or a negative number if it does not fit.
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
