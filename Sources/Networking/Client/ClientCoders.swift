import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoders and decoders that a client uses for requests and responses.
public struct ClientCoders: Sendable {
  /// The encoder for JSON bodies.
  public var json: JSONEncoder
  /// The decoder for JSON responses.
  public var jsonDecoder: JSONDecoder
  /// The encoder for queries. Its rules also percent-encode a query that is part of a target.
  public var query: QueryEncoder
  /// The encoder for forms.
  public var form: FormEncoder

  /// Creates a set of coders. Each defaults to a coder with default settings.
  public init(
    json: JSONEncoder = JSONEncoder(), jsonDecoder: JSONDecoder = JSONDecoder(),
    query: QueryEncoder = QueryEncoder(), form: FormEncoder = FormEncoder()
  ) {
    self.json = json
    self.jsonDecoder = jsonDecoder
    self.query = query
    self.form = form
  }

  /// These coders with a JSON encoder for human-readable output: indented, with sorted names. A
  /// `JSONValue` body remains on one line.
  ///
  ///     client.coders = client.coders.prettyJSON
  public var prettyJSON: ClientCoders {
    var copy = self
    let encoder = JSONEncoder()
    // `JSONEncoder` is a class, and changing the shared instance would affect every copy of these
    // coders, so its settings are copied to a new instance.
    (encoder.dateEncodingStrategy, encoder.dataEncodingStrategy) = (
      json.dateEncodingStrategy, json.dataEncodingStrategy
    )
    (encoder.keyEncodingStrategy, encoder.userInfo) = (json.keyEncodingStrategy, json.userInfo)
    encoder.nonConformingFloatEncodingStrategy = json.nonConformingFloatEncodingStrategy
    encoder.outputFormatting = json.outputFormatting.union([.prettyPrinted, .sortedKeys])
    copy.json = encoder
    return copy
  }
}
