import ConfigKit
import TremaCatalog
import TremaConfigValues
import TremaSupport

/// A configuration's type, derived from the schema and, for keys without a type in the schema, from
/// the values in all environments.
struct ConfigurationOutline {
  /// The type of the configuration as a whole.
  let root: ConfigurationStructure
  /// The problems found while the type was derived.
  private(set) var problems: [ConfigurationProblem]

  /// Derives the type of a configuration.
  ///
  /// - Parameters:
  ///   - matrix: The schema and the values of all environments.
  ///   - name: The name of the type.
  ///   - language: The language of the generated code, which determines names.
  init(_ matrix: ConfigMatrix, name: String, in language: AccessorLanguage) {
    var outlineMaker = OutlineMaker(
      environments: matrix.columns.map(\.name), language: language,
      reserved: ConfigurationName.reservedTypes(language).union([name]),
      redaction: ConfigSecrets(in: matrix).redaction)
    root = outlineMaker.structure(
      matrix.contract, matrix.columns.map(\.value), at: ConfigKeyPath(), type: name)
    problems = outlineMaker.problems
  }
}

/// Derives the types of a configuration recursively, and collects the problems.
private struct OutlineMaker {
  /// The names of all environments.
  let environments: [String]
  /// The language of the generated code.
  let language: AccessorLanguage
  /// The names that nested types must not have.
  let reserved: Set<String>
  /// Recognizes secrets that the schema does not mark.
  let redaction: ConfigRedaction
  /// The problems found so far.
  var problems: [ConfigurationProblem] = []
  /// Whether the type would be infinite or too large. If so, no further fields are created.
  private var isUnbounded = false
  /// The parts of the schema that a property was created from.
  ///
  /// Together with ``repetitionCount``, they limit the size of the type. Without a limit, a few
  /// lines of nested references could produce millions of properties.
  private var usedDeclarations: Set<Int> = []
  /// The number of properties generated from reused parts of the schema.
  private var repetitionCount = 0

  /// The maximum nesting depth of keys.
  private static let depthLimit = 32
  /// The maximum value of ``repetitionCount``.
  private static let repetitionLimit = 20_000

  init(
    environments: [String], language: AccessorLanguage, reserved: Set<String>,
    redaction: ConfigRedaction
  ) {
    self.environments = environments
    self.language = language
    self.reserved = reserved
    self.redaction = redaction
  }

  /// Returns the type of a dictionary with known keys.
  ///
  /// - Parameters:
  ///   - contract: The contract in the schema, or `nil` if there is none.
  ///   - values: The values at the path, from all environments that have one.
  ///   - path: The path of the dictionary, or empty for the root.
  ///   - type: The name of the type.
  mutating func structure(
    _ contract: ConfigContract?, _ values: [ConfigValue], at path: ConfigKeyPath, type: String
  ) -> ConfigurationStructure {
    var fields: [ConfigurationField] = []
    var indices: [String: Int] = [:]
    var types = TypeNames()
    let required = Set((contract?.node.required ?? []).lazy.map { ExactKey($0) })
    for key in keys(contract, values) {
      guard let field = field(key, contract, values, required, at: path, &types) else { continue }
      if let other = indices[field.name] {
        problems.append(
          .collision(
            field.path, fields[other].path, name: field.name, language, at: field.location))
        continue
      }
      indices[field.name] = fields.count
      fields.append(field)
    }
    return ConfigurationStructure(
      type: type, summary: contract?.node.summary, fields: fields)
  }

