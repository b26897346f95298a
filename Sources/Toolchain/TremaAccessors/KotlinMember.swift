import TremaCatalog

/// One member of the class, its lines broken as the Kotlin coding conventions have it, at 100
/// columns.
struct KotlinMember {
  /// The resource of a text on Android, and its type.
  enum Lookup {
    case string
    /// Formatted even where no form shows an argument: percent signs are doubled in every form.
    ///
    /// - Parameter quantity: the number of the argument that chooses.
    case plural(quantity: Int)
    /// An ICU message, in every language of the text.
    case message
    case array
  }

  let name: String
  let resource: String
  let parameters: [Parameter]
  let lookup: Lookup

  static let indent = "    "
  private static let limit = 100

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

  /// Writes a property whose body fits on a line, as most are.
  ///
  /// - Returns: false when it does not fit; then nothing was written.
  private func writeString(into output: inout [UInt8]) -> Bool {
    let field = KotlinName.field(resource)
    let (before, behind) = ("        get() = resources.getString(R.string.", ")")
    guard before.utf8.count + field.utf8.count + behind.utf8.count <= Self.limit else {
      return false
    }
    output += Self.indent.utf8
    output += "val ".utf8
    output += name.utf8
    output += ": String\n".utf8
    output += before.utf8
    output += field.utf8
    output += behind.utf8
    output.append(UInt8(ascii: "\n"))
    return true
  }

  private func writeBody(after line: String, indent: String, into output: inout [UInt8]) {
    let call = call
    if line.utf8.count + 1 + call.line.utf8.count <= Self.limit {
      output += "\(line) \(call.line)\n".utf8
      return
    }
    output += "\(line)\n".utf8
    call.write(indent: indent + "    ", into: &output)
  }

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

/// An expression of one call, or of one call on what another gave.
private struct KotlinCall {
  let function: String
  let arguments: [String]
  /// The call on what this one gives: with an array of items.
  var next: (function: String, argument: String, items: [String])?

  private static let limit = 100

  init(_ function: String, _ arguments: [String]) {
    self.function = function
    self.arguments = arguments
  }

  var line: String {
    "\(first)\(next.map { "\($0.function)(\($0.argument))" } ?? "")"
  }

  private var first: String { "\(function)(\(arguments.joined(separator: ", ")))" }

  /// Writes the call on as many lines as it needs.
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

  private static func write(
    _ items: [String], indent: String, into output: inout [UInt8]
  ) {
    for (index, item) in items.enumerated() {
      output += "\(indent)\(item)\(index == items.count - 1 ? "" : ",")\n".utf8
    }
  }
}
