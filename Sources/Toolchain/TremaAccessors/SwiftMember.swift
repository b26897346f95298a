/// A static member of the Swift type. Lines are wrapped as swift-format 6.3 wraps them.
///
/// swift-format keeps existing line breaks between arguments and around a body, so only the
/// decision whether a line is too long must be exact. Lengths are counted in bytes, which are at
/// least as many as the characters that swift-format counts.
struct SwiftMember {
  /// The kind of value that the member returns.
  enum Result {
    /// The text in the app's language.
    case string
    /// A SwiftUI `Text` that shows the string.
    case view
    /// A resource that the system looks up when it is shown.
    case resource

    /// The name of the type.
    var type: String {
      switch self {
      case .string: "String"
      case .view: "Text"
      case .resource: "LocalizedStringResource"
      }
    }
  }

  /// The name of the member.
  let name: String
  /// The key of the text.
  let key: String
  /// The parameters, or empty for a property.
  let parameters: [Parameter]
  /// The appearance of the file.
  let options: SwiftAccessors.Options
  /// The indentation of the member.
  let indent: String
  /// The kind of value that the member returns.
  var result = Result.string

  /// The maximum width of a line in columns.
  private static let limit = 100

  /// Appends the member on as few lines as possible: head and body on one line, on one line each,
  /// or with one argument per line.
  func write(into output: inout [UInt8]) {
    let access = options.access.modifier
    if parameters.isEmpty, result == .string, writeProperty(access, into: &output) { return }
    let list = parameters.map(\.declaration)
    let line =
      parameters.isEmpty
      ? "\(indent)\(access)static var \(name): \(result.type) {"
      : "\(indent)\(access)static func \(name)(\(list.joined(separator: ", "))) -> \(result.type) {"
    let call = SwiftCall(
      function: result == .resource ? "LocalizedStringResource" : "translate",
      arguments: arguments)
    let body = result == .view ? "Text(verbatim: \(call.line))" : call.line

    if line.utf8.count + body.utf8.count + 3 <= Self.limit {
      output += "\(line) \(body) }\n".utf8
      return
    }
    if line.utf8.count <= Self.limit {
      output += "\(line)\n".utf8
    } else if parameters.isEmpty {
      writeLongProperty(access, into: &output)
    } else {
      writeLongFunction(access, list, into: &output)
    }
    if body.utf8.count + indent.utf8.count + 2 <= Self.limit {
      output += "\(indent)  \(body)\n".utf8
    } else if result == .view {
      output += "\(indent)  Text(\n".utf8
      let line = "\(indent)    verbatim: \(call.line))"
      if line.utf8.count <= Self.limit {
        output += "\(line)\n".utf8
      } else {
        call.write(
          first: "\(indent)    verbatim: ", indent: "\(indent)    ", end: "))", into: &output)
      }
    } else {
      call.write(first: "\(indent)  ", indent: "\(indent)  ", end: ")", into: &output)
    }
    output += "\(indent)}\n".utf8
  }

  /// Appends a property if its head and body fit on one line each, or both on the same line, as
  /// most do.
  ///
  /// - Parameter access: The access modifier followed by a space.
  /// - Returns: `false` if they do not fit, in which case nothing is written.
  private func writeProperty(_ access: String, into output: inout [UInt8]) -> Bool {
    let start = output.count
    output += indent.utf8
    output += access.utf8
    output += "static var ".utf8
    output += name.utf8
    output += ": String {".utf8
    let end = output.count
    output += " translate(\"".utf8
    SourceText.append(key, escaping: "\"\\", hidingSpaces: true, into: &output)
    output += "\", table: ".utf8
    output += SourceText.quoted(options.table).utf8
    output += ", bundle: ".utf8
    output += options.bundle.source.utf8
    output += ")".utf8
    if output.count + 2 - start <= Self.limit {
      output += " }\n".utf8
      return true
    }
    let body = output.count - (end + 1)
    guard end - start <= Self.limit, indent.utf8.count + 2 + body <= Self.limit else {
      output.removeSubrange(start...)
      return false
    }
    output.replaceSubrange(end..<end + 1, with: "\n\(indent)  ".utf8)
    output += "\n".utf8
    output += indent.utf8
    output += "}\n".utf8
    return true
  }

