import TremaCatalog

/// An array of texts, and the member that returns them together.
struct SwiftArray: Sendable {
  /// The key of the array.
  let name: String
  /// The paths of the items' members, in order.
  private(set) var items: [SwiftPath]
  /// Whether an item takes arguments. If so, no member is generated for the array, because the item
  /// has no text without them.
  private(set) var takesArguments: Bool

  /// Creates an array with its first item.
  init(_ name: String, _ path: SwiftPath, takesArguments: Bool) {
    self.name = name
    items = [path]
    self.takesArguments = takesArguments
  }

  /// Appends an item.
  mutating func append(_ path: SwiftPath, takesArguments: Bool) {
    items.append(path)
    self.takesArguments = self.takesArguments || takesArguments
  }

  /// Appends the member, with one item per line if they do not fit on one.
  ///
  /// - Parameters:
  ///   - path: The path of the member.
  ///   - access: The access modifier followed by a space.
  ///   - indent: The indentation of the member.
  func write(
    path: SwiftPath, access: String, indent: String, into output: inout [UInt8]
  ) {
    Comment(language: .swift, indent: indent).write(
      "The texts of the array ", name, ", in order.", into: &output)
    let members = items.map { item in
      (item.types.dropFirst(path.types.count) + [item.member]).joined(separator: ".")
    }
    let line = "\(indent)\(access)static var \(path.member): [String] {"
    let body = "[\(members.joined(separator: ", "))]"
    if line.utf8.count + body.utf8.count + 3 <= Self.limit {
      output += "\(line) \(body) }\n".utf8
      return
    }
    // A declaration that is too long is not wrapped, because the formatter would break inside
    // `[String]`.
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

  /// The maximum width of a line in columns.
  private static let limit = 100
}
