import TremaJSON
import TremaSupport

/// The 2020-12 meta-schema, which schemas can refer to without network access.
///
/// Copied from https://json-schema.org/draft/2020-12/schema and the vocabularies it refers to, as
/// in the package jsonschema-specifications 2025.9.1. The JSON Schema specification is licensed
/// under the Academic Free License 3.0 or the Revised (3-clause) BSD License, at the choice of the
/// licensee; © 2022 the JSON Schema Specification Authors.
enum Metaschema {
  /// The common prefix of all document URIs.
  static let prefix = "https://json-schema.org/draft/2020-12/"
  /// The URI of the meta-schema.
  static let uri = prefix + "schema"

  /// Returns the document with a URI, or `nil` if it is not a 2020-12 document.
  static func document(named uri: String) -> JSONValue? {
    guard uri.hasPrefix(prefix) else { return nil }
    let name = uri.dropFirst(prefix.utf8.count)
    guard let text = texts.first(where: { $0.name == name })?.text else { return nil }
    return try? JSONValue.decode(Array(text.utf8), file: uri)
  }
}
