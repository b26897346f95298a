import TremaJSON
import TremaSupport

/// The documents that schemas may refer to, and their schemas by name. Nothing is loaded from the
/// network or a disk: references can only be resolved in the documents passed in and in the
/// built-in 2020-12 meta-schema.
struct SchemaDocuments {
  /// The location of a schema in a document.
  struct Location {
    /// The schema.
    var value: JSONValue
    /// The index of the document.
    var documentIndex: Int
    /// The JSON pointer from the root of the document.
    var pointer: String
    /// The index of the resource that contains the schema.
    var resourceIndex: Int

    /// A string that identifies the location.
    var key: String { "\(documentIndex)\(pointer)" }
  }

  /// A schema with its own URI, including all nested schemas that have none.
  struct Resource {
    /// The absolute URI without a fragment.
    var uri: String
    /// The location of the schema.
    var root: Location
    /// The dialect of the resource.
    var dialect: SchemaDialect
    /// The schemas with an anchor, by anchor name.
    var anchors: [ExactKey: Location] = [:]
    /// The schemas with a dynamic anchor.
    var dynamicAnchors: [(name: String, location: Location)] = []
  }

  /// The resources, in the order in which they were found.
  private(set) var resources: [Resource] = []
  /// The indices of the resources, by URI.
  private var resourceIndexByURI: [ExactKey: Int] = [:]
  /// The resource indices, by the keys of their locations.
  private var resourceIndexByLocation: [ExactKey: Int] = [:]
  /// The documents that no reference has used yet, by URI.
  private var unreadDocuments: [ExactKey: JSONValue] = [:]
  /// The number of documents read so far.
  private var documentCount = 0
  /// The problems of dialects.
  private(set) var problems: [Diagnostic] = []

  /// Creates a set of documents, which are read when a reference uses them.
  ///
  /// - Parameter others: The documents, by URI.
  init(_ others: [String: JSONValue]) {
    for (uri, document) in others { unreadDocuments[ExactKey(SchemaURI(uri).absolute)] = document }
  }

  /// Reads a document and finds all resources and anchors in it.
  ///
  /// - Parameter uri: The URI that the document was obtained from, used to resolve its references.
  /// - Returns: The location of the document's root.
  mutating func add(_ document: JSONValue, uri: String) -> Location {
    let root = Location(
      value: document, documentIndex: documentCount, pointer: "", resourceIndex: 0)
    documentCount += 1
    let resource = addResource(root, uri: uri, inside: nil)
    index(resources[resource].root)
    return resources[resource].root
  }

  /// Adds a resource with the URI from its `$id`.
  ///
  /// - Parameters:
  ///   - uri: The URI used to resolve `$id`.
  ///   - outer: The index of the enclosing resource, or `nil` for a document.
  /// - Returns: The index of the resource.
  private mutating func addResource(_ root: Location, uri: String, inside outer: Int?) -> Int {
    var root = root
    root.resourceIndex = resources.count
    let id = root.value.object?["$id"]?.string
    let resourceURI = id.map { SchemaURI.resolve(SchemaURI($0), against: uri) } ?? uri
    let dialect =
      root.value.object?["$schema"].map { self.dialect($0) }
      ?? outer.map { resources[$0].dialect } ?? SchemaDialect()
    // Determining the dialect may have read its document and thereby added resources.
    root.resourceIndex = resources.count
    resources.append(Resource(uri: resourceURI, root: root, dialect: dialect))
    resourceIndexByLocation[ExactKey(root.key)] = root.resourceIndex
    for name in [resourceURI, uri] where outer == nil || name == resourceURI {
      if resourceIndexByURI[ExactKey(name)] == nil {
        resourceIndexByURI[ExactKey(name)] = root.resourceIndex
      }
    }
    return root.resourceIndex
  }

