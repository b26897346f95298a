import TremaCatalog

/// An array of texts, and the member that gives them together.
struct SwiftArray: Sendable {
  /// The key of the array.
  let name: String
  /// The paths of the members, in order.
  private(set) var items: [SwiftPath]
  /// Items that take arguments have no text without them.
  private(set) var takesArguments: Bool

  init(_ name: String, _ path: SwiftPath, takesArguments: Bool) {
    self.name = name
    items = [path]
    self.takesArguments = takesArguments
  }

  mutating func append(_ path: SwiftPath, takesArguments: Bool) {
    items.append(path)
    self.takesArguments = self.takesArguments || takesArguments
  }

  /// Writes the member, one item a line where they do not fit on one.
  func write(
    path: SwiftPath, access: String, indent: String, into output: inout [UInt8]
  ) {
    Comment(language: .swift, indent: indent).write(
      "The array of ", name, ", in its order.", into: &output)
    let members = items.map { item in
      (item.types.dropFirst(path.types.count) + [item.member]).joined(separator: ".")
    }
    let line = "\(indent)\(access)static var \(path.member): [String] {"
    let body = "[\(members.joined(separator: ", "))]"
    if line.utf8.count + body.utf8.count + 3 <= Self.limit {
      output += "\(line) \(body) }\n".utf8
      return
    }
    // A name that is too long for a line is left so: the formatter would break `[String]`.
    output += "\(line)\n".utf8
    if indent.utf8.count + 2 + body.utf8.count < Self.limit {
      output += "\(indent)  \(body)\n".utf8
    } else {
      output += "\(indent)  [\n".utf8
      for member in members { output += "\(indent)    \(member),\n".utf8 }
      output += "\(indent)  ]\n".utf8
    }
    output += "\(indent)}\n".utf8
  }

  private static let limit = 100
}
