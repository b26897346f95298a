/// The C expression in the variable `n` in a `Plural-Forms` field.
///
/// See the GNU gettext manual, "Additional functions for plural forms"; `plural.y`.
struct PluralExpression {
  /// A node of the syntax tree. Any value other than 0 is true.
  private indirect enum Node {
    case number(UInt64)
    case variable
    case not(Node)
    case binary(Operator, Node, Node)
    case choice(Node, Node, Node)
  }

  /// The binary C operators that gettext supports.
  private enum Operator {
    case or, and, equal, unequal, less, greater, atMost, atLeast, plus, minus, times, dividedBy,
      modulo
  }

  /// A syntax error.
  struct SyntaxError: Error {
    var reason: String
    /// The offset of the unexpected byte.
    var offset: Int
  }

  private let root: Node

  /// Parses an expression.
  ///
  /// - Throws: The first syntax error, or an error if the expression exceeds the limits.
  init(_ source: some Collection<UInt8>) throws(SyntaxError) {
    var parser = Parser(bytes: Array(source))
    root = try parser.choice(depth: 0)
    parser.skipSpace()
    guard parser.index == parser.bytes.count else { throw parser.unexpectedByte() }
  }

  /// Returns the index of the form for a number, or `nil` for a division by zero. Uses unsigned
  /// 64-bit arithmetic, as in C.
  func callAsFunction(_ n: UInt64) -> UInt64? { Self.value(root, n) }

  /// Evaluates a node. The right operand of `||` and `&&` is evaluated only if it is needed.
  private static func value(_ node: Node, _ n: UInt64) -> UInt64? {
    switch node {
    case .number(let number): return number
    case .variable: return n
    case .not(let node): return value(node, n).map { $0 == 0 ? 1 : 0 }
    case .choice(let condition, let yes, let no):
      guard let condition = value(condition, n) else { return nil }
      return value(condition != 0 ? yes : no, n)
    case .binary(let operation, let left, let right):
      guard let left = value(left, n) else { return nil }
      if operation == .or, left != 0 { return 1 }
      if operation == .and, left == 0 { return 0 }
      guard let right = value(right, n) else { return nil }
      return result(operation, left, right)
    }
  }

  /// Returns the result of a binary operator. Overflow wraps as in C.
  private static func result(_ operation: Operator, _ left: UInt64, _ right: UInt64) -> UInt64? {
    switch operation {
    case .or, .and: right != 0 ? 1 : 0
    case .equal: left == right ? 1 : 0
    case .unequal: left != right ? 1 : 0
    case .less: left < right ? 1 : 0
    case .greater: left > right ? 1 : 0
    case .atMost: left <= right ? 1 : 0
    case .atLeast: left >= right ? 1 : 0
    case .plus: left &+ right
    case .minus: left &- right
    case .times: left &* right
    case .dividedBy: right == 0 ? nil : left / right
    case .modulo: right == 0 ? nil : left % right
    }
  }

  /// A recursive descent parser.
  private struct Parser {
    let bytes: [UInt8]
    var index = 0
    /// The number of nodes so far. It is limited because the tree is evaluated recursively.
    private var nodeCount = 0

    /// The maximum depth of parentheses, negations and choices.
    private static let maxDepth = 32
    /// The maximum number of operators and operands.
    private static let maxNodes = 500

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The binary operators by precedence, lowest first. An operator precedes all operators that
    /// are prefixes of it.
    private static let levels: [[(String, Operator)]] = [
      [("||", .or)], [("&&", .and)], [("==", .equal), ("!=", .unequal)],
      [("<=", .atMost), (">=", .atLeast), ("<", .less), (">", .greater)],
      [("+", .plus), ("-", .minus)], [("*", .times), ("/", .dividedBy), ("%", .modulo)],
    ]

    mutating func skipSpace() {
      while index < bytes.count, bytes[index] == 32 || (9...13).contains(bytes[index]) {
        index += 1
      }
    }

    /// Returns an error for the byte at the current index, or for the unexpected end.
    func unexpectedByte() -> SyntaxError {
      guard index < bytes.count else {
        return SyntaxError(reason: "the expression is incomplete", offset: index)
      }
      let byte = bytes[index]
      let description = (0x21...0x7E).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "character"
      return SyntaxError(reason: "unexpected \(description)", offset: index)
    }

    /// Skips whitespace, and an operator or parenthesis if it is next.
    private mutating func take(_ symbol: String) -> Bool {
      skipSpace()
      guard bytes[index...].starts(with: symbol.utf8) else { return false }
      index += symbol.utf8.count
      return true
    }

    /// Counts a new node against the limit, and returns it.
    private mutating func count(_ node: Node) throws(SyntaxError) -> Node {
      nodeCount += 1
      guard nodeCount <= Self.maxNodes else {
        throw SyntaxError(reason: "the expression is too long", offset: index)
      }
      return node
    }

    /// Parses a conditional expression, `a ? b : c`, which is right-associative, or an expression
    /// of higher precedence.
    mutating func choice(depth: Int) throws(SyntaxError) -> Node {
      guard depth < Self.maxDepth else {
        throw SyntaxError(reason: "the expression is nested too deeply", offset: index)
      }
      let condition = try binary(0, depth)
      guard take("?") else { return condition }
      let yes = try choice(depth: depth + 1)
      guard take(":") else { throw unexpectedByte() }
      return try count(.choice(condition, yes, try choice(depth: depth + 1)))
    }

    /// Parses an expression with operators of at least a given precedence level. All of them are
    /// left-associative.
    private mutating func binary(_ level: Int, _ depth: Int) throws(SyntaxError) -> Node {
      guard level < Self.levels.count else { return try operand(depth) }
      var left = try binary(level + 1, depth)
      while let operation = takeOperator(level) {
        left = try count(.binary(operation, left, try binary(level + 1, depth)))
      }
      return left
    }

    /// Skips and returns an operator of a precedence level. Returns `nil` if there is none.
    private mutating func takeOperator(_ level: Int) -> Operator? {
      for (spelling, operation) in Self.levels[level] where take(spelling) { return operation }
      return nil
    }

    /// Parses `!`, parentheses, the variable or a decimal number.
    private mutating func operand(_ depth: Int) throws(SyntaxError) -> Node {
      if take("!") {
        guard depth < Self.maxDepth else { throw unexpectedByte() }
        return try count(.not(try operand(depth + 1)))
      }
      if take("(") {
        let inner = try choice(depth: depth + 1)
        guard take(")") else { throw unexpectedByte() }
        return inner
      }
      if take("n") { return try count(.variable) }
      // Anything else must be a number. An overflow is reported at the first digit.
      let start = index
      var number: UInt64 = 0
      while index < bytes.count, let digit = bytes[index].hexadecimalDigit, digit < 10 {
        let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
        let (sum, isLarger) = tens.addingReportingOverflow(UInt64(digit))
        if isTooLarge || isLarger {
          throw SyntaxError(reason: "the number is too large", offset: start)
        }
        number = sum
        index += 1
      }
      guard index > start else { throw unexpectedByte() }
      return try count(.number(number))
    }
  }
}
