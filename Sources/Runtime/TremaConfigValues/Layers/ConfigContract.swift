import TremaJSON
import TremaSecrets
import TremaSupport

/// The statements of a schema about each key: its kind, whether it may be missing, and how layers are
/// merged in it. A contract is a place in a table of all keys, so that a schema that refers to itself
/// does not become an endless tree.
package struct ConfigContract: Sendable {
  /// The statements about one value. The defaults apply where a schema has none.
  package struct Node: Sendable {
    package var summary: String?
    /// Nil when any kind will do.
    package var kinds: Set<ConfigKind>?
    package var meaning: Meaning?
    /// Whether it is a URL by its `format` alone, which says nothing of schemes.
    package var allowsAnyScheme = false
    /// The only values that there are.
    package var choices: [ConfigValue]?
    package var defaultValue: ConfigValue?
    /// How many characters a string has at least, where the schema says so.
    package var leastLength: Int?
    /// Which keys every environment has, in the order of the schema.
    package var required: [String] = []
    /// The places of the keys in the table.
    package var properties: [(key: String, node: Int)] = []
    /// Whether other keys than those may be in it.
    package var isOpen = true
    /// The place of what keys beyond ``properties`` hold, where the schema says so.
    package var additional: Int?
    /// The place of what an array holds.
    package var items: Int?
    package var marks = Marks()
    /// The rules of the schema that hold for every value of the key.
    package var rules: [ConfigRule] = []
    /// Keywords that begin with `x-` and are not of ours, as they are.
    package var extensions: [(name: String, value: JSONValue)] = []
    /// The place of the rule in the schema.
    package var location: SourceLocation?

    package init() {}
  }

  /// The meaning of a string, or of the binary part of a property list: `x-type`, and for a URL
  /// `"format": "uri"`, too.
  package enum Meaning: String, CaseIterable, Hashable, Sendable {
    case date, data, url
    /// A text such as `1h30m` or `PT30S`.
    case duration
    /// A text such as `10MB`, or a whole number of bytes.
    case size

    /// For a message: `a URL`.
    package var title: String {
      switch self {
      case .date: "a date"
      case .data: "data"
      case .url: "a URL"
      case .duration: "a duration"
      case .size: "a size"
      }
    }
  }

  /// The values of trema's own keywords.
  package struct Marks: Hashable, Sendable {
    /// `x-secret`: the value is never printed, and may not be shipped.
    package var isSecret = false
    /// `x-perEnvironment`: every environment has a value of its own.
    package var isPerEnvironment = false
    /// `x-distinct`: what production has, no other environment has.
    package var isDistinct = false
    /// `x-overridable`: local files, variables and options may set it.
    package var isOverridable = false
    /// `x-requiredIn`: the environments that must have it.
    package var requiredIn: [String] = []
    /// `x-merge`.
    package var arrays = ArrayRule.replace
    /// `x-deprecated`, and JSON Schema's `deprecated`.
    package var deprecation: Deprecation?
    /// `x-ignore`, in the order of the schema.
    package var ignored: [Excuse] = []

    package init() {}
  }

  /// The findings of one code, which a key is excused from.
  package struct Excuse: Hashable, Sendable {
    package var code: String
    package var reason: String
    /// The place at which the schema names the code.
    package var location: SourceLocation?

    package init(_ code: String, reason: String, at location: SourceLocation? = nil) {
      self.code = code
      self.reason = reason
      self.location = location
    }
  }

  package struct Deprecation: Hashable, Sendable {
    /// The version, the key to use instead, and the day or version by which it is to be gone.
    package var since, replacement, removeBy: String?

    package init(since: String? = nil, replacement: String? = nil, removeBy: String? = nil) {
      self.since = since
      self.replacement = replacement
      self.removeBy = removeBy
    }
  }

  /// The way an array is merged with the array of a lower layer: `x-merge`.
  package enum ArrayRule: Hashable, Sendable {
    case replace
    /// The lower one, then the upper one.
    case append
    /// The lower one, then what only the upper one has.
    case union
    /// Dictionaries with the same value of a key are merged, the others are appended.
    case mergeBy(String)
  }

  /// One for all places in it: contracts are handed from key to key.
  private final class Table: Sendable {
    let nodes: [Node]
    /// The properties of each node, sorted by the bytes of their keys.
    let sorted: [[(key: String, node: Int)]]

    init(_ nodes: [Node]) {
      self.nodes = nodes
      sorted = nodes.map { node in
        node.properties.sorted { ConfigDictionary.precedes($0.key, $1.key) }
      }
    }
  }

  private let table: Table
  private let index: Int

  /// - Parameter nodes: the first one is the root.
  package init(_ nodes: [Node]) {
    table = Table(nodes.isEmpty ? [Node()] : nodes)
    index = 0
  }

  private init(_ table: Table, at index: Int) {
    self.table = table
    self.index = index
  }

  package var node: Node { table.nodes[index] }

  /// The place of ``node`` in the table: a schema may say one thing of several keys.
  package var place: Int { index }

  /// Everything that the schema says, each once.
  package var nodes: [Node] { table.nodes }

  /// The contract of a key, which is named or falls under `additionalProperties`.
  package subscript(key: String) -> ConfigContract? {
    (property(key) ?? table.nodes[index].additional).flatMap(at)
  }

  /// Whether it is among ``Node/properties``.
  package func declares(_ key: String) -> Bool { property(key) != nil }

  private func property(_ key: String) -> Int? {
    let sorted = table.sorted[index]
    var range = sorted.indices
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      switch ConfigDictionary.order(key, sorted[middle].key) {
      case 0: return sorted[middle].node
      case ..<0: range = range.lowerBound..<middle
      default: range = middle + 1..<range.upperBound
      }
    }
    return nil
  }

  /// The names of all keys, and the choices of those that are no secrets by mark or name.
  package var openWords: Set<String> {
    let nodes = table.nodes
    let secrets = secretKeys
    var words: Set<String> = []
    for node in nodes {
      for (key, place) in node.properties {
        words.insert(key)
        guard nodes.indices.contains(place), !secrets.contains(key), !SecretName.isSecret(key)
        else {
          continue
        }
        words.formUnion((nodes[place].choices ?? []).compactMap(\.string))
      }
    }
    return words
  }

  /// The names of all keys that are marked with `x-secret`, and of those in what is marked, wherever
  /// they are.
  package var secretKeys: Set<String> {
    let nodes = table.nodes
    var marked = nodes.indices.filter { nodes[$0].marks.isSecret }
    var known = Set(marked)
    var keys = Set<String>()
    for node in nodes {
      keys.formUnion(node.properties.filter { known.contains($0.node) }.map(\.key))
    }
    while let index = marked.popLast() {
      let node = nodes[index]
      keys.formUnion(node.properties.map(\.key))
      let inside = node.properties.map(\.node) + [node.additional, node.items].compactMap { $0 }
      for index in inside where nodes.indices.contains(index) && known.insert(index).inserted {
        marked.append(index)
      }
    }
    return keys
  }

  package var items: ConfigContract? { node.items.flatMap(at) }

  private func at(_ index: Int) -> ConfigContract? {
    table.nodes.indices.contains(index) ? ConfigContract(table, at: index) : nil
  }

  /// The contract of a value; `nil` where the schema has no such path.
  package subscript(path: ConfigKeyPath) -> ConfigContract? {
    var contract: ConfigContract? = self
    for component in path.components {
      switch component {
      case .key(let key): contract = contract?[key]
      case .index: contract = contract?.items
      }
    }
    return contract
  }
}
