import TremaJSON
import TremaSecrets
import TremaSupport

/// The rules of a schema for one value: its kinds, whether it may be missing, and how layers are
/// merged.
///
/// A contract is an index into a table of all values of the schema, so a recursive schema is not an
/// infinite tree.
package struct ConfigContract: Sendable {
  /// The rules for one value. The default values apply where the schema has no rule.
  package struct Node: Sendable {
    /// The key's description.
    package var summary: String?
    /// The allowed kinds, or `nil` if any kind is allowed.
    package var kinds: Set<ConfigKind>?
    /// The meaning of a string, in addition to its kind.
    package var meaning: Meaning?
    /// Whether the value is a URL only because of its `format`, which does not restrict the scheme.
    package var allowsAnyScheme = false
    /// The allowed values, or `nil` if there is no such restriction.
    package var choices: [ConfigValue]?
    /// The default value in the schema, used for documentation.
    package var defaultValue: ConfigValue?
    /// The minimum length of a string, in characters.
    package var minLength: Int?
    /// The keys that every environment must have, in schema order.
    package var required: [String] = []
    /// The declared keys and the indices of their rules, in schema order.
    package var properties: [(key: String, node: Int)] = []
    /// Whether undeclared keys are allowed.
    package var allowsAdditionalKeys = true
    /// The index of the rules for undeclared keys.
    package var additional: Int?
    /// The index of the rules for array elements.
    package var items: Int?
    /// The values of keywords that are not part of JSON Schema.
    package var marks = Marks()
    /// The schema's constraints that apply to every value of the key.
    package var rules: [ConfigRule] = []
    /// Unknown keywords that start with `x-`, unchanged.
    package var extensions: [(name: String, value: JSONValue)] = []
    /// The location of the rules in the schema.
    package var location: SourceLocation?

    /// Creates rules that allow everything.
    package init() {}
  }

  /// The meaning of a string, or data in a property list, as specified by `x-type` or, for a URL,
  /// by `"format": "uri"`.
  package enum Meaning: String, CaseIterable, Hashable, Sendable {
    case date, data, url
    /// A string such as `1h30m` or `PT30S`.
    case duration
    /// A string such as `10MB`, or a whole number of bytes.
    case size

    /// The meaning with its article, for messages: `a URL`.
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

  /// The values of Trema's own keywords.
  package struct Marks: Hashable, Sendable {
    /// `x-secret`: the value is never printed and must not be shipped.
    package var isSecret = false
    /// `x-perEnvironment`: every environment sets the value itself.
    package var isPerEnvironment = false
    /// `x-distinct`: no other environment has the same value as production.
    package var isDistinct = false
    /// `x-overridable`: local files, variables and options may set the value.
    package var isOverridable = false
    /// `x-requiredIn`: the names of the environments that must have the value.
    package var requiredIn: [String] = []
    /// `x-merge`: the rule for merging arrays.
    package var arrayRule = ArrayRule.replace
    /// `x-deprecated`, or JSON Schema's `deprecated`.
    package var deprecation: Deprecation?
    /// `x-ignore`: the suppressed findings, in schema order.
    package var suppressions: [Suppression] = []

    /// Creates the marks of a schema without Trema's own keywords.
    package init() {}
  }

  /// The suppression of all findings with a code at a key.
  package struct Suppression: Hashable, Sendable {
    /// The code of the findings.
    package var code: String
    /// The reason for the suppression.
    package var reason: String
    /// The location of the code in the schema.
    package var location: SourceLocation?

    /// Creates a suppression.
    package init(_ code: String, reason: String, at location: SourceLocation? = nil) {
      self.code = code
      self.reason = reason
      self.location = location
    }
  }

  /// The deprecation of a key. All details are optional.
  package struct Deprecation: Hashable, Sendable {
    /// The version in which the key was deprecated, the key that replaces it, and the date or
    /// version when it will be removed.
    package var since, replacement, removeBy: String?

    /// Creates a deprecation.
    package init(since: String? = nil, replacement: String? = nil, removeBy: String? = nil) {
      self.since = since
      self.replacement = replacement
      self.removeBy = removeBy
    }
  }

  /// The rule for merging an array with the lower array: `x-merge`.
  package enum ArrayRule: Hashable, Sendable {
    /// The upper array replaces the lower one.
    case replace
    /// The upper array is appended to the lower one.
    case append
    /// The elements that only the upper array contains are appended to the lower one.
    case union
    /// Dictionaries with the same value for a key are merged, and all others are appended.
    case mergeBy(String)
  }

  /// The rules for all values, shared by all contracts of a schema.
  private final class Table: Sendable {
    /// The rules, by index.
    let nodes: [Node]
    /// Each node's properties, sorted by the UTF-8 bytes of their keys to allow a binary search.
    let sortedProperties: [[(key: String, node: Int)]]

    /// Creates a table and sorts its properties.
    init(_ nodes: [Node]) {
      self.nodes = nodes
      sortedProperties = nodes.map { node in
        node.properties.sorted { ConfigDictionary.precedes($0.key, $1.key) }
      }
    }
  }

  private let table: Table
  private let index: Int

  /// Creates the contract of the root.
  ///
  /// - Parameter nodes: The rules, by index. The first one is the root.
  package init(_ nodes: [Node]) {
    table = Table(nodes.isEmpty ? [Node()] : nodes)
    index = 0
  }

  /// Creates the contract at an index.
  private init(_ table: Table, at index: Int) {
    self.table = table
    self.index = index
  }

  /// The value's rules.
  package var node: Node { table.nodes[index] }

  /// The index of ``node`` in the table. Keys that use the same definition in the schema have the
  /// same index.
  package var nodeIndex: Int { index }

  /// The schema's rules for all values, without duplicates.
  package var nodes: [Node] { table.nodes }

  /// The contract of a key, which is either declared or matched by `additionalProperties`, or `nil`
  /// if the schema has no rule for it.
  package subscript(key: String) -> ConfigContract? {
    (propertyIndex(key) ?? table.nodes[index].additional).flatMap(contract)
  }

  /// Returns whether the key is in ``Node/properties``.
  package func declares(_ key: String) -> Bool { propertyIndex(key) != nil }

  /// Returns the index of the rules for a declared key, found by binary search.
  private func propertyIndex(_ key: String) -> Int? {
    let sorted = table.sortedProperties[index]
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

  /// The schema's strings that may be shown: the names of all keys, and the choices for keys that
  /// neither their mark nor their name makes secret.
  package var publicTexts: Set<String> {
    let nodes = table.nodes
    let secrets = secretKeys
    var words: Set<String> = []
    for node in nodes {
      for (key, index) in node.properties {
        words.insert(key)
        guard nodes.indices.contains(index), !secrets.contains(key), !SecretName.isSecret(key)
        else {
          continue
        }
        words.formUnion((nodes[index].choices ?? []).compactMap(\.string))
      }
    }
    return words
  }

  /// The names of all keys, at any depth, that are marked with `x-secret` or inside a marked value.
  package var secretKeys: Set<String> {
    let nodes = table.nodes
    var marked = nodes.indices.filter { nodes[$0].marks.isSecret }
    var seen = Set(marked)
    var keys = Set<String>()
    for node in nodes {
      keys.formUnion(node.properties.filter { seen.contains($0.node) }.map(\.key))
    }
    // The search follows the marked nodes to everything in them. Each node is visited once, because
    // a schema may refer to itself.
    while let index = marked.popLast() {
      let node = nodes[index]
      keys.formUnion(node.properties.map(\.key))
      let nested = node.properties.map(\.node) + [node.additional, node.items].compactMap { $0 }
      for index in nested where nodes.indices.contains(index) && seen.insert(index).inserted {
        marked.append(index)
      }
    }
    return keys
  }

  /// The contract of array elements, or `nil` if the schema has no rule for them.
  package var items: ConfigContract? { node.items.flatMap(contract) }

  /// Returns the contract at an index, or `nil` if the index is outside the table.
  private func contract(_ index: Int) -> ConfigContract? {
    table.nodes.indices.contains(index) ? ConfigContract(table, at: index) : nil
  }

  /// The contract of a path relative to this value, or `nil` if the schema has no rule for it.
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
