extension ParameterNode {
  /// Returns the names and values of the tree, in order.
  ///
  /// - Throws: ``ParameterError`` for a value without a name.
  func items(_ rules: ParameterRules) throws(ParameterError) -> [QueryItem] {
    guard case .named(let pairs) = self else {
      if case .null = self { return [] }
      throw ParameterError(.missingName)
    }
    var items: [QueryItem] = []
    for (name, value) in pairs { try value.write(name, [name], rules, to: &items) }
    return items
  }

  /// Appends the items of a node.
  ///
  /// - Parameters:
  ///   - name: The name of the node according to the rules.
  ///   - path: The names that lead to the node, for errors.
  private func write(
    _ name: String, _ path: [String], _ rules: ParameterRules, to items: inout [QueryItem]
  ) throws(ParameterError) {
    switch self {
    case .text(let text): items.append(QueryItem(name, text))
    case .null: if let item = rules.nils.item(name) { items.append(item) }
    case .named(let pairs):
      for (inner, value) in pairs {
        try value.write(rules.nesting.name(name, inner), path + [inner], rules, to: &items)
      }
    case .list(let elements):
      if case .joined(let separator) = rules.arrays {
        let texts = try Self.texts(of: elements, path, rules)
        if !texts.isEmpty { items.append(QueryItem(name, joining: texts, by: separator)) }
        return
      }
      for (index, value) in elements.enumerated() {
        let inner = rules.arrays.name(name, index)
        try value.write(inner, path + [String(index)], rules, to: &items)
      }
    }
  }

  /// Returns the strings for the elements of a joined array.
  private static func texts(
    of elements: [ParameterNode], _ path: [String], _ rules: ParameterRules
  ) throws(ParameterError) -> [String] {
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .text(let text): texts.append(text)
      case .null:
        switch rules.nils {
        case .dropped: break
        case .empty, .bare: texts.append("")
        case .word(let word): texts.append(word)
        }
      case .list, .named: throw ParameterError(.nestedInJoined, at: path + [String(index)])
      }
    }
    return texts
  }
}

extension ParameterRules.Nils {
  /// Returns the item for a `nil` value, or `nil` if it is dropped.
  fileprivate func item(_ name: String) -> QueryItem? {
    switch self {
    case .dropped: nil
    case .empty: QueryItem(name, "")
    case .bare: QueryItem(name, nil)
    case .word(let word): QueryItem(name, word)
    }
  }
}

extension ParameterRules.Nesting {
  /// Returns a nested value's name.
  fileprivate func name(_ outer: String, _ inner: String) -> String {
    switch self {
    case .brackets: "\(outer)[\(inner)]"
    case .dots: "\(outer).\(inner)"
    case .custom(let name): name(outer, inner)
    }
  }
}

extension ParameterRules.Arrays {
  /// Returns the name of an array's element.
  fileprivate func name(_ array: String, _ index: Int) -> String {
    switch self {
    case .repeated, .joined: array
    case .brackets: "\(array)[]"
    case .indexed: "\(array)[\(index)]"
    case .custom(let name): name(array, index)
    }
  }
}
