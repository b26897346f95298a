/// An encoded value before the naming rules are applied.
indirect enum ParameterNode {
  /// A value that is `nil`.
  case null
  /// A single value.
  case text(String)
  /// An array.
  case list([ParameterNode])
  /// Named values, in order.
  case named([(name: String, value: ParameterNode)])
}

/// A node of the tree during encoding. It is initially empty, and then contains a single value or
/// one kind of container.
///
/// All containers of one node share its content, as `Encoder` requires.
final class ParameterNodeBuilder {
  private enum Content {
    case empty
    case single(ParameterNode)
    case list([ParameterNodeBuilder])
    case named([(name: String, builder: ParameterNodeBuilder)])
  }

  private var content = Content.empty
  /// The indexes of named values, sorted by the UTF-8 bytes of the names.
  private var indexes: [[UInt8]: Int] = [:]
  /// The kind of unordered values that the node contains.
  var disorder = Disorder.none
  /// Whether the names are data and not changed by the rules.
  var keepsNames = false

  /// A kind of unordered values.
  enum Disorder {
    case none
    /// The elements of a set.
    case elements
    /// The entries of a dictionary: named values, or alternating keys and values if the keys are
    /// not strings.
    case entries
  }

  /// Sets a single value.
  func set(_ node: ParameterNode) { content = .single(node) }

  /// Turns an empty node into an array.
  func becomeList() { if case .empty = content { content = .list([]) } }
  /// Turns an empty node into a container of named values.
  func becomeNamed() { if case .empty = content { content = .named([]) } }

  /// The number of elements in an array.
  var count: Int { if case .list(let builders) = content { builders.count } else { 0 } }

  /// Appends an element to an array and returns its node.
  func append() -> ParameterNodeBuilder {
    let builder = ParameterNodeBuilder()
    guard case .list(var builders) = content else { return builder }
    // The node must not hold a second reference to the array; otherwise appending would copy it.
    content = .empty
    builders.append(builder)
    content = .list(builders)
    return builder
  }

  /// Returns the node for a name. If a name is encoded twice, its last value is kept at the
  /// position of the first one.
  func builder(of name: String) -> ParameterNodeBuilder {
    let builder = ParameterNodeBuilder()
    guard case .named(var entries) = content else { return builder }
    content = .empty
    // Names are compared bytewise, so strings with differently composed accents are different
    // names.
    let key = Array(name.utf8)
    if let index = indexes[key] {
      entries[index].builder = builder
    } else {
      indexes[key] = entries.count
      entries.append((name, builder))
    }
    content = .named(entries)
    return builder
  }

  /// Returns the finished tree.
  ///
  /// - Parameter sorted: Whether to sort all named values; otherwise only unordered ones are
  ///   sorted.
  func node(sorted: Bool) -> ParameterNode {
    switch content {
    case .empty: .named([])
    case .single(let node): node
    case .list(let builders):
      switch disorder {
      case .none: .list(builders.map { $0.node(sorted: sorted) })
      case .elements: Self.sortedElements(builders.map { $0.node(sorted: sorted) })
      case .entries: Self.entries(builders.map { $0.node(sorted: sorted) })
      }
    case .named(let entries):
      sorted || disorder == .entries
        ? Self.sortedNames(entries.map { ($0.name, $0.builder.node(sorted: sorted)) })
        : .named(entries.map { ($0.name, $0.builder.node(sorted: sorted)) })
    }
  }

  /// Returns named values sorted by the UTF-8 bytes of their names.
  private static func sortedNames(
    _ pairs: [(name: String, value: ParameterNode)]
  ) -> ParameterNode {
    .named(pairs.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  /// Returns the elements of a set in an order that depends only on the values.
  private static func sortedElements(_ nodes: [ParameterNode]) -> ParameterNode {
    let keyed = nodes.map { (key: $0.sortKey, node: $0) }
    return .list(
      keyed.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.node))
  }

  /// Returns the entries of a dictionary that is encoded as alternating keys and values. They
  /// become named values if all keys are single values; otherwise they remain an array.
  private static func entries(_ nodes: [ParameterNode]) -> ParameterNode {
    var pairs: [(name: String, value: ParameterNode)] = []
    for index in stride(from: 0, to: nodes.count - 1, by: 2) {
      guard case .text(let name) = nodes[index] else { return .list(nodes) }
      pairs.append((name, nodes[index + 1]))
    }
    return sortedNames(pairs)
  }
}

extension ParameterNode {
  /// A string that is the same for equal values.
  fileprivate var sortKey: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .list(let nodes): nodes.map { "[\($0.sortKey)]" }.joined()
    case .named(let pairs): pairs.map { "[\($0.name)=\($0.value.sortKey)]" }.joined()
    }
  }
}
