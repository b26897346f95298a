import TremaJSON
import TremaSupport

/// The recognized keywords.
///
/// See JSON Schema 2020-12, Core and Validation. Keywords that start with `x-` are Trema's own.
enum SchemaKeyword: String, CaseIterable {
  // The core vocabulary.
  case id = "$id"
  case schema = "$schema"
  case anchor = "$anchor"
  case dynamicAnchor = "$dynamicAnchor"
  case ref = "$ref"
  case dynamicRef = "$dynamicRef"
  case defs = "$defs"
  case comment = "$comment"
  case vocabulary = "$vocabulary"

  // The applicators, including the applicators for unevaluated parts.
  case allOf, anyOf, oneOf, not
  case condition = "if"
  case then
  case otherwise = "else"
  case dependentSchemas, prefixItems, items, contains
  case properties, patternProperties, additionalProperties, propertyNames
  case unevaluatedItems, unevaluatedProperties

  // The validation vocabulary.
  case type, const
  case choices = "enum"
  case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
  case maxLength, minLength, pattern
  case maxItems, minItems, uniqueItems, maxContains, minContains
  case maxProperties, minProperties, required, dependentRequired

  // Formats, contents and annotations.
  case format, contentEncoding, contentMediaType, contentSchema
  case title, description, deprecated, readOnly, writeOnly, examples
  case defaultValue = "default"

  // Keywords of earlier drafts that the 2020-12 meta-schema still describes.
  case definitions, dependencies

  // Trema's own keywords.
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

  /// The keywords by name.
  private static let byName = Dictionary(
    allCases.map { (ExactKey($0.rawValue), $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the keyword with exactly this name, or `nil` if there is none.
  init?(named name: String) {
    guard let keyword = Self.byName[ExactKey(name)] else { return nil }
    self = keyword
  }

  /// The form in which a keyword's value contains schemas.
  enum SubschemaForm { case schema, schemas, namedSchemas }

  /// The form in which the keyword's value contains schemas, or `nil` if it contains none.
  var subschemaForm: SubschemaForm? {
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

  /// The vocabulary that the keyword belongs to, or `nil` for keywords that are always recognized.
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

/// The vocabularies that a meta-schema requires. Without a meta-schema, all 2020-12 vocabularies.
struct SchemaDialect {
  /// The optional vocabularies.
  enum Vocabulary { case applicator, unevaluated, validation }

  /// The vocabularies in use.
  private var vocabularies: Set<Vocabulary> = [.applicator, .unevaluated, .validation]
  /// Whether the dialect validates formats.
  private(set) var assertsFormats = false

  /// Creates the 2020-12 dialect.
  init() {}

  /// Reads the vocabularies of a meta-schema. An unknown required vocabulary is reported.
  ///
  /// - Parameters:
  ///   - vocabulary: The value of `$vocabulary`.
  ///   - location: The location of the reference to the meta-schema.
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

  /// The common prefix of all known vocabulary URIs.
  private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"

  /// Returns whether the dialect has a keyword.
  func supports(_ keyword: SchemaKeyword) -> Bool {
    keyword.vocabulary.map(vocabularies.contains) ?? true
  }
}
