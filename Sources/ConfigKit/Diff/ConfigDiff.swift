import TremaConfigValues
import TremaSupport

/// The differences between two states of a configuration, in all environments.
package struct ConfigDiff: Sendable {
  /// A change that is the same in some environments.
  package struct Group: Sendable {
    package let change: ConfigChange
    /// The environments of the change, and those without it; both empty where two values are
    /// compared that are no environments.
    package fileprivate(set) var environments: [String]
    package fileprivate(set) var others: [String]
    /// A change of production is a warning.
    package fileprivate(set) var severity: Severity
  }

  /// The groups by key, then by the first of the environments.
  package private(set) var groups: [Group] = []
  package private(set) var addedEnvironments: [String] = []
  package private(set) var removedEnvironments: [String] = []
  /// The environments that both states have.
  private var shared: [String] = []
  /// The redaction of both states: a secret in one is hidden in the other, too.
  private let redaction: ConfigRedaction

  /// Two environments of one configuration, or two files.
  ///
  /// - Parameters:
  ///   - matrix: the configuration that has both; nil for files.
  ///   - known: secrets that are known beside those of the two.
  ///   - problems: keys with an error among them are left out, because their values are unknown.
  package init(
    from old: ConfigValue, to new: ConfigValue, of matrix: ConfigMatrix? = nil,
    hiding known: ConfigSecrets = ConfigSecrets(), knowing problems: [Diagnostic] = []
  ) {
    var secrets = ConfigSecrets(in: [old, new], contract: matrix?.contract)
    secrets.formUnion(known)
    if let matrix { secrets.formUnion(ConfigSecrets(in: matrix)) }
    redaction = secrets.redaction
    groups = Self.changes(from: old, to: new, knowing: problems).map {
      Group(change: $0, environments: [], others: [], severity: .note)
    }
  }

  /// Two states of a configuration, each environment with itself.
  ///
  /// - Parameters:
  ///   - old: nil when there was no configuration.
  ///   - new: nil when there is none any more.
  package init(from old: ConfigMatrix?, to new: ConfigMatrix?) {
    var secrets = ConfigSecrets()
    for matrix in [old, new].compactMap({ $0 }) { secrets.formUnion(ConfigSecrets(in: matrix)) }
    redaction = secrets.redaction
    var indices: [ConfigChange: Int] = [:]
    for column in new?.columns ?? [] {
      guard let before = old?[column.name] else {
        addedEnvironments.append(column.name)
        continue
      }
      shared.append(column.name)
      let isProduction = column.environment.isProduction || before.environment.isProduction
      let changes = Self.changes(
        from: before.value, to: column.value, knowing: before.problems + column.problems)
      for change in changes {
        let index = indices[change] ?? groups.endIndex
        if index == groups.endIndex {
          indices[change] = index
          groups.append(Group(change: change, environments: [], others: [], severity: .note))
        }
        groups[index].environments.append(column.name)
        if isProduction { groups[index].severity = .warning }
      }
    }
    removedEnvironments = (old?.columns ?? []).map(\.name).filter { new?[$0] == nil }
    for index in groups.indices {
      groups[index].others = shared.filter { !groups[index].environments.contains($0) }
    }
    groups = groups.enumerated().sorted { a, b in
      let (left, right) = (a.element.change.path, b.element.change.path)
      return left == right ? a.offset < b.offset : left.precedes(right)
    }.map(\.element)
  }

  private static func changes(
    from old: ConfigValue, to new: ConfigValue, knowing problems: [Diagnostic]
  ) -> [ConfigChange] {
    let unknown = Set(problems.filter { $0.severity == .error }.compactMap(\.key))
    let changes = ConfigChange.all(from: old, to: new)
    if unknown.isEmpty { return changes }
    return changes.filter { change in
      !change.path.components.indices.contains { index in
        unknown.contains(ConfigKeyPath(Array(change.path.components[...index])).description)
      }
    }
  }

  package var isEmpty: Bool {
    groups.isEmpty && addedEnvironments.isEmpty && removedEnvironments.isEmpty
  }

  /// The worst of all changes; nil when there is none.
  package var severity: Severity? {
    let environments = addedEnvironments + removedEnvironments
    return (groups.map(\.severity) + environments.map { _ in .note }).max()
  }

  var values: ConfigValueText { ConfigValueText(redaction, longest: 400) }

  /// The two values of a change, in one line each.
  func words(of group: Group) -> (old: String?, new: String?) {
    let (change, values) = (group.change, values)
    return (
      change.old.map { values.text(of: $0, at: change.path) },
      change.new.map { values.text(of: $0, at: change.path) }
    )
  }

  /// `in production, not in development, staging`; nil where there are no environments.
  func scope(of group: Group) -> String? {
    guard !group.environments.isEmpty else { return nil }
    if group.others.isEmpty, shared.count > 1 { return "in all environments" }
    let names = "in \(group.environments.joined(separator: ", "))"
    return group.others.isEmpty
      ? names : "\(names), not in \(group.others.joined(separator: ", "))"
  }

  /// `2 keys changed, 1 added`; nil when nothing differs.
  var summary: String? {
    let counts = ConfigChange.Kind.allCases.map { kind in
      (kind, Set(groups.filter { $0.change.kind == kind }.map(\.change.path)).count)
    }.filter { $0.1 > 0 }
    var words = counts.map { "\($0.1) \($0.0.words)" }
    if let (kind, count) = counts.first { words[0] = "\(counted(count, "key")) \(kind.words)" }
    if !addedEnvironments.isEmpty {
      words.append("\(counted(addedEnvironments.count, "environment")) added")
    }
    if !removedEnvironments.isEmpty {
      words.append("\(counted(removedEnvironments.count, "environment")) removed")
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension ConfigChange.Kind {
  var words: String { self == .kindChanged ? "of another kind" : rawValue }
}

extension ConfigKeyPath {
  /// The order of the keys, and of the elements of arrays.
  func precedes(_ other: ConfigKeyPath) -> Bool {
    for (a, b) in zip(components, other.components) where a != b {
      switch (a, b) {
      case (.key(let a), .key(let b)): return ConfigDictionary.precedes(a, b)
      case (.index(let a), .index(let b)): return a < b
      case (.key, .index): return true
      case (.index, .key): return false
      }
    }
    return components.count < other.components.count
  }
}

extension ConfigDiff {
  /// Each change as a finding at the place of its new value, for reports that show it there.
  package var findings: [Diagnostic] {
    let environments =
      addedEnvironments.map { ($0, "new") } + removedEnvironments.map { ($0, "gone") }
    return environments.map { name, what in
      Diagnostic(
        .note, "environment-changed", "the environment '\(name)' is \(what)", subject: name)
    } + groups.map(finding)
  }

  private func finding(_ group: Group) -> Diagnostic {
    let change = group.change
    let (old, new) = words(of: group)
    let scope = scope(of: group).map { " \($0)" } ?? ""
    let what =
      switch change.kind {
      case .added: "is new\(scope): \(new ?? "")"
      case .removed: "is gone\(scope): it was \(old ?? "")"
      case .changed, .kindChanged: "changed\(scope): from \(old ?? "") to \(new ?? "")"
      }
    var diagnostic = Diagnostic(
      group.severity, "configuration-changed", "'\(change.path)' \(what)", at: change.location,
      subject: ([change.path.description] + group.environments).joined(separator: " "))
    diagnostic.key = change.path.description
    return diagnostic
  }
}
