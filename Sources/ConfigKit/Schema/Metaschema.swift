import TremaJSON
import TremaSupport

/// The schema of schemas, which a schema may refer to without a network.
///
/// Source: https://json-schema.org/draft/2020-12/schema and the vocabularies that it names, as the
/// package jsonschema-specifications 2025.9.1 has them. The JSON Schema specification is licensed
/// under the Academic Free License 3.0 or the Revised (3-clause) BSD License, at the choice of who
/// takes it; © 2022 the JSON Schema Specification Authors.
enum Metaschema {
  static let prefix = "https://json-schema.org/draft/2020-12/"
  static let uri = prefix + "schema"

  /// - Returns: nil for a URI that is not of 2020-12.
  static func document(named uri: String) -> JSONValue? {
    guard uri.hasPrefix(prefix) else { return nil }
    let name = uri.dropFirst(prefix.utf8.count)
    guard let text = texts.first(where: { $0.name == name })?.text else { return nil }
    return try? JSONValue.decode(Array(text.utf8), file: uri)
  }
}
