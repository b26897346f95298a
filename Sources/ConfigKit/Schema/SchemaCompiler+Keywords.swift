import TremaConfigValues
import TremaJSON
import TremaSupport

extension SchemaCompiler {
  /// Compiles the keywords of a schema in evaluation order: `type` first, and the `unevaluated`
  /// keywords last, because they depend on all others.
  mutating func keywords(of source: inout SchemaSource) -> [SchemaNode.Keyword] {
    var keywords: [SchemaNode.Keyword] = []
    // A missing or malformed keyword has no rule.
    /// Adds a keyword if its rule could be compiled.
    func add(_ member: JSONObject.Member?, _ rule: SchemaRule?) {
      guard let member, let rule else { return }
      keywords.append(
        SchemaNode.Keyword(name: member.name, location: member.nameLocation, rule: rule))
    }
    for keyword in Self.scalarKeywords {
      guard let member = source[keyword] else { continue }
      add(member, scalarRule(keyword, member, source.dialect))
    }
    if let member = source[.ref], let target = target(member, source) {
      add(member, .reference(target.node))
    }
    if let member = source[.dynamicRef], let target = target(member, source) {
      add(member, .dynamicReference(target.node, anchor: target.anchor))
    }
    for keyword in [SchemaKeyword.allOf, .anyOf, .oneOf] {
      guard let member = source[keyword], let nodes = list(member, source) else { continue }
      add(member, keyword == .allOf ? .all(nodes) : keyword == .anyOf ? .any(nodes) : .one(nodes))
    }
    if let member = source[.not] { add(member, .not(child(member, source))) }
    if let member = source[.condition] {
      let branches = [source[.then], source[.otherwise]].map { branch in
        branch.map { child($0, source) }
      }
      add(member, .condition(child(member, source), then: branches[0], else: branches[1]))
    }
    // The locations of the names are needed to report unknown environments.
    if let member = source[.environments] {
      let locations = (member.value.object?.members ?? []).map(\.nameLocation)
      add(
        member,
        .environments(zip(named(member, source), locations).map { ($0.key, $0.node, $1) }))
    }
    addArrays(source, add)
    addDictionaries(source, add)
    if let member = source[.unevaluatedItems] {
      add(member, .unevaluatedItems(child(member, source)))
    }
    if let member = source[.unevaluatedProperties] {
      add(member, .unevaluatedMembers(child(member, source)))
    }
    return keywords
  }

  /// Adds the array rules. Keywords that depend on each other are combined into one rule.
  private mutating func addArrays(
    _ source: SchemaSource, _ add: (JSONObject.Member?, SchemaRule?) -> Void
  ) {
    if source[.prefixItems] != nil || source[.items] != nil {
      let prefix = source[.prefixItems].flatMap { list($0, source) } ?? []
      let rest = source[.items].map { child($0, source) }
      add(source[.items] ?? source[.prefixItems], .items(prefix: prefix, rest: rest))
    }
    if let member = source[.contains] {
      let least = source[.minContains].flatMap { count($0) } ?? 1
      let most = source[.maxContains].flatMap { count($0) }
      add(member, .contains(child(member, source), least: least, most: most))
    }
  }

  /// Adds the dictionary rules. Keywords that depend on each other are combined into one rule.
  private mutating func addDictionaries(
    _ source: SchemaSource, _ add: (JSONObject.Member?, SchemaRule?) -> Void
  ) {
    if let member = source[.propertyNames] { add(member, .names(child(member, source))) }
    if let member = source[.dependentSchemas] {
      add(member, .dependentSchemas(named(member, source).map { ($0.key, $0.node) }))
    }
    if let member = source[.dependencies] { addDependencies(member, source, add) }
    var members = SchemaMembers()
    members.inOrder = source[.properties].map { named($0, source) } ?? []
    // The sorted copy is used for evaluation, the other one for output.
    members.named = members.inOrder.sorted { ConfigDictionary.precedes($0.key, $1.key) }
    if let member = source[.patternProperties] {
      for (entry, property) in zip(named(member, source), member.value.object?.members ?? []) {
        // A malformed pattern has been reported and is ignored.
        guard let pattern = pattern(entry.key, at: property.nameLocation) else { continue }
        members.patterns.append((pattern, entry.node, property.nameLocation))
      }
    }
    members.additional = source[.additionalProperties].map { child($0, source) }
    members.additionalLocation = source[.additionalProperties]?.nameLocation
    // The rule has the location of its first keyword.
    add(
      source[.properties] ?? source[.patternProperties] ?? source[.additionalProperties],
      .members(members))
  }

  /// Adds `dependencies`, a keyword of drafts before 2019-09 whose values are lists of keys or
  /// schemas.
  private mutating func addDependencies(
    _ member: JSONObject.Member, _ source: SchemaSource,
    _ add: (JSONObject.Member?, SchemaRule?) -> Void
  ) {
    var keys: [(key: String, keys: [String])] = []
    var schemas: [(key: String, node: Int)] = []
    let location = source.location.child(member.name, member.value)
    for entry in member.value.object?.members ?? [] {
      // A list contains required keys; anything else is a schema.
      if entry.value.array != nil {
        keys.append((entry.name, strings(entry) ?? []))
      } else {
        schemas.append(
          (entry.name, node(at: self.location(location.child(entry.name, entry.value)))))
      }
    }
    add(member, .dependentRequired(keys))
    add(member, .dependentSchemas(schemas))
  }

  // MARK: Schemas in schemas

  /// Returns the target of a reference, or `nil` if the reference is malformed or cannot be
  /// resolved, which is reported.
  private mutating func target(
    _ member: JSONObject.Member, _ source: SchemaSource
  ) -> (node: Int, anchor: String?)? {
    guard let reference = member.value.string else {
      problems.append(.invalidKeyword(member.name, member.value, expected: "a URI reference"))
      return nil
    }
    guard let target = documents.resolve(reference, from: source.location.resourceIndex) else {
      problems.append(.unresolvedReference(reference, at: member.value.location))
      return nil
    }
    return (node(at: target.location), target.dynamicAnchor)
  }

  /// Returns the index of the schema that a keyword has as its value.
  private mutating func child(_ member: JSONObject.Member, _ source: SchemaSource) -> Int {
    node(at: location(source.location.child(member.name, member.value)))
  }

  /// Returns the indices of the schemas in a keyword's list.
  private mutating func list(_ member: JSONObject.Member, _ source: SchemaSource) -> [Int]? {
    guard let values = member.value.array, !values.isEmpty else {
      problems.append(
        .invalidKeyword(member.name, member.value, expected: "an array of one or more schemas"))
      return nil
    }
    let list = source.location.child(member.name, member.value)
    return values.enumerated().map { node(at: location(list.child(String($0), $1))) }
  }

  /// Returns the indices and names of the schemas in a keyword's object.
  private mutating func named(
    _ member: JSONObject.Member, _ source: SchemaSource
  ) -> [(key: String, node: Int)] {
    guard let object = member.value.object else {
      problems.append(
        .invalidKeyword(member.name, member.value, expected: "an object whose values are schemas"))
      return []
    }
    let location = source.location.child(member.name, member.value)
    return object.members.map {
      ($0.name, node(at: self.location(location.child($0.name, $0.value))))
    }
  }
}
