/// A function call, which may be followed by a method call on its result.
struct KotlinCall {
  /// The name of the function.
  let function: String
  /// The arguments in source code.
  let arguments: [String]
  /// The method call on the result, whose argument is an array: `argument` is the array on one
  /// line, and `items` are its elements.
  var next: (function: String, argument: String, items: [String])?

  /// The maximum width of a line in columns.
  private static let limit = 100

  /// Creates a call.
  init(_ function: String, _ arguments: [String]) {
    self.function = function
    self.arguments = arguments
  }

  /// The whole expression on one line.
  var line: String {
    "\(first)\(next.map { "\($0.function)(\($0.argument))" } ?? "")"
  }

  /// The first call on one line.
  private var first: String { "\(function)(\(arguments.joined(separator: ", ")))" }

  /// Appends the expression on as many lines as it needs.
  ///
  /// - Parameter indent: The indentation of the first line.
  func write(indent: String, into output: inout [UInt8]) {
    if (indent + line).utf8.count <= Self.limit {
      output += "\(indent)\(line)\n".utf8
      return
    }
    output += "\(indent)\(function)(\n".utf8
    Self.write(arguments, indent: indent + "    ", into: &output)
    guard let next else {
      output += "\(indent))\n".utf8
      return
    }
    let line = "\(indent))\(next.function)(\(next.argument))"
    if line.utf8.count <= Self.limit {
      output += "\(line)\n".utf8
      return
    }
    output += "\(indent))\(next.function)(\n\(indent)    arrayOf<Any>(\n".utf8
    Self.write(next.items, indent: indent + "        ", into: &output)
    output += "\(indent)    )\n\(indent))\n".utf8
  }

  /// Appends items separated by commas, with one item per line.
  private static func write(
    _ items: [String], indent: String, into output: inout [UInt8]
  ) {
    for (index, item) in items.enumerated() {
      output += "\(indent)\(item)\(index == items.count - 1 ? "" : ",")\n".utf8
    }
  }
}
