import TremaCatalog

/// A member of the Kotlin class. Lines are wrapped at 100 columns according to the Kotlin coding
/// conventions.
struct KotlinMember {
  /// The kinds of Android resources that a text can have.
  enum Lookup {
    /// A string resource.
    case string
    /// A plurals resource. It is always formatted, even if no form uses an argument, because
    /// percent signs are doubled in every form.
    ///
    /// - Parameter quantity: The number of the argument that selects the form.
    case plural(quantity: Int)
    /// A string resource with an ICU message, in every language of the text.
    case message
    /// A string array resource.
    case array
  }

  /// The name of the member.
  let name: String
  /// The name of the resource.
  let resource: String
  /// The parameters; empty for a property.
  let parameters: [Parameter]
  /// The kind of resource.
  let lookup: Lookup

  /// The indentation of the members.
  static let indent = "    "
  /// The maximum width of a line in columns.
  private static let limit = 100

  /// Appends the member: a property with a getter, or a function if there are parameters.
  func write(into output: inout [UInt8]) {
    if parameters.isEmpty, case .string = lookup, writeString(into: &output) { return }
    let type = if case .array = lookup { "Array<String>" } else { "String" }
    if parameters.isEmpty {
      output += "\(Self.indent)val \(name): \(type)\n".utf8
      writeBody(after: "        get() =", indent: "        ", into: &output)
      return
    }
    let list = parameters.map { "\($0.name): \($0.argument.type)" }
    let line = "\(Self.indent)fun \(name)(\(list.joined(separator: ", "))): String ="
    if line.utf8.count <= Self.limit {
      writeBody(after: line, indent: Self.indent, into: &output)
      return
    }
    output += "\(Self.indent)fun \(name)(\n".utf8
    for (index, parameter) in list.enumerated() {
      output += "        \(parameter)\(index == list.count - 1 ? "" : ",")\n".utf8
    }
    writeBody(after: "\(Self.indent)): String =", indent: Self.indent, into: &output)
  }

  /// Appends a property for a string resource if its body fits on one line, as most do.
  ///
  /// - Returns: `false` if it does not fit, in which case nothing is written.
  private func writeString(into output: inout [UInt8]) -> Bool {
    let field = KotlinName.field(resource)
    let (before, after) = ("        get() = resources.getString(R.string.", ")")
    guard before.utf8.count + field.utf8.count + after.utf8.count <= Self.limit else {
      return false
    }
    output += Self.indent.utf8
    output += "val ".utf8
    output += name.utf8
    output += ": String\n".utf8
    output += before.utf8
    output += field.utf8
    output += after.utf8
    output.append(UInt8(ascii: "\n"))
    return true
  }

  /// Appends the body of the member, on the same line as the head if it fits.
  ///
  /// - Parameters:
  ///   - line: The head of the member.
  ///   - indent: The indentation of the head.
  private func writeBody(after line: String, indent: String, into output: inout [UInt8]) {
    let call = call
    if line.utf8.count + 1 + call.line.utf8.count <= Self.limit {
      output += "\(line) \(call.line)\n".utf8
      return
    }
    output += "\(line)\n".utf8
    call.write(indent: indent + "    ", into: &output)
  }

  /// The expression that looks up and formats the resource.
  private var call: KotlinCall {
    let names = parameters.map(\.name)
    let field = KotlinName.field(resource)
    switch lookup {
    case .string: return KotlinCall("resources.getString", ["R.string.\(field)"] + names)
    case .array: return KotlinCall("resources.getStringArray", ["R.array.\(field)"])
    case .plural(let quantity):
      let chosen = names.indices.contains(quantity - 1) ? names[quantity - 1] : "0"
      return KotlinCall(
        "resources.getQuantityString",
        ["R.plurals.\(field)", chosen] + names)
    case .message:
      var call = KotlinCall(
        "android.icu.text.MessageFormat",
        ["resources.getString(R.string.\(field))", "resources.configuration.locales[0]"])
      call.next = (".format", "arrayOf<Any>(\(names.joined(separator: ", ")))", names)
      return call
    }
  }
}

/// A function call, which may be followed by a method call on its result.
private struct KotlinCall {
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
