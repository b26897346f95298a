import TremaCatalog

/// Members that are written at the end of a file, in their nested types. The members of one type
/// can occur anywhere in a catalog.
struct SwiftTree: Sendable {
  /// A type with its members and nested types.
  private struct Node: Sendable {
    /// The part of the keys that all members have in common.
    var group = ""
    /// The source of the members.
    var members: [UInt8] = []
    /// The nested type names, in order of first appearance.
    var types: [String] = []
    /// The nested types by name.
    var nodes: [String: Node] = [:]
  }

  private var root = Node()

  /// Whether no member has been added.
  var isEmpty: Bool { root.members.isEmpty && root.types.isEmpty }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - path: The path of the member.
  ///   - write: Appends the lines of the member.
  mutating func add(_ path: SwiftPath, write: (inout [UInt8]) -> Void) {
    Self.add(path.types[...], group: path.group, to: &root) { members in
      if !members.isEmpty { members.append(UInt8(ascii: "\n")) }
      write(&members)
    }
  }

  /// Adds a member below a node.
  ///
  /// - Parameters:
  ///   - types: The names of the types from the node to the member.
  ///   - group: The part of the key before the member.
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
    // The node is removed from the tree while it is changed; otherwise it would be copied.
    var inner = node.nodes.removeValue(forKey: type) ?? Node()
    add(types.dropFirst(), group: group, to: &inner, write: write)
    node.nodes[type] = inner
  }

  /// Appends the members, followed by the nested types, each with its own members.
  ///
  /// - Parameters:
  ///   - access: The access modifier of the types, followed by a space.
  ///   - indent: The indentation of the lines.
  ///   - output: The buffer to append the lines to.
  func write(access: String, indent: String, into output: inout [UInt8]) {
    Self.write(root, access, indent, into: &output)
  }

  /// Appends the members and nested types of a node.
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
