import TremaCatalog
import TremaJSON
import TremaMessages

/// JSON of objects in objects: `{"login": {"title": "…"}}` for the key `login.title`.
///
/// Where `a` and `a.b` both are keys, there can be no object `a`: what would be in it is beside,
/// by its whole name, so that nothing is lost. Entries of an array make an array.
struct NestedJSONWriter: LanguageWriter {
  static let supportedFeatures: Features = [.array, .tags]

  /// Deeper parts of a key stay together; readers have limits.
  private static let deepest = 32

  private struct Node {
    var name: String
    var text: String?
    var isArrayEntry = false
    /// In the order of the catalogue.
    var children: [Int] = []
    /// The children by the bytes of their names.
    var places: [[UInt8]: Int] = [:]
  }

  private let separator: [UInt8]
  private var nodes = [Node(name: "")]

  init(separator: String) { self.separator = Array(separator.utf8) }

  mutating func begin(into output: inout [UInt8]) {}

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    var place = 0
    for part in parts(of: Array(entry.key.utf8)) { place = child(part, of: place) }
    var text = ""
    entry.message.forEachPiece(nil, numbered: false) {
      text += $0
    } placeholder: {
      text += String(decoding: $0, as: UTF8.self)
    }
    nodes[place].text = text
    nodes[place].isArrayEntry = entry.annotations.isArray
  }

  mutating func end(into output: inout [UInt8]) {
    let root = JSONObject(nodes[0].children.flatMap { members(of: $0, prefix: "") })
    output += JSONWriter().bytes(of: JSONValue(.object(root)))
  }

  private func parts(of key: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let first = separator.first else { return [key[...]] }
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while parts.count < Self.deepest - 1, let found = key[index...].firstIndex(of: first) {
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

  private mutating func child(_ name: ArraySlice<UInt8>, of parent: Int) -> Int {
    let name = Array(name)
    if let place = nodes[parent].places[name] { return place }
    nodes.append(Node(name: String(decoding: name, as: UTF8.self)))
    nodes[parent].places[name] = nodes.count - 1
    nodes[parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  /// - Parameter prefix: what is before the name where the object around could not be.
  private func members(of place: Int, prefix: String) -> [JSONObject.Member] {
    let node = nodes[place]
    let name = prefix + node.name
    guard let text = node.text else { return [JSONObject.Member(name, container(node))] }
    let inner = name + String(decoding: separator, as: UTF8.self)
    return [JSONObject.Member(name, JSONValue(.string(text)))]
      + node.children.flatMap { members(of: $0, prefix: inner) }
  }

  private func container(_ node: Node) -> JSONValue {
    let isArray = node.children.enumerated().allSatisfy { index, place in
      let entry = nodes[place]
      return entry.isArrayEntry && entry.children.isEmpty && entry.name == String(index)
    }
    guard isArray else {
      return JSONValue(.object(JSONObject(node.children.flatMap { members(of: $0, prefix: "") })))
    }
    return JSONValue(.array(node.children.map { JSONValue(.string(nodes[$0].text ?? "")) }))
  }
}
