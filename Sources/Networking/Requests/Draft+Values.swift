import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What becomes of the response: the last step of a draft.
extension Draft {
  /// A value of JSON. Where nil is a value, an empty body is nil.
  public func decoding<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder? = nil
  ) -> Request<Value> {
    Request(self, decoder: .json(with: decoder))
  }

  /// Decodes the response with a decoder.
  public func decoding<Value>(by decoder: ResponseDecoder<Value>) -> Request<Value> {
    Request(self, decoder: decoder)
  }

  /// The bytes of the body.
  public var bytes: Request<[UInt8]> { Request(self, decoder: .bytes) }

  /// Nothing: the body, if there is one, is read and dropped.
  public var empty: Request<Void> { Request(self, decoder: .empty) }

  /// Head and body, the body as it comes. Until it has been read to its end, or cancelled, or
  /// released, it holds its connection, and its place where a client limits how many requests it sends.
  public var response: Request<StreamedResponse> {
    Request(
      self,
      decoder: ResponseDecoder(isStreaming: true) { response, _ in StreamedResponse(response) })
  }
}

extension Request {
  /// The same with another value made of the first one. What the transform throws is a problem of
  /// decoding.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> Request<Other> {
    Request<Other>(draft, decoder: decoder.map { value, _ in try transform(value) })
  }

  /// The value together with the head of the response and the bytes that it was decoded from.
  public var withHead: Request<Response<Value>> {
    Request<Response<Value>>(
      draft,
      decoder: decoder.map { value, response in
        Response(
          head: response.head, value: value, body: response.body.bytes ?? [],
          metrics: response.metrics)
      })
  }

  /// Declares the type of a failure's body, in JSON: it becomes ``HTTPFailure/value``, which
  /// ``NetworkError/failure(as:)`` returns.
  public func failure<Failure: Decodable & Sendable>(
    _ type: Failure.Type, with decoder: JSONDecoder? = nil
  ) -> Request {
    var typed = self.decoder
    typed.decodeFailure = { bytes, coders in
      try (decoder ?? coders.jsonDecoder).decode(Failure.self, from: Data(bytes))
    }
    return Request(draft, decoder: typed)
  }

  /// Refuses responses of success whose `Content-Type` is none of these with a
  /// ``ContentTypeError``: `text/csv`, `application/*+json`, `text/*`.
  public func requiring(contentType types: String...) -> Request {
    Request(draft, decoder: decoder.requiring(types))
  }
}

/// A value and the head of the response that it came with.
public struct Response<Value: Sendable>: Sendable {
  /// The head of the response.
  public var head: HTTPResponseHead
  /// The decoded body.
  public var value: Value
  /// The body, after its content coding was removed; empty for one that is read as it comes.
  public var body: [UInt8] = []
  /// The times and sizes of the exchange; `nil` if the transport reports none.
  public var metrics: TransportMetrics?

  /// The status of the response.
  public var status: HTTPStatus { head.status }
  /// The header fields of the response.
  public var fields: HTTPFields { head.fields }
}

extension Response: Equatable where Value: Equatable {}

extension Response: Redacted {
  /// The head, and of which type the value is.
  public var description: String { "\(head), a value of type \(Value.self)" }
}

extension Draft {
  /// The body as a text, in the charset that `Content-Type` names, else in UTF-8.
  public var text: Request<String> { Request(self, decoder: .text) }

  /// The body as a JSON value of any kind.
  public var jsonValue: Request<JSONValue> { Request(self, decoder: .jsonValue) }
}

extension ResponseDecoder where Value == String {
  /// A text, in the charset that `Content-Type` names, else in UTF-8. Throws ``TextDecodingError``.
  public static var text: ResponseDecoder {
    ResponseDecoder { response, _ in
      let bytes = try await response.body.collect(upTo: .max)
      let charset = response.fields[values: .contentType].last.flatMap(Charset.name)
      return try Charset.text(of: bytes, in: charset)
    }
  }
}

extension ResponseDecoder where Value == JSONValue {
  /// A value of JSON, in UTF-8; numbers keep their spelling. Comments, and a comma behind the last
  /// element, are let through. Throws ``JSONBodyError``, also for a name that is twice and for
  /// more than 256 containers in one another.
  public static var jsonValue: ResponseDecoder {
    ResponseDecoder(accept: "application/json") { response, _ in
      let bytes = try await response.body.collect(upTo: .max)
      do throws(Diagnostic) {
        return try JSONValue.decode(bytes, file: "")
      } catch {
        throw JSONBodyError(
          line: error.location?.start?.line, column: error.location?.start?.column,
          reason: error.code)
      }
    }
  }
}

/// A body that is no JSON. The reason is a code, because its words could quote the body.
public struct JSONBodyError: Error, Hashable, Sendable {
  /// Both begin with 1; nil when the whole is meant.
  public let line: Int?
  /// The column, in bytes.
  public let column: Int?
  /// The reason of the mistake.
  public let reason: String
}

extension JSONBodyError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    guard let line, let column else { return "the body is no JSON (\(reason))" }
    return "the body is no JSON at line \(line), column \(column) (\(reason))"
  }
}
