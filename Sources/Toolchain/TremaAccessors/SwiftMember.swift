/// One static member, its lines broken as swift-format (6.3) breaks them.
///
/// swift-format keeps line breaks between arguments and around a body that are there already, so
/// what must be exact is only when a line is too long. Lengths are counted in bytes, never less
/// than the characters it counts.
struct SwiftMember {
  /// The type that the member returns.
  enum Result {
    case string
    /// A `Text` of SwiftUI that shows the string.
    case view
    /// A resource that the system looks up when it shows it.
    case resource

    var type: String {
      switch self {
      case .string: "String"
      case .view: "Text"
      case .resource: "LocalizedStringResource"
      }
    }
  }

  let name: String
  let key: String
  let parameters: [Parameter]
  let options: SwiftAccessors.Options
  let indent: String
  var result = Result.string

  private static let limit = 100

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

  /// Writes a property whose head and body fit on a line each, or both on one, as most do.
  ///
  /// - Returns: false when they do not fit; then nothing was written.
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

  private var arguments: [String] {
    let table = "table: \(SourceText.quoted(options.table))"
    switch result {
    case .string, .view:
      return [SourceText.quoted(key)] + parameters.map(\.name)
        + [table, "bundle: \(options.bundle.source)"]
    case .resource:
      // The arguments are what is in the default value; it is shown only without a translation.
      return [SourceText.quoted(key)] + (parameters.isEmpty ? [] : [defaultValue])
        + [table, "bundle: \(options.bundle.description)"]
    }
  }

  /// The default value, on several lines when it fits on none.
  private var defaultValue: String {
    let shown = parameters.map { "\\(\($0.name))" }
    let line = "defaultValue: \"\(shown.joined(separator: " "))\""
    if indent.utf8.count + 4 + line.utf8.count < Self.limit { return line }
    let inner = "\n\(indent)      "
    let lines = shown.joined(separator: " \\\(inner)")
    return "defaultValue: \"\"\"\(inner)\(lines)\(inner)\"\"\""
  }

  private func writeLongProperty(_ access: String, into output: inout [UInt8]) {
    output += "\(indent)\(access)static\n".utf8
    let line = "\(indent)  var \(name): \(result.type)\n"
    // The limit holds without the line feed.
    output +=
      line.utf8.count <= Self.limit + 1
      ? line.utf8 : "\(indent)  var \(name):\n\(indent)  \(result.type)\n".utf8
    output += "\(indent){\n".utf8
  }

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

/// The call of a function.
struct SwiftCall {
  let function: String
  let arguments: [String]

  private static let limit = 100

  var line: String { "\(function)(\(arguments.joined(separator: ", ")))" }

  /// Writes the call over several lines.
  func write(first: String, indent: String, end: String, into output: inout [UInt8]) {
    output += "\(first)\(function)(\n".utf8
    Self.fill(arguments, indent: "\(indent)  ", end: end, into: &output)
  }

  /// Writes as many items on a line as fit; one that is too long for any line has its own.
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
