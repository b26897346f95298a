import TremaJSON
import TremaSupport

/// Compiles documents to a table of nodes. It uses a work list instead of recursion, so the stack
/// doesn't limit how deeply schemas nest.
struct SchemaCompiler {
  /// The documents that schemas may refer to.
  var documents: SchemaDocuments
  /// The compiled nodes. The first one is the root.
  private(set) var nodes: [SchemaNode] = []
  /// The problems of the document that is being compiled.
  var problems: [Diagnostic] = []
  /// Whether formats are validated even if the dialect treats them as annotations.
  let assertsFormats: Bool

  /// The indices of the nodes, by location.
  private var nodeIndices: [ExactKey: Int] = [:]
  /// The nodes that have not been compiled yet.
  private var pending: [(Int, SchemaDocuments.Location)] = []
  /// The indices of the resources that are in use.
  private var usedResources: Set<Int> = []
  /// The dynamic anchors, by resource index.
  private(set) var dynamicAnchors: [[(name: String, node: Int)]] = []
  /// The index of the document whose problems are reported. Problems of other documents are
  /// ignored, because the user cannot correct them.
  private var mainDocumentIndex = 0

  /// Creates a compiler.
  ///
  /// - Parameters:
  ///   - others: The documents that schemas may refer to, by URI.
  ///   - assertsFormats: Whether formats are validated even if the dialect treats them as
  ///     annotations.
  init(others: [String: JSONValue], assertsFormats: Bool) {
    documents = SchemaDocuments(others)
    self.assertsFormats = assertsFormats
  }

  /// Whether a schema applies itself to the same value. The table cannot be evaluated in this case.
  private(set) var isCyclic = false

  /// Compiles a document.
  ///
  /// - Parameter uri: The URI that the document was obtained from.
  mutating func compile(_ document: JSONValue, uri: String) {
    let root = documents.add(document, uri: uri)
    mainDocumentIndex = root.documentIndex
    _ = node(at: root)
    while let (index, location) = pending.popLast() {
      fill(index, location)
    }
    problems += documents.problems
    if let location = SchemaCycle.first(in: nodes) {
      isCyclic = true
      problems.append(.circularReference(at: location))
    }
  }

  /// Returns the index of a schema. A new schema is added to the work list.
  mutating func node(at location: SchemaDocuments.Location) -> Int {
    let key = ExactKey(location.key)
    if let index = nodeIndices[key] { return index }
    let index = nodes.count
    nodeIndices[key] = index
    nodes.append(SchemaNode(resourceIndex: location.resourceIndex))
    pending.append((index, location))
    if usedResources.insert(location.resourceIndex).inserted { use(location.resourceIndex) }
    return index
  }

  /// Marks a resource as used and compiles its dynamic anchors, because any dynamic reference
  /// evaluated inside the resource may resolve to them.
  private mutating func use(_ resource: Int) {
    while dynamicAnchors.count < documents.resources.count { dynamicAnchors.append([]) }
    let anchors = documents.resources[resource].dynamicAnchors
    dynamicAnchors[resource] = anchors.map { ($0.name, node(at: $0.location)) }
  }

  /// Compiles one node.
  private mutating func fill(_ index: Int, _ location: SchemaDocuments.Location) {
    nodes[index].annotations.location = location.value.location
    switch location.value.content {
    case .bool(let boolean):
      nodes[index].constant = boolean
      if !boolean { add("false", location.value.location, .never, to: index) }
    case .object(let object):
      var source = SchemaSource(
        object, at: location, dialect: documents.resources[location.resourceIndex].dialect)
      let problemCount = problems.count
      nodes[index].annotations = annotations(of: &source)
      for keyword in keywords(of: &source) {
        nodes[index].keywords.append(keyword)
      }
      // Schemas that no keyword refers to, such as the schemas in `$defs`, are also compiled to
      // report their problems.
      for child in SchemaDocuments.schemas(in: location) { _ = node(at: self.location(child)) }
      warnOfUnknown(object)
      if location.documentIndex != mainDocumentIndex { problems.removeSubrange(problemCount...) }
    default:
      if location.documentIndex == mainDocumentIndex {
        problems.append(.invalidSchema(location.value))
      }
    }
  }

  /// Returns the location, with the resource that starts there, if any.
  func location(_ child: SchemaDocuments.Location) -> SchemaDocuments.Location {
    documents.withResource(child)
  }

  /// Adds a rule to a node.
  mutating func add(_ name: String, _ location: SourceLocation?, _ rule: SchemaRule, to index: Int)
  {
    nodes[index].keywords.append(SchemaNode.Keyword(name: name, location: location, rule: rule))
  }

  /// Reports a warning for unknown keywords that resemble a known one. Other unknown keywords may
  /// belong to a different tool.
  private mutating func warnOfUnknown(_ object: JSONObject) {
    for member in object.members where SchemaKeyword(named: member.name) == nil {
      let isOurs = member.name.hasPrefix("x-")
      let names = SchemaKeyword.allCases.map(\.rawValue).filter { $0.hasPrefix("x-") == isOurs }
      guard let suggestion = closestMatch(to: member.name, among: names) else { continue }
      problems.append(
        .unknownKeyword(member.name, suggestion: suggestion, at: member.nameLocation))
    }
  }
}

/// The members of a schema and their context.
struct SchemaSource {
  /// The members in document order.
  let object: JSONObject
  /// The location of the schema.
  let location: SchemaDocuments.Location
  /// The dialect of the schema's resource.
  let dialect: SchemaDialect
  /// The members that are keywords of the dialect.
  private let members: [(keyword: SchemaKeyword, member: JSONObject.Member)]

  /// Creates a source.
  init(_ object: JSONObject, at location: SchemaDocuments.Location, dialect: SchemaDialect) {
    self.object = object
    self.location = location
    self.dialect = dialect
    members = object.members.compactMap { member in
      SchemaKeyword(named: member.name).flatMap { dialect.supports($0) ? ($0, member) : nil }
    }
  }

  /// The member with a keyword, or `nil` if it is missing or the dialect does not have the keyword.
  subscript(keyword: SchemaKeyword) -> JSONObject.Member? {
    members.first { $0.keyword == keyword }?.member
  }
}
