import TremaConfigValues
import TremaSupport

/// YAML as configuration: one document of YAML 1.2 with the types of the core schema, and the merge
/// keys (`<<`) of 1.1. `null` removes a key, as in JSON.
struct YAMLConfig: ~Copyable {
  static let depthLimit = 256
  static let nodeLimit = 1_000_000
  /// How much the aliases of a file may repeat, in nodes and in parts of 16 bytes of text.
  static let aliasLimit = 1_000_000

  struct Node {
    var value: ConfigValue
    /// The size that an alias of the value repeats.
    var weight = 1
    /// How many lists and dictionaries are in one another; 0 for a scalar.
    var depth = 0
  }

  let file: String
  private var parser: YAMLParser
  private var entries = UniqueEntries()
  var problems: [Diagnostic] = []
  var path = ConfigKeyPath()
  /// `nil` for an anchor whose value is not complete yet.
  private var anchors: [ExactKey: Node?] = [:]
  private var nodeCount = 0
  private var aliasWeight = 0
  private var depth = 0

  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ConfigFormat.Reading {
    var reader = try YAMLConfig(bytes, file: file)
    let value = try reader.document()
    return ConfigFormat.Reading(value, problems: reader.problems + reader.entries.problems)
  }

  private init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    self.file = file
    parser = try YAMLParser(bytes, file: file)
  }

  /// - Returns: `null` for a file with comments only.
  private mutating func document() throws(Diagnostic) -> ConfigValue {
    let start = try parser.next()
    guard case .documentStart = start.content else {
      return ConfigValue(.null, at: place(start.extent))
    }
    let node = try node(parser.next())
    _ = try parser.next()
    let next = try parser.next()
    if case .documentStart = next.content {
      report("a second document begins here", next, hint: "a configuration is one document")
    }
    return node.value
  }

  mutating func node(_ event: YAMLEvent) throws(Diagnostic) -> Node {
    if case .alias(let name) = event.content { return try alias(name, event) }
    nodeCount += 1
    if nodeCount > Self.nodeLimit {
      throw limit("size-limit", "more than \(Self.nodeLimit) values", event)
    }
    let anchor = event.anchor.map { ExactKey($0) }
    if let anchor { anchors[anchor] = .some(nil) }
    let node =
      switch event.content {
      case .mappingStart: try mapping(event)
      case .sequenceStart: try sequence(event)
      case .scalar(let text, let isPlain): scalar(text, isPlain: isPlain, event)
      default: Node(value: ConfigValue(.null, at: place(event.extent)))
      }
    if let anchor { anchors[anchor] = node }
    return node
  }

  private mutating func alias(_ name: String, _ event: YAMLEvent) throws(Diagnostic) -> Node {
    let nothing = Node(value: ConfigValue(.null, at: place(event.extent)))
    switch anchors[ExactKey(name)] {
    case nil:
      report(
        "no anchor '&\(name)' comes before this alias", event,
        hint: "correct the name; a text that begins with '*' goes in quotation marks")
      return nothing
    case .some(nil):
      report(
        "the alias refers to a value that contains it", event, hint: "write the value out")
      return nothing
    case .some(.some(var node)):
      aliasWeight += node.weight
      if aliasWeight > Self.aliasLimit {
        throw limit("expansion-limit", "the aliases of the file repeat too much", event)
      }
      try checkDepth(depth + node.depth, event)
      node.value.place = place(event.extent)
      return node
    }
  }

  private func checkDepth(_ depth: Int, _ event: YAMLEvent) throws(Diagnostic) {
    if depth > Self.depthLimit {
      throw limit(
        "depth-limit", "more than \(Self.depthLimit) nested lists and dictionaries", event)
    }
  }

  private mutating func sequence(_ start: YAMLEvent) throws(Diagnostic) -> Node {
    checkTag(start, is: "seq", "a list")
    depth += 1
    try checkDepth(depth, start)
    var values: [ConfigValue] = []
    var (weight, inside) = (1, 0)
    var event = try parser.next()
    while !event.endsCollection {
      path.components.append(.index(values.count))
      let element = try node(event)
      path.components.removeLast()
      values.append(element.value)
      weight += element.weight
      inside = max(inside, element.depth)
      event = try parser.next()
    }
    depth -= 1
    let place = place(start, lastChild: values.last?.place, end: event)
    return Node(value: ConfigValue(.array(values), at: place), weight: weight, depth: inside + 1)
  }

  private mutating func mapping(_ start: YAMLEvent) throws(Diagnostic) -> Node {
    checkTag(start, is: "map", "a dictionary")
    depth += 1
    try checkDepth(depth, start)
    var own: [ConfigDictionary.Entry] = []
    var merged: [ConfigDictionary.Entry] = []
    var mergeKey: ConfigDictionary.Entry?
    var (weight, inside) = (1, 0)
    var last: ConfigPlace?
    var event = try parser.next()
    while !event.endsCollection {
      let keyPlace = place(event.extent)
      let isMerge = event.isMergeKey
      let key = try key(event)
      path.components.append(.key(key ?? ""))
      let value = try node(parser.next())
      path.components.removeLast()
      if let key {
        let entry = ConfigDictionary.Entry(key, at: keyPlace, value.value)
        if !isMerge {
          own.append(entry)
        } else if let mergeKey {
          // Reported as any other key that is there twice.
          _ = entries.dictionary([mergeKey, entry], at: path)
        } else {
          mergeKey = entry
          merged = self.merged(value.value)
        }
      }
      weight += value.weight
      inside = max(inside, value.depth)
      last = value.value.place
      event = try parser.next()
    }
    depth -= 1
    if !merged.isEmpty {
      var known = Set(own.map { ExactKey($0.key) })
      own += merged.filter { known.insert(ExactKey($0.key)).inserted }
    }
    let place = place(start, lastChild: last, end: event)
    return Node(
      value: ConfigValue(.dictionary(entries.dictionary(own, at: path)), at: place),
      weight: weight, depth: inside + 1)
  }

  /// The entries that a merge key adds, those that count first in front.
  ///
  /// Source: yaml.org/type/merge.html.
  private mutating func merged(_ value: ConfigValue) -> [ConfigDictionary.Entry] {
    let values = value.array ?? [value]
    guard values.allSatisfy({ $0.kind == .dictionary }) else {
      report(
        "'<<' merges a dictionary, or a list of dictionaries", at: value.place,
        hint: "write an alias such as *defaults; a key '<<' goes in quotation marks")
      return []
    }
    return values.flatMap { $0.dictionary?.entries ?? [] }
  }

  /// The place of a collection: to its bracket, or in block style to the end of its last child.
  private func place(
    _ start: YAMLEvent, lastChild: ConfigPlace?, end: YAMLEvent
  ) -> ConfigPlace {
    let first = place(start.extent)
    // The pair in `[a: 1]` has no brackets of its own.
    let hasBracket = start.isFlow && !end.extent.bytes.isEmpty
    let last = hasBracket ? place(end.extent) : lastChild ?? first
    return ConfigPlace(
      file: file, start: start.extent.start, end: last.end ?? start.extent.end,
      bytes: first.bytes.lowerBound..<max(first.bytes.lowerBound, last.bytes.upperBound))
  }
}

extension YAMLEvent {
  fileprivate var endsCollection: Bool { if case .collectionEnd = content { true } else { false } }
}
