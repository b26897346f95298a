import Networking
import TremaHTTP

extension ResponseDecoder where Value: Decodable {
  /// Returns an XML decoder that accepts `application/xml` and `text/xml`. See
  /// ``XMLResponseDecoder`` for the mapping of elements to values.
  ///
  ///     let request: Request<[Dish]> = .get("dishes").decoding(
  ///       by: .byContentType([
  ///         ("application/json", .json()), ("application/xml", .xml()), ("text/xml", .xml()),
  ///       ]))
  public static func xml(
    _ type: Value.Type = Value.self, with decoder: XMLResponseDecoder = XMLResponseDecoder()
  ) -> ResponseDecoder {
    ResponseDecoder(accept: "application/xml, text/xml") { response, _ in
      try decoder.decode(Value.self, from: try await response.body.collect(upTo: .max))
    }
  }
}
