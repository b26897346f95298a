import TremaConfigValues
import TremaJSON
import TremaSecrets
import TremaSupport

/// Infers a JSON Schema from the environments of a configuration. The schema states only what is
/// certain: a missing rule can be added by hand, while a wrong one makes unwanted findings.
package struct ConfigInference {
  /// The counts of what was inferred.
  package struct Summary: Hashable, Sendable {
    /// Keys that have a value of their own, dictionaries left out.
    package var keys = 0
    package var required = 0
    package var secrets = 0
    package var perEnvironment = 0
    package var distinct = 0

    package init() {}
  }

  private let matrix: ConfigMatrix
  /// The secrets among the values, found by their content as well as by the names of their keys.
  private let redaction: ConfigRedaction
  private let descriptions: [ConfigKeyPath: String]
  /// The file that values come from that are no environment's own.
  private let base: String?
  package private(set) var summary = Summary()

  /// - Parameters:
  ///   - matrix: all environments, with at least one.
  ///   - descriptions: what the files say of their keys.
  ///   - secrets: those of all files.
  package init(
    _ matrix: ConfigMatrix, descriptions: [ConfigKeyPath: String] = [:],
    secrets: ConfigSecrets = ConfigSecrets()
  ) {
    self.matrix = matrix
    base = matrix.base?.name
    var all = ConfigSecrets(in: matrix)
    all.formUnion(secrets)
    redaction = all.redaction
    // A comment may hold what its key is to keep.
    self.descriptions = descriptions.filter { !all.isIn($0.value) }
  }

  /// The position of the walk.
  private struct Place {
    /// The path of the value; for elements of an array, that of the first one.
    var path = ConfigKeyPath()
    var key = ""
    /// Whether no environment sets it alone, as the elements of arrays.
    var isElement = false

    func appending(_ key: String) -> Place {
      Place(path: path.appending(key), key: key, isElement: isElement)
    }

    var element: Place { Place(path: path.appending(0), key: key, isElement: true) }
  }

  /// The schema, its members in one order on every run.
  package mutating func schema() -> JSONValue {
    let samples = matrix.columns.enumerated().map { index, column in
      ConfigSamples.Sample(column: index, value: column.value)
    }
    var members = [Self.member("$schema", "https://json-schema.org/draft/2020-12/schema")]
    members += dictionary(ConfigSamples(samples: samples), Place())
    return JSONValue(.object(JSONObject(members)))
  }

  private mutating func schema(
    of samples: ConfigSamples, _ place: Place
  ) -> JSONValue {
    var members: [JSONObject.Member] = []
    if let text = descriptions[place.path] {
      members.append(Self.member("description", text))
    }
    let kinds = samples.kinds
    switch kinds.first {
    case .dictionary?:
      members += dictionary(samples, place)
    case .array?:
      members.append(Self.member("type", "array"))
      members += items(samples, place)
      members += environmentMarks(samples, place)
    case let kind?:
      members += scalar(samples, kind, place)
      members += environmentMarks(samples, place)
    case nil: break
    }
    return JSONValue(.object(JSONObject(members)))
  }

  private mutating func dictionary(
    _ samples: ConfigSamples, _ place: Place
  ) -> [JSONObject.Member] {
    var members = [Self.member("type", "object")]
    let dictionaries = samples.samples.compactMap { sample in
      sample.value.dictionary.map { (column: sample.column, dictionary: $0) }
    }
    // Sorted by its bytes, as every dictionary is.
    let keys = ConfigDictionary(dictionaries.flatMap(\.dictionary.entries)).entries.map(\.key)
    // One that is empty everywhere can only be of texts, as most are.
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
      properties.append(JSONObject.Member(key, schema(of: found, place.appending(key))))
      if found.samples.count == dictionaries.count { required.append(JSONValue(.string(key))) }
    }
    summary.required += required.count
    members.append(
      JSONObject.Member("properties", JSONValue(.object(JSONObject(properties)))))
    if !required.isEmpty {
      members.append(JSONObject.Member("required", JSONValue(.array(required))))
    }
    members.append(JSONObject.Member("additionalProperties", JSONValue(.bool(false))))
    return members
  }

  private mutating func items(
    _ samples: ConfigSamples, _ place: Place
  ) -> [JSONObject.Member] {
    let elements = ConfigSamples(
      samples: samples.samples.flatMap { sample in
        (sample.value.array ?? []).map { .init(column: sample.column, value: $0) }
      })
    // An array that is empty everywhere can only be of texts, as most are; nothing is said of a mixed
    // one.
    let place = place.element
    if elements.samples.isEmpty {
      let text = JSONValue(.object(JSONObject([Self.member("type", "string")])))
      return [JSONObject.Member("items", text)]
    }
    guard elements.kinds.count == 1 || elements.kinds.allSatisfy({ $0 == .integer || $0 == .real }),
      let kind = elements.kinds.first
    else { return [] }
    var items: [JSONObject.Member]
    switch kind {
    case .dictionary: items = dictionary(elements, place)
    case .array:
      items = [Self.member("type", "array")] + self.items(elements, place)
    default: items = scalar(elements, kind, place)
    }
    return [JSONObject.Member("items", JSONValue(.object(JSONObject(items))))]
  }

  private mutating func scalar(
    _ samples: ConfigSamples, _ kind: ConfigKind, _ place: Place
  ) -> [JSONObject.Member] {
    summary.keys += 1
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
      // What is empty somewhere may be.
      if samples.strings.contains(where: \.isEmpty) {
        members.append(JSONObject.Member("minLength", JSONValue(.number(JSONNumber(0)))))
      }
      if let levels = logLevels(samples, place) {
        members.append(
          JSONObject.Member("enum", JSONValue(.array(levels.map { JSONValue(.string($0)) }))))
      }
    }
    // A name alone makes none: tokens may be those of a design.
    if samples.samples.contains(where: { redaction.keepsOut($0.value, at: place.path) }) {
      summary.secrets += 1
      members.append(Self.claim("x-secret"))
    }
    return members
  }

  /// The levels of swift-log, where all that are there are among them.
  private func logLevels(_ samples: ConfigSamples, _ place: Place) -> [String]? {
    let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
    guard KeyWords(place.path.description).nameLogLevel,
      samples.areStrings, samples.strings.allSatisfy({ levels.contains($0) })
    else { return nil }
    return levels
  }

  /// Notes how the environments differ in the key.
  private mutating func environmentMarks(
    _ samples: ConfigSamples, _ place: Place
  ) -> [JSONObject.Member] {
    if place.isElement { return [] }
    let isIdentity = samples.areURLs || samples.areStrings && KeyWords(place.key).nameIdentity
    var members: [JSONObject.Member] = []
    if hasOwnEverywhere(samples, isIdentity: isIdentity) {
      summary.perEnvironment += 1
      members.append(Self.claim("x-perEnvironment"))
    }
    if isIdentity, samples.samples.count == matrix.columns.count, samples.areDistinct {
      summary.distinct += 1
      members.append(Self.claim("x-distinct"))
    }
    return members
  }

  /// Whether every environment that has a file sets it there, and not all to the same. Where there
  /// is one such environment that may be chance, unless it is an address or an identifier.
  private func hasOwnEverywhere(_ samples: ConfigSamples, isIdentity: Bool) -> Bool {
    guard samples.samples.count == matrix.columns.count, !samples.areSame else { return false }
    var owners = 0
    for sample in samples.samples {
      let layers = matrix.columns[sample.column].environment.layers
      guard layers.contains(where: { $0.role.isEnvironment }) else { continue }
      if base?.isExactly(sample.value.place.name) == true { return false }
      owners += 1
    }
    return owners > (isIdentity ? 0 : 1)
  }

  private static func member(_ name: String, _ text: String) -> JSONObject.Member {
    JSONObject.Member(name, JSONValue(.string(text)))
  }

  private static func claim(_ name: String) -> JSONObject.Member {
    JSONObject.Member(name, JSONValue(.bool(true)))
  }
}

extension ConfigLayer.Role {
  var isEnvironment: Bool { if case .environment = self { true } else { false } }
}
