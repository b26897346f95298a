/// A source code expression that is written on one line if it fits, otherwise with one item per
/// line.
indirect enum SourceExpression {
  case word(String)
  /// An opening bracket, the items, and the closing bracket with the rest of the expression.
  ///
  /// - Parameter isLiteral: Whether it is a collection literal, where Swift allows a trailing
  ///   comma.
  case group(String, [Item], String, isLiteral: Bool)

  /// An item of a call or a literal.
  struct Item {
    /// The label with its colon or equals sign and a space, or empty if there is none.
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

  /// Appends the expression to a line that has begun, and ends the line.
  ///
  /// - Parameters:
  ///   - prefix: The source before the expression on the line, with the indentation.
  ///   - indent: The indentation of the line.
  ///   - step: The additional indentation of inner lines.
  ///   - end: The source after the expression.
  ///   - hasTrailingCommas: Whether to write a comma after the last item of a multiline literal.
  ///   - output: The buffer to append the lines to.
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

  /// Returns whether the expression fits on one line of the given width, in bytes. The line is not
  /// assembled for this.
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
