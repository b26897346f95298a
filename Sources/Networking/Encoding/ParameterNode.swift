/// A value as its `encode(to:)` has told it, before names are made.
indirect enum ParameterNode {
  case null
  case text(String)
  case list([ParameterNode])
  case named([(name: String, value: ParameterNode)])
}

/// One place that a value writes itself to: first empty, then one kind of container or one text.
///
/// Containers of one place write into the same content, as `Encoder` wants it.
final class ParameterPlace {
  private enum Content {
    case empty
    case single(ParameterNode)
    case list([ParameterPlace])
    case named([(name: String, place: ParameterPlace)])
  }

  private var content = Content.empty
  private var indexes: [[UInt8]: Int] = [:]
  var disorder = Disorder.none
  /// Whether names are data, which no rule changes.
  var keepsNames = false

  enum Disorder {
    case none
    /// A set.
    case elements
    /// A dictionary: names, or keys and values in turn where the keys are no texts.
    case entries
  }

  func set(_ node: ParameterNode) { content = .single(node) }

  func becomeList() { if case .empty = content { content = .list([]) } }
  func becomeNamed() { if case .empty = content { content = .named([]) } }

  var count: Int { if case .list(let places) = content { places.count } else { 0 } }

  func append() -> ParameterPlace {
    let place = ParameterPlace()
    guard case .list(var places) = content else { return place }
    content = .empty
    places.append(place)
    content = .list(places)
    return place
  }

  /// The place of a name; a name that is encoded twice has its last value, at its first place.
  func place(of name: String) -> ParameterPlace {
    let place = ParameterPlace()
    guard case .named(var places) = content else { return place }
    content = .empty
    // Byte for byte: accents that are composed differently are two names.
    let key = Array(name.utf8)
    if let index = indexes[key] {
      places[index].place = place
    } else {
      indexes[key] = places.count
      places.append((name, place))
    }
    content = .named(places)
    return place
  }

  /// - Parameter sorted: whether all names are sorted, and not only those without an order.
  func node(sorted: Bool) -> ParameterNode {
    switch content {
    case .empty: .named([])
    case .single(let node): node
    case .list(let places):
      switch disorder {
      case .none: .list(places.map { $0.node(sorted: sorted) })
      case .elements: Self.sortedElements(places.map { $0.node(sorted: sorted) })
      case .entries: Self.entries(places.map { $0.node(sorted: sorted) })
      }
    case .named(let places):
      sorted || disorder == .entries
        ? Self.sortedNames(places.map { ($0.name, $0.place.node(sorted: sorted)) })
        : .named(places.map { ($0.name, $0.place.node(sorted: sorted)) })
    }
  }

  private static func sortedNames(
    _ pairs: [(name: String, value: ParameterNode)]
  ) -> ParameterNode {
    .named(pairs.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  private static func sortedElements(_ nodes: [ParameterNode]) -> ParameterNode {
    let keyed = nodes.map { (key: $0.sortKey, node: $0) }
    return .list(
      keyed.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.node))
  }

  /// Keys and values in turn become names where all keys are single values; else they stay a list.
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
  /// The same text for the same value.
  fileprivate var sortKey: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .list(let nodes): nodes.map { "[\($0.sortKey)]" }.joined()
    case .named(let pairs): pairs.map { "[\($0.name)=\($0.value.sortKey)]" }.joined()
    }
  }
}
