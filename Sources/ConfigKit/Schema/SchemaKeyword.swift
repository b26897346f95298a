import TremaJSON
import TremaSupport

/// The keywords that mean something here.
///
/// Source: JSON Schema 2020-12, Core and Validation; those that begin with `x-` are of ours.
enum SchemaKeyword: String, CaseIterable {
  case id = "$id"
  case schema = "$schema"
  case anchor = "$anchor"
  case dynamicAnchor = "$dynamicAnchor"
  case ref = "$ref"
  case dynamicRef = "$dynamicRef"
  case defs = "$defs"
  case comment = "$comment"
  case vocabulary = "$vocabulary"

  case allOf, anyOf, oneOf, not
  case condition = "if"
  case then
  case otherwise = "else"
  case dependentSchemas, prefixItems, items, contains
  case properties, patternProperties, additionalProperties, propertyNames
  case unevaluatedItems, unevaluatedProperties

  case type, const
  case choices = "enum"
  case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
  case maxLength, minLength, pattern
  case maxItems, minItems, uniqueItems, maxContains, minContains
  case maxProperties, minProperties, required, dependentRequired

  case format, contentEncoding, contentMediaType, contentSchema
  case title, description, deprecated, readOnly, writeOnly, examples
  case defaultValue = "default"

  // Of earlier drafts, kept by the meta-schema of this one.
  case definitions, dependencies

  case meaning = "x-type"
  case secret = "x-secret"
  case perEnvironment = "x-perEnvironment"
  case distinct = "x-distinct"
  case overridable = "x-overridable"
  case requiredIn = "x-requiredIn"
  case merge = "x-merge"
  case deprecation = "x-deprecated"
  case ignore = "x-ignore"
  case environments = "x-environments"

  private static let byName = Dictionary(
    allCases.map { (ExactKey($0.rawValue), $0) }, uniquingKeysWith: { first, _ in first })

  init?(named name: String) {
    guard let keyword = Self.byName[ExactKey(name)] else { return nil }
    self = keyword
  }

  /// The schemas in the value of a keyword.
  enum Holding { case schema, schemas, namedSchemas }

  var holds: Holding? {
    switch self {
    case .not, .condition, .then, .otherwise, .items, .contains, .additionalProperties,
      .propertyNames, .unevaluatedItems, .unevaluatedProperties, .contentSchema:
      .schema
    case .allOf, .anyOf, .oneOf, .prefixItems: .schemas
    case .defs, .definitions, .properties, .patternProperties, .dependentSchemas, .dependencies,
      .environments:
      .namedSchemas
    default: nil
    }
  }

  var vocabulary: SchemaDialect.Vocabulary? {
    switch self {
    case .allOf, .anyOf, .oneOf, .not, .condition, .then, .otherwise, .dependentSchemas,
      .prefixItems, .items, .contains, .properties, .patternProperties, .additionalProperties,
      .propertyNames, .dependencies:
      .applicator
    case .unevaluatedItems, .unevaluatedProperties: .unevaluated
    case .type, .const, .choices, .multipleOf, .maximum, .exclusiveMaximum, .minimum,
      .exclusiveMinimum, .maxLength, .minLength, .pattern, .maxItems, .minItems, .uniqueItems,
      .maxContains, .minContains, .maxProperties, .minProperties, .required, .dependentRequired:
      .validation
    default: nil
    }
  }
}

/// Which vocabularies a meta-schema asks for; all of 2020-12 where it says nothing.
struct SchemaDialect {
  enum Vocabulary { case applicator, unevaluated, validation }

  private var vocabularies: Set<Vocabulary> = [.applicator, .unevaluated, .validation]
  private(set) var assertsFormats = false

  init() {}

  /// - Parameter vocabulary: the value of `$vocabulary`.
  init(_ vocabulary: JSONValue, at location: SourceLocation?, problems: inout [Diagnostic]) {
    vocabularies = []
    for member in vocabulary.object?.members ?? [] {
      switch member.name.dropFirst(SchemaDialect.prefix.utf8.count) {
      case _ where !member.name.hasPrefix(SchemaDialect.prefix):
        if member.value.bool == true {
          problems.append(.unknownVocabulary(member.name, at: location))
        }
      case "applicator": vocabularies.insert(.applicator)
      case "unevaluated": vocabularies.insert(.unevaluated)
      case "validation": vocabularies.insert(.validation)
      case "format-assertion": assertsFormats = true
      default: break
      }
    }
  }

  private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"

  func knows(_ keyword: SchemaKeyword) -> Bool {
    keyword.vocabulary.map(vocabularies.contains) ?? true
  }
}
