import TremaJSON
import TremaSupport

/// The documents that schemas may refer to, and what is found in them by name. Nothing is fetched: a
/// reference reaches what was handed in, and the meta-schema of 2020-12, which is built in.
struct SchemaDocuments {
  /// A schema in a document.
  struct Location {
    var value: JSONValue
    var document: Int
    /// A JSON pointer from the root of the document.
    var pointer: String
    var resource: Int

    var key: String { "\(document)\(pointer)" }
  }

  /// A schema with a name of its own, and all in it that have none.
  struct Resource {
    var uri: String
    var root: Location
    var dialect: SchemaDialect
    var anchors: [ExactKey: Location] = [:]
    var dynamicAnchors: [(name: String, location: Location)] = []
  }

  private(set) var resources: [Resource] = []
  private var resourceNamed: [ExactKey: Int] = [:]
  /// The resources by the keys of their locations.
  private var resourceAt: [ExactKey: Int] = [:]
  private var unread: [ExactKey: JSONValue] = [:]
  private var documents = 0
  private(set) var problems: [Diagnostic] = []

  /// - Parameter others: documents by their URIs.
  init(_ others: [String: JSONValue]) {
    for (uri, document) in others { unread[ExactKey(SchemaURI(uri).absolute)] = document }
  }

  /// Reads a document.
  ///
  /// - Parameter uri: where it was found.
  /// - Returns: its root.
  mutating func add(_ document: JSONValue, uri: String) -> Location {
    let root = Location(value: document, document: documents, pointer: "", resource: 0)
    documents += 1
    let resource = addResource(root, uri: uri, inside: nil)
    index(resources[resource].root)
    return resources[resource].root
  }

  /// - Parameter outer: the resource that it is in.
  private mutating func addResource(_ root: Location, uri: String, inside outer: Int?) -> Int {
    var root = root
    root.resource = resources.count
    let id = root.value.object?["$id"]?.string
    let own = id.map { SchemaURI.resolve(SchemaURI($0), against: uri) } ?? uri
    let dialect =
      root.value.object?["$schema"].map { self.dialect($0) }
      ?? outer.map { resources[$0].dialect } ?? SchemaDialect()
    // Finding the dialect may have read its document.
    root.resource = resources.count
    resources.append(Resource(uri: own, root: root, dialect: dialect))
    resourceAt[ExactKey(root.key)] = root.resource
    for name in [own, uri] where outer == nil || name == own {
      if resourceNamed[ExactKey(name)] == nil { resourceNamed[ExactKey(name)] = root.resource }
    }
    return root.resource
  }

  private mutating func index(_ root: Location) {
    var open = [root]
    var isRoot = true
    while var location = open.popLast() {
      guard let object = location.value.object else { continue }
      if !isRoot, object["$id"]?.string != nil {
        location.resource = addResource(
          location, uri: resources[location.resource].uri, inside: location.resource)
      }
      isRoot = false
      let resource = location.resource
      if let anchor = object["$anchor"]?.string {
        resources[resource].anchors[ExactKey(anchor)] = location
      }
      if let anchor = object["$dynamicAnchor"]?.string {
        resources[resource].anchors[ExactKey(anchor)] = location
        resources[resource].dynamicAnchors.append((anchor, location))
      }
      open += Self.schemas(in: location)
    }
  }

  /// The schemas directly in one.
  static func schemas(in location: Location) -> [Location] {
    guard let object = location.value.object else { return [] }
    var found: [Location] = []
    for member in object.members {
      switch SchemaKeyword(named: member.name)?.holds {
      case .schema: found.append(location.child(member.name, member.value))
      case .schemas:
        for (index, value) in (member.value.array ?? []).enumerated() {
          found.append(location.child(member.name, member.value).child(String(index), value))
        }
      case .namedSchemas:
        for entry in member.value.object?.members ?? [] {
          found.append(location.child(member.name, member.value).child(entry.name, entry.value))
        }
      case nil: break
      }
    }
    return found.reversed()
  }

  /// Returns the schema that a reference leads to; `nil` when there is none.
  ///
  /// - Parameter resource: the one that it is in.
  /// - Returns: the schema, and the name of the anchor when it has one that is dynamic.
  mutating func resolve(
    _ reference: String, from resource: Int
  ) -> (location: Location, dynamicAnchor: String?)? {
    let target = SchemaURI(reference)
    let uri = SchemaURI.resolve(target, against: resources[resource].uri)
    guard let found = self.resource(named: uri) else { return nil }
    let fragment = SchemaURI.decoded(target.fragment ?? "")
    if fragment.isEmpty { return (resources[found].root, nil) }
    if fragment.utf8.first == UInt8(ascii: "/") {
      return walk(resources[found].root, fragment).map { ($0, nil) }
    }
    guard let location = resources[found].anchors[ExactKey(fragment)] else { return nil }
    let isDynamic = resources[found].dynamicAnchors.contains { $0.name.isExactly(fragment) }
    return (location, isDynamic ? fragment : nil)
  }

  private mutating func resource(named uri: String) -> Int? {
    if let known = resourceNamed[ExactKey(uri)] { return known }
    guard
      let document = unread.removeValue(forKey: ExactKey(uri)) ?? Metaschema.document(named: uri)
    else { return nil }
    return add(document, uri: uri).resource
  }

  /// The same place, with its own resource if it begins one.
  func withResource(_ location: Location) -> Location {
    var location = location
    if let resource = resourceAt[ExactKey(location.key)] { location.resource = resource }
    return location
  }

  private func walk(_ root: Location, _ pointer: String) -> Location? {
    var location = root
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = Self.unescaped(token)
      let next: JSONValue?
      switch location.value.content {
      case .object(let object): next = object[name]
      case .array(let values):
        let index = Int(name)
        next = index.flatMap { values.indices.contains($0) ? values[$0] : nil }
      default: next = nil
      }
      guard let next else { return nil }
      location = withResource(location.child(name, next))
    }
    return location
  }

  /// Source: RFC 6901, 4.
  private static func unescaped(_ token: Substring) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    var name: [UInt8] = []
    var isEscape = false
    for byte in token.utf8 {
      switch byte {
      case UInt8(ascii: "~") where !isEscape: isEscape = true
      case UInt8(ascii: "0") where isEscape:
        name.append(UInt8(ascii: "~"))
        isEscape = false
      case UInt8(ascii: "1") where isEscape:
        name.append(UInt8(ascii: "/"))
        isEscape = false
      default:
        name.append(byte)
        isEscape = false
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// - Parameter name: the value of `$schema`.
  private mutating func dialect(_ name: JSONValue) -> SchemaDialect {
    guard let uri = name.string.map({ SchemaURI($0).absolute }) else { return SchemaDialect() }
    if uri == Metaschema.uri { return SchemaDialect() }
    guard let found = resource(named: uri),
      let vocabulary = resources[found].root.value.object?["$vocabulary"]
    else {
      problems.append(.unknownDialect(uri, at: name.location))
      return SchemaDialect()
    }
    return SchemaDialect(vocabulary, at: name.location, problems: &problems)
  }
}

extension SchemaDocuments.Location {
  /// Returns the place of a member.
  func child(_ name: String, _ value: JSONValue) -> Self {
    var escaped: [UInt8] = [UInt8(ascii: "/")]
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "~"): escaped += "~0".utf8
      case UInt8(ascii: "/"): escaped += "~1".utf8
      default: escaped.append(byte)
      }
    }
    return Self(
      value: value, document: document,
      pointer: pointer + String(decoding: escaped, as: UTF8.self), resource: resource)
  }
}
