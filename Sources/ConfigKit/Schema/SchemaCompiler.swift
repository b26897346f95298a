import TremaJSON
import TremaSupport

/// Turns documents into a table of nodes. It works through a list of what is to be done instead of
/// calling itself, so that no schema is too deep for it.
struct SchemaCompiler {
  var documents: SchemaDocuments
  private(set) var nodes: [SchemaNode] = []
  var problems: [Diagnostic] = []
  /// Formats are asserted also where the dialect only notes them.
  let assertsFormats: Bool

  private var known: [ExactKey: Int] = [:]
  private var open: [(Int, SchemaDocuments.Location)] = []
  private var usedResources: Set<Int> = []
  /// The dynamic anchors, by the places of the resources.
  private(set) var dynamicAnchors: [[(name: String, node: Int)]] = []
  /// The document that problems are told of: those of others are not the reader's.
  private var own = 0

  init(others: [String: JSONValue], assertsFormats: Bool) {
    documents = SchemaDocuments(others)
    self.assertsFormats = assertsFormats
  }

  /// A schema asks itself about the same value: it cannot be used.
  private(set) var isEndless = false

  /// - Parameter uri: where the document was found.
  mutating func compile(_ document: JSONValue, uri: String) {
    let root = documents.add(document, uri: uri)
    own = root.document
    _ = node(at: root)
    while let (index, location) = open.popLast() {
      fill(index, location)
    }
    problems += documents.problems
    if let place = SchemaCycle.first(in: nodes) {
      isEndless = true
      problems.append(.endlessReference(at: place))
    }
  }

  /// The place of a schema in the table; it is compiled later, if it has not been.
  mutating func node(at location: SchemaDocuments.Location) -> Int {
    let key = ExactKey(location.key)
    if let index = known[key] { return index }
    let index = nodes.count
    known[key] = index
    nodes.append(SchemaNode(resource: location.resource))
    open.append((index, location))
    if usedResources.insert(location.resource).inserted { use(location.resource) }
    return index
  }

  /// Marks a resource as used, since any reference that passes it may mean its dynamic anchors.
  private mutating func use(_ resource: Int) {
    while dynamicAnchors.count < documents.resources.count { dynamicAnchors.append([]) }
    let anchors = documents.resources[resource].dynamicAnchors
    dynamicAnchors[resource] = anchors.map { ($0.name, node(at: $0.location)) }
  }

  private mutating func fill(_ index: Int, _ location: SchemaDocuments.Location) {
    nodes[index].notes.location = location.value.location
    switch location.value.content {
    case .bool(let claim):
      nodes[index].constant = claim
      if !claim { add("false", location.value.location, .never, to: index) }
    case .object(let object):
      var source = SchemaSource(
        object, at: location, dialect: documents.resources[location.resource].dialect)
      let kept = problems.count
      nodes[index].notes = notes(of: &source)
      for keyword in keywords(of: &source) {
        nodes[index].keywords.append(keyword)
      }
      for child in SchemaDocuments.schemas(in: location) { _ = node(at: self.location(child)) }
      warnOfUnknown(object)
      if location.document != own { problems.removeSubrange(kept...) }
    default: if location.document == own { problems.append(.notASchema(location.value)) }
    }
  }

  /// With its own resource, if it begins one.
  func location(_ child: SchemaDocuments.Location) -> SchemaDocuments.Location {
    documents.withResource(child)
  }

  mutating func add(_ name: String, _ place: SourceLocation?, _ rule: SchemaRule, to index: Int) {
    nodes[index].keywords.append(SchemaNode.Keyword(name: name, location: place, rule: rule))
  }

  private mutating func warnOfUnknown(_ object: JSONObject) {
    for member in object.members where SchemaKeyword(named: member.name) == nil {
      let isOurs = member.name.hasPrefix("x-")
      let names = SchemaKeyword.allCases.map(\.rawValue).filter { $0.hasPrefix("x-") == isOurs }
      guard let meant = nearest(to: member.name, among: names) else { continue }
      problems.append(
        .unknownKeyword(member.name, meant: meant, at: member.nameLocation))
    }
  }
}

/// The members of one schema, with what is to be known of its surroundings.
struct SchemaSource {
  let object: JSONObject
  let location: SchemaDocuments.Location
  let dialect: SchemaDialect
  private let members: [(keyword: SchemaKeyword, member: JSONObject.Member)]

  init(_ object: JSONObject, at location: SchemaDocuments.Location, dialect: SchemaDialect) {
    self.object = object
    self.location = location
    self.dialect = dialect
    members = object.members.compactMap { member in
      SchemaKeyword(named: member.name).flatMap { dialect.knows($0) ? ($0, member) : nil }
    }
  }

  /// The value of a keyword that the dialect knows, and where its name is.
  subscript(keyword: SchemaKeyword) -> JSONObject.Member? {
    members.first { $0.keyword == keyword }?.member
  }
}
