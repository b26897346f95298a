import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Reports keys that an environment must have but does not.
enum MissingKeyCheck {
  /// The rule of the check.
  static let rule = Rule(
    .error, "missing-key", "A key that the schema requires is missing in an environment.",
    why:
      "The app would not find the key in that environment. The finding lists all environments "
      + "without the key and the files that were searched, and is located at the end of the "
      + "dictionary that should contain the key. `x-requiredIn` requires a key only in some "
      + "environments. A key with both `x-secret` and `x-overridable` is set from outside, and is "
      + "not reported.",
    example: """
      "required": ["host"]                          Configuration.schema.json
      <key>api</key><dict></dict>                   Configuration.plist
      """,
    fix: "Set it in the base, or in the file of each listed environment.")

  /// A missing key and the columns that do not have it.
  private struct Gap {
    /// The path of the missing key.
    let path: ConfigKeyPath
    /// The location of the schema rule that requires the key.
    let rule: SourceLocation?
    /// The indices of the columns.
    var columns: [Int]
  }

  /// Checks all environments.
  ///
  /// - Parameter violations: The schema violations for missing keys, which may depend on other
  ///   values.
  static func check(
    _ matrix: ConfigMatrix,
    _ violations: [(violation: SchemaViolation, columns: [Int])],
    into findings: inout ConfigFindings
  ) {
    guard let contract = matrix.contract else { return }
    // A key that is missing in multiple environments is reported once, at the position of the first
    // one.
    var gaps: [Gap] = []
    var indices: [ConfigKeyPath: Int] = [:]
    /// Adds a column to the gap of a key.
    func add(_ path: ConfigKeyPath, _ rule: SourceLocation?, _ column: Int) {
      guard let index = indices[path] else {
        indices[path] = gaps.count
        gaps.append(Gap(path: path, rule: rule, columns: [column]))
        return
      }
      if !gaps[index].columns.contains(column) { gaps[index].columns.append(column) }
    }
    for (number, column) in matrix.columns.enumerated() {
      for (violation, columns) in violations where columns.contains(number) {
        if contract[violation.path]?.node.isSetExternally != true {
          add(violation.path, violation.rule, number)
        }
      }
      var missing: [(ConfigKeyPath, SourceLocation?)] = []
      collect(column.value, contract, ConfigKeyPath(), column.name, &missing)
      for (path, rule) in missing { add(path, rule, number) }
    }
    let conflicts = matrix.conflicts
    for gap in gaps where !gap.path.isInside(conflicts) { report(gap, matrix, &findings) }
  }

  /// Collects the keys that are required but missing in a value and the dictionaries it contains.
  private static func collect(
    _ value: ConfigValue, _ contract: ConfigContract, _ path: ConfigKeyPath,
    _ environment: String, _ missing: inout [(ConfigKeyPath, SourceLocation?)]
  ) {
    guard let dictionary = value.dictionary else { return }
    let node = contract.node
    let required = Set(node.required.lazy.map { ExactKey($0) })
    for (key, _) in node.properties where !dictionary.contains(key) {
      guard let inside = contract[key]?.node else { continue }
      let marks = inside.marks
      let isRequired =
        required.contains(ExactKey(key))
        || marks.requiredIn.contains { $0 == "*" || $0.equalsExactly(environment) }
      if isRequired, !inside.isSetExternally {
        missing.append((path.appending(key), inside.location))
      }
    }
    // A required key need not be declared under `properties`.
    for key in node.required where !dictionary.contains(key) && !contract.declares(key) {
      missing.append((path.appending(key), node.location))
    }
    for entry in dictionary.entries where entry.value.kind == .dictionary {
      guard let inside = contract[entry.key] else { continue }
      collect(entry.value, inside, path.appending(entry.key), environment, &missing)
    }
  }

  /// Reports a missing key at the end of the dictionary that should contain it.
  private static func report(
    _ gap: Gap, _ matrix: ConfigMatrix, _ findings: inout ConfigFindings
  ) {
    let parent = ConfigKeyPath(Array(gap.path.components.dropLast()))
    let layerStacks = gap.columns.map { matrix.columns[$0].environment.layers }
    var searched: [String] = []
    for layer in layerStacks.joined() where !searched.contains(layer.name) {
      searched.append(layer.name)
    }
    // A key that is missing in multiple environments belongs in the last layer that they share.
    let common = layerStacks[0].filter { layer in
      layerStacks.allSatisfy { $0.contains { $0.name.equalsExactly(layer.name) } }
    }
    let target = common.last { $0.value[parent]?.kind == .dictionary }
    let location =
      target?.value[parent]?.location ?? matrix.columns[gap.columns[0]].value[parent]?.location
    findings.report(
      rule, "the required key '\(gap.path)' is missing", about: gap.path, at: location?.closing,
      in: matrix.names(gap.columns),
      hint:
        "set it here or in each environment's file; searched \(searched.joined(separator: ", "))",
      related: gap.rule.map { [.init("required here", at: $0, role: .rule)] } ?? [],
      expected: matrix.contract?[gap.path]?.node.kindNames)
  }
}

extension ConfigContract.Node {
  /// Whether the value is set externally and therefore must not be in a repository file.
  fileprivate var isSetExternally: Bool { marks.isSecret && marks.isOverridable }
}

extension ConfigKeyPath {
  /// Returns whether the path or one of its prefixes is in the set.
  ///
  /// - Parameter paths: The descriptions of the paths.
  func isInside(_ paths: Set<String>) -> Bool {
    if paths.isEmpty { return false }
    return components.indices.contains { index in
      paths.contains(ConfigKeyPath(Array(components[...index])).description)
    }
  }
}
