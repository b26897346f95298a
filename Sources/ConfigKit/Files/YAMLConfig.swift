import TremaConfigValues
import TremaSupport

/// A reader of YAML configurations: a single YAML 1.2 document with the core schema's types and
/// YAML 1.1 merge keys (`<<`). `null` removes a key, as in JSON.
struct YAMLConfig: ~Copyable {
  /// The maximum nesting of lists and dictionaries.
  static let depthLimit = 256
  /// The maximum number of nodes in the file.
  static let nodeLimit = 1_000_000
  /// The maximum size that aliases may repeat, counted in nodes plus units of 16 string bytes.
  static let aliasLimit = 1_000_000

  /// A value and the sizes required to enforce the limits.
  struct Node {
    /// The value of the node.
    var value: ConfigValue
    /// The size that an alias for the node repeats, in ``aliasLimit`` units.
    var weight = 1
    /// The nesting of lists and dictionaries in the node, or 0 for a scalar.
    var depth = 0
  }

  /// The path for diagnostics.
  let file: String
  /// The parser of events.
  private var parser: YAMLParser
  /// Builds dictionaries and collects duplicate keys.
  private var entries = UniqueEntries()
  /// The problems found so far, except duplicate keys.
  var problems: [Diagnostic] = []
  /// The path of the node that is being read.
  var path = ConfigKeyPath()
  /// The nodes by anchor, or `nil` for an anchor whose node is still being read.
  private var anchors: [ExactKey: Node?] = [:]
  /// The number of nodes so far, without repetitions by aliases.
  private var nodeCount = 0
  /// The size that aliases have repeated so far.
  private var aliasWeight = 0
  /// The current nesting of lists and dictionaries.
  private var depth = 0

