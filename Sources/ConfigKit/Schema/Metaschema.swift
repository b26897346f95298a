import TremaJSON
import TremaSupport

/// The meta-schema of 2020-12, to which a schema may refer without a network.
///
/// Source: https://json-schema.org/draft/2020-12/schema and the vocabularies that it names, from
/// the package jsonschema-specifications 2025.9.1. The JSON Schema specification is licensed under
/// the Academic Free License 3.0 or the Revised (3-clause) BSD License, at the choice of the
/// licensee; © 2022 the JSON Schema Specification Authors.
enum Metaschema {
  /// The common beginning of the URIs of all documents.
  static let prefix = "https://json-schema.org/draft/2020-12/"
  /// The URI of the meta-schema.
  static let uri = prefix + "schema"

  /// Returns the document with a URI, or `nil` if the URI is not one of 2020-12.
  static func document(named uri: String) -> JSONValue? {
    guard uri.hasPrefix(prefix) else { return nil }
    let name = uri.dropFirst(prefix.utf8.count)
    guard let text = texts.first(where: { $0.name == name })?.text else { return nil }
    return try? JSONValue.decode(Array(text.utf8), file: uri)
  }
}