  /// Returns the keys in the order of the schema, followed by the keys that occur only in values,
  /// sorted by bytes.
  private func keys(_ contract: ConfigContract?, _ values: [ConfigValue]) -> [String] {
    let named = contract?.node.properties.map(\.key) ?? []
    guard contract?.node.allowsAdditionalKeys ?? true else { return named }
    var seen = Set(named.map { ExactKey($0) })
    let others = values.compactMap(\.dictionary).flatMap(\.entries).map(\.key)
      .filter { seen.insert(ExactKey($0)).inserted }
    return named + others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the field for a key, or `nil` if its type cannot be derived.
  ///
  /// - Parameters:
  ///   - parent: The contract of the dictionary.
  ///   - parents: The dictionaries of all environments that have one.
  ///   - required: The keys that the schema requires in the dictionary.
  ///   - path: The path of the dictionary.
  ///   - types: The names of the nested types so far.
  private mutating func field(
    _ key: String, _ parent: ConfigContract?, _ parents: [ConfigValue],
    _ required: Set<ExactKey>, at path: ConfigKeyPath, _ types: inout TypeNames
  ) -> ConfigurationField? {
    if isUnbounded { return nil }
    let path = path.appending(key)
    let contract = parent?[key]
    // Properties without a declaration in the schema are limited by the number of values.
    if let parent, parent.declares(key), let nodeIndex = contract?.nodeIndex,
      !usedDeclarations.insert(nodeIndex).inserted
    {
      repetitionCount += 1
      if repetitionCount > Self.repetitionLimit {
        isUnbounded = true
        problems.append(
          .tooLarge(path, most: Self.repetitionLimit, at: contract?.node.location))
        return nil
      }
    }
    let instances = parents.map { $0.dictionary?[key] }
    let values = instances.compactMap(\.self)
    let location = contract?.node.location ?? values.first?.location.diagnosticLocation
    let name = ConfigurationName.property(for: key, in: language)
    guard let shape = shape(contract, values, at: path, named: name.bare, &types) else {
      return nil
    }
    if let repair = name.repair {
      problems.append(.renamed(path, to: name.name, because: repair, language, at: location))
    }
    var field = ConfigurationField(
      key: key, path: path, name: name.name, shape: shape, presence: .optional,
      summary: contract?.node.summary, isSecret: Self.isSecret(contract),
      rules: ConfigurationRules(contract, shape),
      isOverridable: contract?.node.marks.isOverridable ?? false,
      deprecation: contract?.node.marks.deprecation, location: location)
    // A schema is JSON, so dates and data in its default values are strings.
    let defaultValue = contract?.node.defaultValue.map {
      ConfigTyping.typed($0, from: .json, contract: contract).value
    }
    if !field.isSecret,
      (values + [defaultValue].compactMap(\.self)).contains(where: {
        looksSecret($0, shape, at: path, typed: path)
      })
    {
      field.isSecret = true
      problems.append(.secret(path, at: location))
    }
    if !field.isSecret, let value = defaultValue {
      var compiler = ConfigurationCompiler()
      let compiled = compiler.compile(value, as: shape, at: path)
      problems += compiler.problems
      if let compiled { field.presence = .defaulted(compiled) }
    } else if isRequired(key, required, contract, instances) {
      field.presence = .required
    }
    return field
  }

  /// Returns whether every environment has a value for a key. Without a contract, this depends on
  /// the current values.
  ///
  /// - Parameters:
  ///   - required: The keys that the schema requires in the dictionary.
  ///   - instances: The values in all environments, or `nil` for an environment without a value.
  private func isRequired(
    _ key: String, _ required: Set<ExactKey>, _ contract: ConfigContract?,
    _ instances: [ConfigValue?]
  ) -> Bool {
    guard let node = contract?.node else { return instances.allSatisfy { $0 != nil } }
    let requiredEnvironments = node.marks.requiredIn
    return required.contains(ExactKey(key)) || requiredEnvironments.contains("*")
      || !environments.isEmpty && environments.allSatisfy(requiredEnvironments.contains)
  }

  /// Returns whether the schema marks a value, or any part of it without its own property, as
  /// secret.
  private static func isSecret(_ contract: ConfigContract?) -> Bool {
    var contract = contract
    for _ in 0..<depthLimit {
      guard let node = contract?.node else { return false }
      if node.marks.isSecret { return true }
      if let items = contract?.items {
        contract = items
      } else if node.properties.isEmpty, let values = contract?.valuesOfOtherKeys {
        contract = values
      } else {
        return false
      }
    }
    return false
  }

  /// Returns whether a value, or any part of it without its own property, looks like a secret.
  ///
  /// - Parameters:
  ///   - value: The value from one environment.
  ///   - shape: The type of the value.
  ///   - path: The path of the value.
  ///   - typed: The path in the type, where a single element represents every array element, or
  ///     every value in a dictionary with unknown keys.
  private func looksSecret(
    _ value: ConfigValue, _ shape: ConfigurationShape, at path: ConfigKeyPath,
    typed: ConfigKeyPath
  ) -> Bool {
    switch (shape, value.content) {
    case (.structure(let structure), .dictionary(let dictionary)):
      // Properties of a nested type are checked on their own, but only by their path in the type.
      // Here, the actual keys of the path matter.
      return path != typed
        && structure.fields.contains { field in
          dictionary[field.key].map {
            looksSecret(
              $0, field.shape, at: path.appending(field.key), typed: typed.appending(field.key))
              && !looksSecret(
                $0, field.shape, at: typed.appending(field.key),
                typed: typed.appending(field.key))
          } ?? false
        }
    case (.array(let item), .array(let values)):
      return values.enumerated().contains { index, value in
        looksSecret(value, item, at: path.appending(index), typed: typed.appending(0))
      }
    case (.map(let item), .dictionary(let dictionary)):
      return dictionary.entries.contains { entry in
        looksSecret(
          entry.value, item, at: path.appending(entry.key), typed: typed.appending("*"))
      }
    default: return redaction.isExcludedFromOutput(value, at: path)
    }
  }

  /// Returns the type for a key.
  ///
  /// - Parameters:
  ///   - contract: The contract in the schema, or `nil` if there is none.
  ///   - values: The values in all environments that have one.
  ///   - path: The path of the key.
  ///   - name: The name of the property, which a nested type is named after.
  ///   - types: The names of the nested types so far.
  /// - Returns: `nil` if the type is unknown or ambiguous. The problem is then added to
  ///   ``problems``.
  private mutating func shape(
    _ contract: ConfigContract?, _ values: [ConfigValue], at path: ConfigKeyPath,
    named name: String, _ types: inout TypeNames
  ) -> ConfigurationShape? {
    let location = contract?.node.location ?? values.first?.location.diagnosticLocation
    if isUnbounded { return nil }
    if path.components.count > Self.depthLimit {
      isUnbounded = true
      problems.append(.infinite(path, at: location))
      return nil
    }
    let kinds = kinds(contract, values)
    guard let kind = kinds.first, kinds.count == 1 else {
      problems.append(.untyped(path, kinds, at: location))
      return nil
    }
    let meaning = contract?.node.meaning
    switch kind {
    case .boolean: return .boolean
    case .real: return .real
    case .integer:
      let numbers = (values + [contract?.node.defaultValue].compactMap(\.self))
        .compactMap(\.integer)
      return .integer(numbers.map(ConfigurationShape.IntegerWidth.init).max() ?? .small)
    case .date: return .date
    case .data: return .data
    case .string where meaning == .url: return .url
    case .string where meaning == .duration: return .duration
    case .string where meaning == .size: return .size
    case .string:
      return choice(contract, at: path, named: name, &types).map { .choice($0) } ?? .string
    case .array:
      let items = values.compactMap(\.array).flatMap(\.self)
      if items.isEmpty, contract?.items == nil {
        problems.append(.untyped(path, [], at: location))
        return nil
      }
      return shape(
        contract?.items, items, at: path.appending(0), named: "\(name)Item", &types
      ).map { .array($0) }
    case .dictionary: return dictionary(contract, values, at: path, named: name, &types)
    case .null: return nil
    }
  }

  /// Returns the type of a dictionary: a map if the schema names no keys but describes the values
  /// of all keys, otherwise a structure.
  private mutating func dictionary(
    _ contract: ConfigContract?, _ values: [ConfigValue], at path: ConfigKeyPath,
    named name: String, _ types: inout TypeNames
  ) -> ConfigurationShape? {
    if let contract, contract.node.properties.isEmpty, let inner = contract.valuesOfOtherKeys {
      let inside = values.compactMap(\.dictionary).flatMap(\.entries).map(\.value)
      return shape(inner, inside, at: path.appending("*"), named: "\(name)Value", &types)
        .map { .map($0) }
    }
    let type = unique(name, &types)
    if keys(contract, values).isEmpty, contract?.node.allowsAdditionalKeys ?? true {
      problems.append(
        .untyped(path, [], at: contract?.node.location ?? values.first?.location.diagnosticLocation)
      )
      return nil
    }
    let structure = structure(contract, values, at: path, type: type)
    return .structure(structure)
  }

  /// Returns the kind that the schema allows, or the values' kinds if it allows none or several.
  private func kinds(_ contract: ConfigContract?, _ values: [ConfigValue]) -> [ConfigKind] {
    var kinds = contract?.node.kinds ?? []
    kinds.remove(.null)
    switch contract?.node.meaning {
    case .date: kinds = [.date]
    case .data: kinds = [.data]
    case .url, .duration, .size: kinds = [.string]
    case nil: break
    }
    if kinds.isEmpty, let choices = contract?.node.choices { kinds = Set(choices.map(\.kind)) }
    if kinds.isEmpty || kinds.count > 1, !values.isEmpty, !isNumeric(kinds) {
      kinds = Set(values.map(\.kind))
    }
    if isNumeric(kinds) { kinds = [.real] }
    return ConfigKind.allCases.filter(kinds.contains)
  }

  /// Returns whether the kinds are exactly integer and real, which are treated as real.
  private func isNumeric(_ kinds: Set<ConfigKind>) -> Bool { kinds == [.integer, .real] }

  /// Returns the choice for a string, or `nil` if the schema does not list values that are all
  /// strings.
  private mutating func choice(
    _ contract: ConfigContract?, at path: ConfigKeyPath, named name: String,
    _ types: inout TypeNames
  ) -> ConfigurationChoice? {
    guard let node = contract?.node, let listed = node.choices else { return nil }
    let values = listed.compactMap(\.string)
    guard !values.isEmpty, values.count == listed.count else { return nil }
    var choice = ConfigurationChoice(
      type: unique(name, &types), summary: node.summary, cases: [])
    var indices: [String: Int] = [:]
    for value in values {
      let name = ConfigurationName.choice(for: value, in: language)
      if let other = indices[name].map({ choice.cases[$0] }) {
        if other.value.utf8.elementsEqual(value.utf8) { continue }
        problems.append(
          .collision(
            ofChoices: value, other.value, of: path, name: name, language, at: node.location))
        continue
      }
      indices[name] = choice.cases.count
      choice.cases.append(.init(name: name, value: value))
    }
    return choice
  }

  /// Returns a name for a nested type that is unique in its enclosing type.
  private func unique(_ name: String, _ types: inout TypeNames) -> String {
    types.unique(ConfigurationName.type(for: name, reserved: reserved))
  }
}

/// The names of the types nested in one type.
private struct TypeNames {
  private var taken: Set<String> = []
  /// The next number to append to a name that is in use.
  private var next: [String: Int] = [:]

  /// Reserves and returns the name, followed by a number, starting at 2, if it is in use.
  mutating func unique(_ name: String) -> String {
    var type = name
    while !taken.insert(type).inserted {
      let number = next[name, default: 2]
      type = "\(name)\(number)"
      next[name] = number + 1
    }
    return type
  }
}