  /// Reads a file.
  ///
  /// - Throws: The first syntax error or exceeded limit.
  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic)
    -> ConfigFormat.DecodingResult
  {
    var reader = try YAMLConfig(bytes, file: file)
    let value = try reader.document()
    return ConfigFormat.DecodingResult(value, problems: reader.problems + reader.entries.problems)
  }

  /// Creates a reader.
  private init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    self.file = file
    parser = try YAMLParser(bytes, file: file)
  }

  /// Reads the document. A second document is reported and ignored.
  ///
  /// - Returns: `null` for a file that has only comments.
  private mutating func document() throws(Diagnostic) -> ConfigValue {
    let start = try parser.next()
    guard case .documentStart = start.content else {
      return ConfigValue(.null, at: location(start.extent))
    }
    let node = try node(parser.next())
    _ = try parser.next()
    let next = try parser.next()
    if case .documentStart = next.content {
      report("the file contains a second document", next, hint: "keep only one document")
    }
    return node.value
  }

  /// Reads the node that starts with an event.
  mutating func node(_ event: YAMLEvent) throws(Diagnostic) -> Node {
    if case .alias(let name) = event.content { return try alias(name, event) }
    nodeCount += 1
    if nodeCount > Self.nodeLimit {
      throw exceededLimit(
        "size-limit", "the file contains more than \(Self.nodeLimit) values", event,
        hint: "remove values that the app does not use")
    }
    let anchor = event.anchor.map { ExactKey($0) }
    // The anchor is defined before its node is complete so that an alias inside the node is
    // detected.
    if let anchor { anchors[anchor] = .some(nil) }
    let node =
      switch event.content {
      case .mappingStart: try mapping(event)
      case .sequenceStart: try sequence(event)
      case .scalar(let text, let isPlain): scalar(text, isPlain: isPlain, event)
      default: Node(value: ConfigValue(.null, at: location(event.extent)))
      }
    if let anchor { anchors[anchor] = node }
    return node
  }

  /// Returns the node that an alias refers to, located at the alias. An unknown or recursive alias
  /// is reported and becomes `null`.
  private mutating func alias(_ name: String, _ event: YAMLEvent) throws(Diagnostic) -> Node {
    let null = Node(value: ConfigValue(.null, at: location(event.extent)))
    switch anchors[ExactKey(name)] {
    case nil:
      report(
        "the anchor '&\(name)' is not defined before this alias", event,
        hint: "correct the name, or put a string that begins with '*' in quotation marks")
      return null
    case .some(nil):
      report(
        "the alias refers to a value that contains it", event,
        hint: "replace the alias with the value")
      return null
    case .some(.some(var node)):
      // Repetition is limited because a small file could otherwise expand to any size.
      aliasWeight += node.weight
      if aliasWeight > Self.aliasLimit {
        throw exceededLimit(
          "expansion-limit", "the file's aliases expand to too much data", event,
          hint: "replace some aliases with their values, or remove them")
      }
      try checkDepth(depth + node.depth, event)
      node.value.location = location(event.extent)
      return node
    }
  }

  /// Throws if the nesting exceeds its limit.
  private func checkDepth(_ depth: Int, _ event: YAMLEvent) throws(Diagnostic) {
    if depth > Self.depthLimit {
      throw exceededLimit(
        "depth-limit", "arrays and dictionaries are nested deeper than \(Self.depthLimit) levels",
        event, hint: "reduce the nesting")
    }
  }

  /// Reads a list.
  private mutating func sequence(_ start: YAMLEvent) throws(Diagnostic) -> Node {
    checkTag(start, is: "seq", "an array")
    // The nesting is checked before the elements are read, which limits the recursion.
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
    let location = location(start, lastChild: values.last?.location, end: event)
    return Node(value: ConfigValue(.array(values), at: location), weight: weight, depth: inside + 1)
  }

  /// Reads a dictionary. The entries of a merge key are added last, because they never override
  /// other entries.
  private mutating func mapping(_ start: YAMLEvent) throws(Diagnostic) -> Node {
    checkTag(start, is: "map", "a dictionary")
    depth += 1
    try checkDepth(depth, start)
    var explicit: [ConfigDictionary.Entry] = []
    var merged: [ConfigDictionary.Entry] = []
    var mergeKey: ConfigDictionary.Entry?
    var (weight, inside) = (1, 0)
    var last: ConfigLocation?
    var event = try parser.next()
    while !event.endsCollection {
      let keyLocation = location(event.extent)
      let isMerge = event.isMergeKey
      let key = try key(event)
      path.components.append(.key(key ?? ""))
      let value = try node(parser.next())
      path.components.removeLast()
      if let key {
        let entry = ConfigDictionary.Entry(key, at: keyLocation, value.value)
        if !isMerge {
          explicit.append(entry)
        } else if let mergeKey {
          // A second merge key is reported like any other duplicate key.
          _ = entries.dictionary([mergeKey, entry], at: path)
        } else {
          mergeKey = entry
          merged = self.merged(value.value)
        }
      }
      weight += value.weight
      inside = max(inside, value.depth)
      last = value.value.location
      event = try parser.next()
    }
    depth -= 1
    // A dictionary that is merged first takes precedence over later ones.
    if !merged.isEmpty {
      var known = Set(explicit.map { ExactKey($0.key) })
      explicit += merged.filter { known.insert(ExactKey($0.key)).inserted }
    }
    let location = location(start, lastChild: last, end: event)
    return Node(
      value: ConfigValue(.dictionary(entries.dictionary(explicit, at: path)), at: location),
      weight: weight, depth: inside + 1)
  }

  /// Returns the entries that a merge key adds. Earlier entries take precedence.
  ///
  /// See https://yaml.org/type/merge.html.
  private mutating func merged(_ value: ConfigValue) -> [ConfigDictionary.Entry] {
    let values = value.array ?? [value]
    guard values.allSatisfy({ $0.kind == .dictionary }) else {
      report(
        "'<<' must be a dictionary or an array of dictionaries", at: value.location,
        hint: "use an alias such as *defaults, or put the key '<<' in quotation marks")
      return []
    }
    return values.flatMap { $0.dictionary?.entries ?? [] }
  }

  /// Returns the location of a collection. In flow style, it ends with the bracket; in block style,
  /// with the last child.
  private func location(
    _ start: YAMLEvent, lastChild: ConfigLocation?, end: YAMLEvent
  ) -> ConfigLocation {
    let first = location(start.extent)
    // The single pair in `[a: 1]` is a dictionary without its own brackets.
    let hasBracket = start.isFlow && !end.extent.bytes.isEmpty
    let last = hasBracket ? location(end.extent) : lastChild ?? first
    return ConfigLocation(
      file: file, start: start.extent.start, end: last.end ?? start.extent.end,
      bytes: first.bytes.lowerBound..<max(first.bytes.lowerBound, last.bytes.upperBound))
  }
}

extension YAMLEvent {
  /// Whether the event ends a collection.
  fileprivate var endsCollection: Bool { if case .collectionEnd = content { true } else { false } }
}
