import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoders and decoders with which a client writes requests and reads responses.
public struct ClientCoders: Sendable {
  /// The encoder of JSON bodies.
  public var json: JSONEncoder
  /// The decoder of JSON responses.
  public var jsonDecoder: JSONDecoder
  /// The encoder of queries, whose rules also percent-encode a query that is part of a target.
  public var query: QueryEncoder
  /// The encoder of forms.
  public var form: FormEncoder

  /// Creates a set of coders; each default is a coder with its default settings.
  public init(
    json: JSONEncoder = JSONEncoder(), jsonDecoder: JSONDecoder = JSONDecoder(),
    query: QueryEncoder = QueryEncoder(), form: FormEncoder = FormEncoder()
  ) {
    self.json = json
    self.jsonDecoder = jsonDecoder
    self.query = query
    self.form = form
  }

  /// These coders with a JSON encoder for human readers: indented over several lines, with sorted
  /// names. A `JSONValue` as a body stays on one line.
  ///
  ///     client.coders = client.coders.prettyJSON
  public var prettyJSON: ClientCoders {
    var copy = self
    let encoder = JSONEncoder()
    // `JSONEncoder` is a class, and a change of the shared instance would affect every copy of
    // these coders. So its strategies are copied to a new one.
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
