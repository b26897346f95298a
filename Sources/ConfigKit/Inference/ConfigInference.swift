import TremaConfigValues
import TremaJSON
import TremaSecrets
import TremaSupport

/// Infers a JSON Schema from the environments of a configuration. Only certain rules are inferred:
/// a missing rule can be added by hand, while a wrong one causes false findings.
package struct ConfigInference {
  /// The counts of inferred rules.
  package struct Summary: Hashable, Sendable {
    /// The number of scalar keys and scalar arrays.
    package var keyCount = 0
    /// The number of keys that all environments have.
    package var requiredCount = 0
    /// The number of keys marked as secret.
    package var secretCount = 0
    /// The number of keys that each environment sets itself.
    package var perEnvironmentCount = 0
    /// The number of keys whose values must differ.
    package var distinctCount = 0

    /// Creates a summary of an empty configuration.
    package init() {}
  }

  /// The environments.
  private let matrix: ConfigMatrix
  /// The secrets among the values, found by their form and their key names.
  private let redaction: ConfigRedaction
  /// The comments by key, except comments that contain a secret.
  private let descriptions: [ConfigKeyPath: String]
  /// The base file's name. Its values don't belong to any environment.
  private let base: String?
  /// The counts of the rules, valid after ``schema()``.
  package private(set) var summary = Summary()

  /// Creates an inference.
  ///
  /// - Parameters:
  ///   - matrix: The environments. There must be at least one.
  ///   - descriptions: The comments of the files, by key.
  ///   - secrets: The secrets of all files, including files that are not in the matrix.
  package init(
    _ matrix: ConfigMatrix, descriptions: [ConfigKeyPath: String] = [:],
    secrets: ConfigSecrets = ConfigSecrets()
  ) {
    self.matrix = matrix
    base = matrix.base?.name
    var all = ConfigSecrets(in: matrix)
    all.formUnion(secrets)
    redaction = all.redaction
    // A comment may repeat the secret that its key contains.
    self.descriptions = descriptions.filter { !all.matches($0.value) }
  }

  /// A position in the traversal of the keys.
  private struct Position {
    /// The value's path. Array elements share the path of the first one.
    var path = ConfigKeyPath()
    /// The innermost key.
    var key = ""
    /// Whether the value is in an array and therefore cannot be set individually by an environment.
    var isElement = false

    /// Returns the position of a key in the value.
    func appending(_ key: String) -> Position {
      Position(path: path.appending(key), key: key, isElement: isElement)
    }

    /// The position of the array elements.
    var element: Position { Position(path: path.appending(0), key: key, isElement: true) }
  }

  /// Infers the schema. The order of its members is deterministic.
  package mutating func schema() -> JSONValue {
    let samples = matrix.columns.enumerated().map { index, column in
      ConfigSamples.Sample(column: index, value: column.value)
    }
    var members = [Self.member("$schema", "https://json-schema.org/draft/2020-12/schema")]
    members += dictionary(ConfigSamples(samples: samples), Position())
    return JSONValue(.object(JSONObject(members)))
  }

  /// Infers the rules of a value from its samples. The first sample determines whether it is a
  /// container.
  private mutating func schema(
    of samples: ConfigSamples, _ position: Position
  ) -> JSONValue {
    var members: [JSONObject.Member] = []
    if let text = descriptions[position.path] {
      members.append(Self.member("description", text))
    }
    let kinds = samples.kinds
    // The kind in the first environment determines which rules are inferred.
    switch kinds.first {
    case .dictionary?:
      members += dictionary(samples, position)
    case .array?:
      members.append(Self.member("type", "array"))
      members += items(samples, position)
      members += environmentMarks(samples, position)
    case let kind?:
      members += scalar(samples, kind, position)
      members += environmentMarks(samples, position)
    // Without a value, nothing is known about the key.
    case nil: break
    }
    return JSONValue(.object(JSONObject(members)))
  }

  /// Infers the rules of a dictionary. A key is required if all environments that have the
  /// dictionary have it, and additional keys are not allowed.
  private mutating func dictionary(
    _ samples: ConfigSamples, _ position: Position
  ) -> [JSONObject.Member] {
    var members = [Self.member("type", "object")]
    let dictionaries = samples.samples.compactMap { sample in
      sample.value.dictionary.map { (column: sample.column, dictionary: $0) }
    }
    // Like the keys of every dictionary, the keys are sorted by their UTF-8 bytes.
    let keys = ConfigDictionary(dictionaries.flatMap(\.dictionary.entries)).entries.map(\.key)
    // The schema of a dictionary that is empty in all environments can't be inferred, so strings
    // are assumed.
    if keys.isEmpty {
      let text = JSONValue(.object(JSONObject([Self.member("type", "string")])))
      return members + [JSONObject.Member("additionalProperties", text)]
    }
    var properties: [JSONObject.Member] = []
    var required: [JSONValue] = []
    for key in keys {
      let found = ConfigSamples(
        samples: dictionaries.compactMap { column, dictionary in
          dictionary[key].map { ConfigSamples.Sample(column: column, value: $0) }
        })
      properties.append(JSONObject.Member(key, schema(of: found, position.appending(key))))
      if found.samples.count == dictionaries.count { required.append(JSONValue(.string(key))) }
    }
    summary.requiredCount += required.count
    members.append(
      JSONObject.Member("properties", JSONValue(.object(JSONObject(properties)))))
    if !required.isEmpty {
      members.append(JSONObject.Member("required", JSONValue(.array(required))))
    }
    members.append(JSONObject.Member("additionalProperties", JSONValue(.bool(false))))
    return members
  }

  /// Infers the rules of array elements.
  private mutating func items(
    _ samples: ConfigSamples, _ position: Position
  ) -> [JSONObject.Member] {
    let elements = ConfigSamples(
      samples: samples.samples.flatMap { sample in
        (sample.value.array ?? []).map { .init(column: sample.column, value: $0) }
      })
    // The element type of an array that is empty in all environments can't be inferred, so strings
    // are assumed. Elements of mixed kinds get no rules.
    let position = position.element
    if elements.samples.isEmpty {
      let text = JSONValue(.object(JSONObject([Self.member("type", "string")])))
      return [JSONObject.Member("items", text)]
    }
    guard elements.kinds.count == 1 || elements.kinds.allSatisfy({ $0 == .integer || $0 == .real }),
      let kind = elements.kinds.first
    else { return [] }
    var items: [JSONObject.Member]
    switch kind {
    case .dictionary: items = dictionary(elements, position)
    case .array:
      items = [Self.member("type", "array")] + self.items(elements, position)
    default: items = scalar(elements, kind, position)
    }
    return [JSONObject.Member("items", JSONValue(.object(JSONObject(items))))]
  }

  /// Infers the rules of a scalar: its type, its choices, and whether it is secret.
  private mutating func scalar(
    _ samples: ConfigSamples, _ kind: ConfigKind, _ position: Position
  ) -> [JSONObject.Member] {
    summary.keyCount += 1
    var members: [JSONObject.Member] = []
    switch kind {
    case .boolean: members.append(Self.member("type", "boolean"))
    case .integer where !samples.kinds.contains(.real):
      members.append(Self.member("type", "integer"))
    case .integer, .real: members.append(Self.member("type", "number"))
    case .date: members += [Self.member("type", "string"), Self.member("x-type", "date")]
    case .data: members += [Self.member("type", "string"), Self.member("x-type", "data")]
    default:
      members.append(Self.member("type", "string"))
      if samples.areURLs { members.append(Self.member("x-type", "url")) }
      // A string that is empty in one environment may be empty.
      if samples.strings.contains(where: \.isEmpty) {
        members.append(JSONObject.Member("minLength", JSONValue(.number(JSONNumber(0)))))
      }
      if let levels = logLevels(samples, position) {
        members.append(
          JSONObject.Member("enum", JSONValue(.array(levels.map { JSONValue(.string($0)) }))))
      }
    }
    // The name of a key isn't sufficient to infer a secret: design tokens, for example, aren't
    // secret.
    if samples.samples.contains(where: {
      redaction.isExcludedFromOutput($0.value, at: position.path)
    }) {
      summary.secretCount += 1
      members.append(Self.trueMember("x-secret"))
    }
    return members
  }

  /// Returns the swift-log levels if the key is named like a log level and all values are levels.
  private func logLevels(_ samples: ConfigSamples, _ position: Position) -> [String]? {
    let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
    guard KeyWords(position.path.description).namesLogLevel,
      samples.areStrings, samples.strings.allSatisfy({ levels.contains($0) })
    else { return nil }
    return levels
  }

  /// Infers the marks of a key from the differences between the environments.
  private mutating func environmentMarks(
    _ samples: ConfigSamples, _ position: Position
  ) -> [JSONObject.Member] {
    if position.isElement { return [] }
    let isIdentity = samples.areURLs || samples.areStrings && KeyWords(position.key).namesIdentity
    var members: [JSONObject.Member] = []
    if isSetByEachEnvironment(samples, isIdentity: isIdentity) {
      summary.perEnvironmentCount += 1
      members.append(Self.trueMember("x-perEnvironment"))
    }
    if isIdentity, samples.samples.count == matrix.columns.count, samples.areDistinct {
      summary.distinctCount += 1
      members.append(Self.trueMember("x-distinct"))
    }
    return members
  }

  /// Returns whether each environment that has a file sets the key in it, and the values are not
  /// all equal. A single such environment is sufficient only for a URL or an identifier, because
  /// otherwise it may be a coincidence.
  private func isSetByEachEnvironment(_ samples: ConfigSamples, isIdentity: Bool) -> Bool {
    guard samples.samples.count == matrix.columns.count, !samples.areEqual else { return false }
    var owners = 0
    for sample in samples.samples {
      let layers = matrix.columns[sample.column].environment.layers
      guard layers.contains(where: { $0.role.isEnvironment }) else { continue }
      if base?.equalsExactly(sample.value.location.name) == true { return false }
      owners += 1
    }
    return owners > (isIdentity ? 0 : 1)
  }

  /// Returns a member whose value is a string.
  private static func member(_ name: String, _ text: String) -> JSONObject.Member {
    JSONObject.Member(name, JSONValue(.string(text)))
  }

  /// Returns a member whose value is `true`.
  private static func trueMember(_ name: String) -> JSONObject.Member {
    JSONObject.Member(name, JSONValue(.bool(true)))
  }
}

extension ConfigLayer.Role {
  /// Whether the layer belongs to a single environment, in contrast to shared layers and external
  /// overrides.
  var isEnvironment: Bool { if case .environment = self { true } else { false } }
}
