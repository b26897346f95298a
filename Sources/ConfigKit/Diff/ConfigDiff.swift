import TremaConfigValues
import TremaSupport

/// The differences between two versions of a configuration, across all environments.
package struct ConfigDiff: Sendable {
  /// A change and the environments it applies to.
  package struct Group: Sendable {
    /// The change.
    package let change: ConfigChange
    /// The environments with the change, or empty if the compared values are not environments.
    package fileprivate(set) var environments: [String]
    /// The environments common to both versions that do not have the change.
    package fileprivate(set) var otherEnvironments: [String]
    /// The severity: a warning in production, a note otherwise.
    package fileprivate(set) var severity: Severity
  }

  /// The changes, sorted by key, then by the first environment they apply to.
  package private(set) var groups: [Group] = []
  /// The environments that exist only in the new version.
  package private(set) var addedEnvironments: [String] = []
  /// The environments that exist only in the old version.
  package private(set) var removedEnvironments: [String] = []
  /// The environments common to both versions, in the order of the new version.
  private var commonEnvironments: [String] = []
  /// The redaction applied to both versions. A secret in either of them is hidden in both.
  private let redaction: ConfigRedaction

  /// Compares two environments of one configuration, or two files.
  ///
  /// - Parameters:
  ///   - old: The old value.
  ///   - matrix: The configuration that contains both environments, or `nil` for files.
  ///   - known: Additional secrets to redact.
  ///   - problems: The problems found while reading both values. Keys with an error are omitted,
  ///     because their values are unknown.
  package init(
    from old: ConfigValue, to new: ConfigValue, of matrix: ConfigMatrix? = nil,
    hiding known: ConfigSecrets = ConfigSecrets(), problems: [Diagnostic] = []
  ) {
    var secrets = ConfigSecrets(in: [old, new], contract: matrix?.contract)
    secrets.formUnion(known)
    if let matrix { secrets.formUnion(ConfigSecrets(in: matrix)) }
    redaction = secrets.redaction
    groups = Self.changes(from: old, to: new, problems: problems).map {
      Group(change: $0, environments: [], otherEnvironments: [], severity: .note)
    }
  }

  /// Compares two versions of a configuration. Each environment is compared with the environment of
  /// the same name.
  ///
  /// - Parameters:
  ///   - old: The old version, or `nil` if there was no configuration.
  ///   - new: The new version, or `nil` if the configuration was removed.
  package init(from old: ConfigMatrix?, to new: ConfigMatrix?) {
    var secrets = ConfigSecrets()
    for matrix in [old, new].compactMap({ $0 }) { secrets.formUnion(ConfigSecrets(in: matrix)) }
    redaction = secrets.redaction
    // Equal changes in multiple environments are combined into one group.
    var indices: [ConfigChange: Int] = [:]
    for column in new?.columns ?? [] {
      guard let before = old?[column.name] else {
        addedEnvironments.append(column.name)
        continue
      }
      commonEnvironments.append(column.name)
      let isProduction = column.environment.isProduction || before.environment.isProduction
      let changes = Self.changes(
        from: before.value, to: column.value, problems: before.problems + column.problems)
      for change in changes {
        let index = indices[change] ?? groups.endIndex
        if index == groups.endIndex {
          indices[change] = index
          groups.append(
            Group(change: change, environments: [], otherEnvironments: [], severity: .note))
        }
        groups[index].environments.append(column.name)
        if isProduction { groups[index].severity = .warning }
      }
    }
    removedEnvironments = (old?.columns ?? []).map(\.name).filter { new?[$0] == nil }
    for index in groups.indices {
      groups[index].otherEnvironments = commonEnvironments.filter {
        !groups[index].environments.contains($0)
      }
    }
    groups = groups.enumerated().sorted { a, b in
      let (left, right) = (a.element.change.path, b.element.change.path)
      return left == right ? a.offset < b.offset : left.precedes(right)
    }.map(\.element)
  }

  /// Returns the changes between two values, without the changes to keys with an error.
  private static func changes(
    from old: ConfigValue, to new: ConfigValue, problems: [Diagnostic]
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

  /// Whether there are no differences.
  package var isEmpty: Bool {
    groups.isEmpty && addedEnvironments.isEmpty && removedEnvironments.isEmpty
  }

  /// The highest severity of all changes, or `nil` if there are none.
  package var severity: Severity? {
    let environments = addedEnvironments + removedEnvironments
    return (groups.map(\.severity) + environments.map { _ in .note }).max()
  }

  /// A formatter for values that shortens long strings.
  var valueFormatter: ConfigValueText { ConfigValueText(redaction, longest: 400) }

  /// Returns the old and new values of a change, each on one line.
  func valueTexts(of group: Group) -> (old: String?, new: String?) {
    let (change, values) = (group.change, valueFormatter)
    return (
      change.old.map { values.text(of: $0, at: change.path) },
      change.new.map { values.text(of: $0, at: change.path) }
    )
  }

  /// Returns the environments of a change in words: `in production, not in development, staging`,
  /// or `nil` if there are none.
  func scope(of group: Group) -> String? {
    guard !group.environments.isEmpty else { return nil }
    if group.otherEnvironments.isEmpty, commonEnvironments.count > 1 {
      return "in all environments"
    }
    let names = "in \(group.environments.joined(separator: ", "))"
    return group.otherEnvironments.isEmpty
      ? names : "\(names), not in \(group.otherEnvironments.joined(separator: ", "))"
  }

  /// A summary of the number of changes: `2 keys changed, 1 added`, or `nil` if there are none.
  var summary: String? {
    let counts = ConfigChange.Kind.allCases.map { kind in
      (kind, Set(groups.filter { $0.change.kind == kind }.map(\.change.path)).count)
    }.filter { $0.1 > 0 }
    var words = counts.map { "\($0.1) \($0.0.phrase)" }
    if let (kind, count) = counts.first { words[0] = "\(counted(count, "key")) \(kind.phrase)" }
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
  /// The kind as a phrase for the summary.
  var phrase: String { self == .kindChanged ? "changed kind" : rawValue }
}

extension ConfigKeyPath {
  /// Returns whether the path precedes another path in the order of keys and elements. A path
  /// precedes its descendants.
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
  /// The changes as findings at the locations of their new values, for outputs that show findings
  /// in files.
  package var findings: [Diagnostic] {
    let environments =
      addedEnvironments.map { ($0, "added") } + removedEnvironments.map { ($0, "removed") }
    return environments.map { name, change in
      Diagnostic(
        .note, "environment-changed", "the environment '\(name)' was \(change)", subject: name)
    } + groups.map(finding)
  }

  /// Returns a change as a finding. The subject includes the environments, because a key can have
  /// more than one change.
  private func finding(_ group: Group) -> Diagnostic {
    let change = group.change
    let (old, new) = valueTexts(of: group)
    let scope = scope(of: group).map { " \($0)" } ?? ""
    let phrase =
      switch change.kind {
      case .added: "was added\(scope): \(new ?? "")"
      case .removed: "was removed\(scope) (was \(old ?? ""))"
      case .changed, .kindChanged: "changed\(scope): from \(old ?? "") to \(new ?? "")"
      }
    var diagnostic = Diagnostic(
      group.severity, "configuration-changed", "'\(change.path)' \(phrase)", at: change.location,
      subject: ([change.path.description] + group.environments).joined(separator: " "))
    diagnostic.key = change.path.description
    return diagnostic
  }
}
