/// One static member, its lines broken as swift-format (6.3) breaks them.
///
/// swift-format keeps line breaks between arguments and around a body that stand there already, so
/// what must be exact is only when a line is too long. Lengths are counted in bytes, never less
/// than the characters it counts.
struct SwiftMember {
  let name: String
  let key: String
  let parameters: [Parameter]
  let options: SwiftAccessors.Options

  private static let limit = 100

  func write(into output: inout [UInt8]) {
    let access = options.access.modifier
    var call = [SwiftLiteral.quoted(key)]
    call += parameters.map(\.name)
    call += ["table: \(SwiftLiteral.quoted(options.table))", "bundle: \(options.bundle.source)"]
    let list = parameters.map(\.declaration)
    let line =
      parameters.isEmpty
      ? "  \(access)static var \(name): String {"
      : "  \(access)static func \(name)(\(list.joined(separator: ", "))) -> String {"
    let body = "translate(\(call.joined(separator: ", ")))"

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
    if body.utf8.count + 4 <= Self.limit {
      output += "    \(body)\n".utf8
    } else {
      output += "    translate(\n".utf8
      Self.fill(call, indent: "      ", end: ")", into: &output)
    }
    output += "  }\n".utf8
  }

  private func writeLongProperty(_ access: String, into output: inout [UInt8]) {
    output += "  \(access)static\n".utf8
    let line = "    var \(name): String\n"
    // The limit holds without the line feed.
    output += line.utf8.count <= Self.limit + 1 ? line.utf8 : "    var \(name):\n    String\n".utf8
    output += "  {\n".utf8
  }

  private func writeLongFunction(
    _ access: String, _ list: [String], into output: inout [UInt8]
  ) {
    let line = "  \(access)static func \(name)(\n"
    if line.utf8.count <= Self.limit + 1 {
      output += line.utf8
      Self.fill(list, indent: "    ", end: "", into: &output)
      output += "  ) -> String {\n".utf8
    } else {
      output += "  \(access)static func\n    \(name)(\n".utf8
      Self.fill(list, indent: "      ", end: "", into: &output)
      output += "    ) -> String\n  {\n".utf8
    }
  }

  /// As many items on a line as fit; one that is too long for any line has its own.
  private static func fill(
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
