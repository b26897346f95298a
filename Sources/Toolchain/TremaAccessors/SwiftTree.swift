import TremaCatalog

/// Members that wait for the end of a file, each in the type that it belongs to: those of one type
/// may be anywhere in a catalogue.
struct SwiftTree: Sendable {
  private struct Node: Sendable {
    var group = ""
    var members: [UInt8] = []
    /// In the order of their first appearance.
    var types: [String] = []
    var nodes: [String: Node] = [:]
  }

  private var root = Node()

  var isEmpty: Bool { root.members.isEmpty && root.types.isEmpty }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - path: where it belongs.
  ///   - write: writes its lines.
  mutating func add(_ path: SwiftPath, write: (inout [UInt8]) -> Void) {
    Self.add(path.types[...], group: path.group, to: &root) { members in
      if !members.isEmpty { members.append(UInt8(ascii: "\n")) }
      write(&members)
    }
  }

  private static func add(
    _ types: ArraySlice<String>, group: String, to node: inout Node,
    write: (inout [UInt8]) -> Void
  ) {
    guard let type = types.first else {
      if node.members.isEmpty { node.group = group }
      write(&node.members)
      return
    }
    if node.nodes[type] == nil { node.types.append(type) }
    // Taken out of the tree while it grows, or it would be copied each time.
    var inner = node.nodes.removeValue(forKey: type) ?? Node()
    add(types.dropFirst(), group: group, to: &inner, write: write)
    node.nodes[type] = inner
  }

  /// Writes the members, then the types in it, each with its own members.
  ///
  /// - Parameters:
  ///   - access: the modifier of the types, with a space behind it.
  ///   - indent: what is before the lines.
  ///   - output: is appended to.
  func write(access: String, indent: String, into output: inout [UInt8]) {
    Self.write(root, access, indent, into: &output)
  }

  private static func write(
    _ node: Node, _ access: String, _ indent: String, into output: inout [UInt8]
  ) {
    output += node.members
    var isFirst = node.members.isEmpty
    for type in node.types {
      guard let inner = node.nodes[type] else { continue }
      if !isFirst { output.append(UInt8(ascii: "\n")) }
      isFirst = false
      let comment = Comment(language: .swift, indent: indent)
      if inner.members.isEmpty {
        comment.write("Groups of texts.", into: &output)
      } else {
        comment.write("The texts of ", inner.group, ".", into: &output)
      }
      output += "\(indent)\(access)enum \(type) {\n".utf8
      write(inner, access, indent + "  ", into: &output)
      output += "\(indent)}\n".utf8
    }
  }
}
