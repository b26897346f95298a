import TremaCatalog
import TremaJSON
import TremaMessages

/// A writer for nested JSON: `{"login": {"title": "…"}}` for the key `login.title`.
///
/// If both `a` and `a.b` are keys, there is no object `a`. Its members are stored in the outer
/// object under their full names so that nothing is lost. Array items are written as an array.
struct NestedJSONWriter: LanguageWriter {
  static let supportedFeatures: Features = [.array, .tags]

  /// The maximum depth, because readers have limits. At this depth, the remaining parts of a key
  /// form one name.
  private static let maxDepth = 32

  /// A component of the keys.
  private struct Node {
    var name: String
    /// The text whose key ends at this node, if there is one.
    var text: String?
    var isArrayEntry = false
    /// The indices of the children, in catalog order.
    var children: [Int] = []
    /// The child indices, by the UTF-8 bytes of their names.
    var childIndices: [[UInt8]: Int] = [:]
  }

  private let separator: [UInt8]
  /// The nodes of the key tree. The first node is the root.
  private var nodes = [Node(name: "")]

  init(separator: String) { self.separator = Array(separator.utf8) }

  mutating func begin(into output: inout [UInt8]) {}

  /// Inserts a text into the tree, which is written at the end.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    var index = 0
    for part in parts(of: Array(entry.key.utf8)) { index = child(part, of: index) }
    var text = ""
    entry.message.forEachPiece(nil, numbered: false) {
      text += $0
    } placeholder: {
      text += String(decoding: $0, as: UTF8.self)
    }
    nodes[index].text = text
    nodes[index].isArrayEntry = entry.annotations.isArray
  }

  mutating func end(into output: inout [UInt8]) {
    let root = JSONObject(nodes[0].children.flatMap { members(of: $0, prefix: "") })
    output += JSONWriter().bytes(of: JSONValue(.object(root)))
  }

  /// Splits a key at the separators. An empty separator does not split it.
  private func parts(of key: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let first = separator.first else { return [key[...]] }
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while parts.count < Self.maxDepth - 1, let found = key[index...].firstIndex(of: first) {
      if key[found...].starts(with: separator) {
        parts.append(key[start..<found])
        start = found + separator.count
        index = start
      } else {
        index = found + 1
      }
    }
    return parts + [key[start...]]
  }

  /// Returns the index of the child with a name. Adds the child if it is missing.
  private mutating func child(_ name: ArraySlice<UInt8>, of parent: Int) -> Int {
    let name = Array(name)
    if let index = nodes[parent].childIndices[name] { return index }
    nodes.append(Node(name: String(decoding: name, as: UTF8.self)))
    nodes[parent].childIndices[name] = nodes.count - 1
    nodes[parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  /// Returns the members that represent a node in the enclosing object.
  ///
  /// - Parameter prefix: The start of the name, if the parent cannot be an object.
  private func members(of index: Int, prefix: String) -> [JSONObject.Member] {
    let node = nodes[index]
    let name = prefix + node.name
    guard let text = node.text else { return [JSONObject.Member(name, container(node))] }
    let inner = name + String(decoding: separator, as: UTF8.self)
    return [JSONObject.Member(name, JSONValue(.string(text)))]
      + node.children.flatMap { members(of: $0, prefix: inner) }
  }

  /// Returns the children of a node as an object, or as an array if they are consecutive items.
  private func container(_ node: Node) -> JSONValue {
    let isArray = node.children.enumerated().allSatisfy { index, child in
      let entry = nodes[child]
      return entry.isArrayEntry && entry.children.isEmpty && entry.name == String(index)
    }
    guard isArray else {
      return JSONValue(.object(JSONObject(node.children.flatMap { members(of: $0, prefix: "") })))
    }
    return JSONValue(.array(node.children.map { JSONValue(.string(nodes[$0].text ?? "")) }))
  }
}
