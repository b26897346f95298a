import TremaJSON
import TremaSupport

/// Compiles documents to a table of nodes. It processes a work list instead of recursing, so that
/// the depth of schemas is not limited by the stack.
struct SchemaCompiler {
  /// The documents to which schemas may refer.
  var documents: SchemaDocuments
  /// The compiled nodes; the first one is the root.
  private(set) var nodes: [SchemaNode] = []
  /// The problems of the document that is being compiled.
  var problems: [Diagnostic] = []
  /// Whether formats are validated even if the dialect treats them as annotations.
  let assertsFormats: Bool

  /// The indices of the nodes by their locations.
  private var nodeIndices: [ExactKey: Int] = [:]
  /// The nodes that have not been compiled yet.
  private var pending: [(Int, SchemaDocuments.Location)] = []
  /// The indices of the resources that are in use.
  private var usedResources: Set<Int> = []
  /// The dynamic anchors by the indices of the resources.
  private(set) var dynamicAnchors: [[(name: String, node: Int)]] = []
  /// The index of the document whose problems are reported. Those of other documents are ignored,
  /// because the user cannot correct them.
  private var mainDocument = 0

  /// Creates a compiler.
  ///
  /// - Parameters:
  ///   - others: the documents to which schemas may refer, by their URIs.
  ///   - assertsFormats: whether formats are validated.
  init(others: [String: JSONValue], assertsFormats: Bool) {
    documents = SchemaDocuments(others)
    self.assertsFormats = assertsFormats
  }

  /// Whether a schema applies itself to the same value, so that the table cannot be evaluated.
  private(set) var isCyclic = false

  /// Compiles a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - uri: the URI from which it was obtained.
  mutating func compile(_ document: JSONValue, uri: String) {
    let root = documents.add(document, uri: uri)
    mainDocument = root.document
    _ = node(at: root)
    while let (index, location) = pending.popLast() {
      fill(index, location)
    }
    problems += documents.problems
    if let location = SchemaCycle.first(in: nodes) {
      isCyclic = true
      problems.append(.endlessReference(at: location))
    }
  }

  /// Returns the index of a schema. A new one is added to the work list.
  mutating func node(at location: SchemaDocuments.Location) -> Int {
    let key = ExactKey(location.key)
    if let index = nodeIndices[key] { return index }
    let index = nodes.count
    nodeIndices[key] = index
    nodes.append(SchemaNode(resource: location.resource))
    pending.append((index, location))
    if usedResources.insert(location.resource).inserted { use(location.resource) }
    return index
  }

  /// Marks a resource as used, and compiles its dynamic anchors, since any dynamic reference that
  /// is evaluated inside of it may lead to them.
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
        object, at: location, dialect: documents.resources[location.resource].dialect)
      let problemCount = problems.count
      nodes[index].annotations = annotations(of: &source)
      for keyword in keywords(of: &source) {
        nodes[index].keywords.append(keyword)
      }
      // Schemas that no keyword uses, such as those in `$defs`, are compiled for their problems,
      // too.
      for child in SchemaDocuments.schemas(in: location) { _ = node(at: self.location(child)) }
      warnOfUnknown(object)
      if location.document != mainDocument { problems.removeSubrange(problemCount...) }
    default: if location.document == mainDocument { problems.append(.notASchema(location.value)) }
    }
  }

  /// Returns the location with the resource that begins at it, if one does.
  func location(_ child: SchemaDocuments.Location) -> SchemaDocuments.Location {
    documents.withResource(child)
  }

  /// Adds a rule to a node.
  mutating func add(_ name: String, _ location: SourceLocation?, _ rule: SchemaRule, to index: Int)
  {
    nodes[index].keywords.append(SchemaNode.Keyword(name: name, location: location, rule: rule))
  }

  /// Warns of unknown keywords that resemble a known one. Others may belong to another tool.
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

/// The members of a schema with its context.
struct SchemaSource {
  /// The members as they are in the document.
  let object: JSONObject
  /// The location of the schema.
  let location: SchemaDocuments.Location
  /// The dialect of its resource.
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

  /// The member with a keyword, if the dialect has the keyword.
  subscript(keyword: SchemaKeyword) -> JSONObject.Member? {
    members.first { $0.keyword == keyword }?.member
  }
}