  /// The arguments of the call in the body.
  private var arguments: [String] {
    let table = "table: \(SourceText.quoted(options.table))"
    switch result {
    case .string, .view:
      return [SourceText.quoted(key)] + parameters.map(\.name)
        + [table, "bundle: \(options.bundle.source)"]
    case .resource:
      // The default value contains the arguments. It is displayed only if there is no translation.
      return [SourceText.quoted(key)] + (parameters.isEmpty ? [] : [defaultValue])
        + [table, "bundle: \(options.bundle.description)"]
    }
  }

  /// The default value, on multiple lines if it does not fit on one.
  private var defaultValue: String {
    let shown = parameters.map { "\\(\($0.name))" }
    let line = "defaultValue: \"\(shown.joined(separator: " "))\""
    if indent.utf8.count + 4 + line.utf8.count < Self.limit { return line }
    let inner = "\n\(indent)      "
    let lines = shown.joined(separator: " \\\(inner)")
    return "defaultValue: \"\"\"\(inner)\(lines)\(inner)\"\"\""
  }

  /// Appends the head of a property that does not fit on a line.
  private func writeLongProperty(_ access: String, into output: inout [UInt8]) {
    output += "\(indent)\(access)static\n".utf8
    let line = "\(indent)  var \(name): \(result.type)\n"
    // The line feed does not count toward the width.
    output +=
      line.utf8.count <= Self.limit + 1
      ? line.utf8 : "\(indent)  var \(name):\n\(indent)  \(result.type)\n".utf8
    output += "\(indent){\n".utf8
  }

  /// Appends the head of a function that does not fit on a line.
  ///
  /// - Parameters:
  ///   - access: The access modifier followed by a space.
  ///   - list: The declarations of the parameters.
  private func writeLongFunction(
    _ access: String, _ list: [String], into output: inout [UInt8]
  ) {
    let line = "\(indent)\(access)static func \(name)(\n"
    if line.utf8.count <= Self.limit + 1 {
      output += line.utf8
      SwiftCall.fill(list, indent: "\(indent)  ", end: "", into: &output)
      output += "\(indent)) -> \(result.type) {\n".utf8
    } else {
      output += "\(indent)\(access)static func\n\(indent)  \(name)(\n".utf8
      SwiftCall.fill(list, indent: "\(indent)    ", end: "", into: &output)
      output += "\(indent)  ) -> \(result.type)\n\(indent){\n".utf8
    }
  }
}

/// A function call in Swift.
struct SwiftCall {
  /// The name of the function.
  let function: String
  /// The arguments with their labels.
  let arguments: [String]

  /// The maximum width of a line in columns.
  private static let limit = 100

  /// The call on one line.
  var line: String { "\(function)(\(arguments.joined(separator: ", ")))" }

  /// Appends the call on multiple lines.
  ///
  /// - Parameters:
  ///   - first: The prefix of the first line.
  ///   - indent: The indentation of the first line.
  ///   - end: The source that closes the call.
  func write(first: String, indent: String, end: String, into output: inout [UInt8]) {
    output += "\(first)\(function)(\n".utf8
    Self.fill(arguments, indent: "\(indent)  ", end: end, into: &output)
  }

  /// Appends items separated by commas, with as many on a line as fit. An item that is too long
  /// gets its own line.
  ///
  /// - Parameters:
  ///   - indent: The indentation of the lines.
  ///   - end: The source after the last item.
  static func fill(
    _ items: [String], indent: String, end: String, into output: inout [UInt8]
  ) {
    var width = 0
    for (index, item) in items.enumerated() {
      let piece = index == items.count - 1 ? "\(item)\(end)" : "\(item),"
      if width == 0 {
        output += indent.utf8
        width = indent.utf8.count
      } else if width + 1 + piece.utf8.count > limit {
        output += "\n\(indent)".utf8
        width = indent.utf8.count
      } else {
        output.append(UInt8(ascii: " "))
        width += 1
      }
      output += piece.utf8
      width += piece.utf8.count
    }
    output.append(UInt8(ascii: "\n"))
  }
}