  /// Finds the resources and anchors in a resource, with an explicit stack instead of recursion.
  private mutating func index(_ root: Location) {
    var open = [root]
    var isRoot = true
    while var location = open.popLast() {
      guard let object = location.value.object else { continue }
      // The root has already been added with its `$id`.
      if !isRoot, object["$id"]?.string != nil {
        location.resourceIndex = addResource(
          location, uri: resources[location.resourceIndex].uri, inside: location.resourceIndex)
      }
      isRoot = false
      let resource = location.resourceIndex
      if let anchor = object["$anchor"]?.string {
        resources[resource].anchors[ExactKey(anchor)] = location
      }
      if let anchor = object["$dynamicAnchor"]?.string {
        // A dynamic anchor also serves as an ordinary anchor for `$ref`.
        resources[resource].anchors[ExactKey(anchor)] = location
        resources[resource].dynamicAnchors.append((anchor, location))
      }
      open += Self.schemas(in: location)
    }
  }

  /// Returns the schemas directly inside a schema, in reverse order.
  static func schemas(in location: Location) -> [Location] {
    guard let object = location.value.object else { return [] }
    var found: [Location] = []
    for member in object.members {
      switch SchemaKeyword(named: member.name)?.subschemaForm {
      case .schema: found.append(location.child(member.name, member.value))
      case .schemas:
        for (index, value) in (member.value.array ?? []).enumerated() {
          found.append(location.child(member.name, member.value).child(String(index), value))
        }
      case .namedSchemas:
        for entry in member.value.object?.members ?? [] {
          found.append(location.child(member.name, member.value).child(entry.name, entry.value))
        }
      // Values of other keywords aren't schemas, even if they look like schemas.
      case nil: break
      }
    }
    return found.reversed()
  }

  /// Returns the schema that a reference refers to.
  ///
  /// - Parameters:
  ///   - reference: The value of `$ref` or `$dynamicRef`.
  ///   - resource: The index of the resource that contains the reference.
  /// - Returns: The location, and the name of its anchor if the anchor is dynamic, or `nil` if
  ///   there is no such schema.
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
    let isDynamic = resources[found].dynamicAnchors.contains { $0.name.equalsExactly(fragment) }
    return (location, isDynamic ? fragment : nil)
  }

  /// Returns the index of the resource with a URI, after reading its document if necessary.
  private mutating func resource(named uri: String) -> Int? {
    if let known = resourceIndexByURI[ExactKey(uri)] { return known }
    guard
      let document = unreadDocuments.removeValue(forKey: ExactKey(uri))
        ?? Metaschema.document(named: uri)
    else { return nil }
    return add(document, uri: uri).resourceIndex
  }

  /// Returns the location, with the resource that starts there, if any.
  func withResource(_ location: Location) -> Location {
    var location = location
    if let resource = resourceIndexByLocation[ExactKey(location.key)] {
      location.resourceIndex = resource
    }
    return location
  }

  /// Follows a JSON pointer from a schema. Returns `nil` if there is no value at the pointer.
  private func walk(_ root: Location, _ pointer: String) -> Location? {
    var location = root
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = Self.unescaped(token)
      let next: JSONValue?
      switch location.value.content {
      case .object(let object): next = object[name]
      case .array(let values):
        // An array token must be a valid index.
        let index = Int(name)
        next = index.flatMap { values.indices.contains($0) ? values[$0] : nil }
      default: next = nil
      }
      guard let next else { return nil }
      location = withResource(location.child(name, next))
    }
    return location
  }

  /// Returns a JSON pointer token with `~0` and `~1` decoded.
  ///
  /// See RFC 6901, section 4.
  private static func unescaped(_ token: Substring) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    var name: [UInt8] = []
    var isEscape = false
    for byte in token.utf8 {
      switch byte {
      // `~01` represents `~1`, so the escapes are decoded in one pass.
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

  /// Determines the dialect of a schema. An unknown dialect is reported and treated as 2020-12.
  ///
  /// - Parameter name: The value of `$schema`.
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
  /// Returns the location of a member or an element.
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
      value: value, documentIndex: documentIndex,
      pointer: pointer + String(decoding: escaped, as: UTF8.self), resourceIndex: resourceIndex)
  }
}
