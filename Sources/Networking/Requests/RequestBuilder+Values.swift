import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The last step in building a request, which adds the decoder for its response.
extension RequestBuilder {
  /// Decodes the response as JSON. If the type is optional, an empty body is decoded as `nil`.
  public func decoding<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder? = nil
  ) -> Request<Value> {
    Request(self, decoder: .json(with: decoder))
  }

  /// Decodes the response with a custom decoder.
  public func decoding<Value>(by decoder: ResponseDecoder<Value>) -> Request<Value> {
    Request(self, decoder: decoder)
  }

  /// The request with the bytes of the body as its value.
  public var bytes: Request<[UInt8]> { Request(self, decoder: .bytes) }

  /// The request without a value. If there is a body, it is read and discarded.
  public var empty: Request<Void> { Request(self, decoder: .empty) }

  /// The request with the head and the streamed body as its value. Until the body has been read to
  /// its end, was cancelled or was released, it holds its connection and, if the client limits the
  /// number of concurrent requests, its slot.
  public var response: Request<StreamedResponse> {
    Request(
      self,
      decoder: ResponseDecoder(isStreaming: true) { response, _ in StreamedResponse(response) })
  }
}

extension Request {
  /// Returns the request with a transformed value. Errors thrown by the transform are reported as
  /// `decoding`.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> Request<Other> {
    Request<Other>(builder, decoder: decoder.map { value, _ in try transform(value) })
  }

  /// The request whose value also contains the head of the response and the bytes that the value
  /// was decoded from.
  public var withHead: Request<Response<Value>> {
    Request<Response<Value>>(
      builder,
      decoder: decoder.map { value, response in
        Response(
          head: response.head, value: value, body: response.body.bytes ?? [],
          metrics: response.metrics)
      })
  }

  /// Declares the type of a failure's JSON body. The decoded body is stored in
  /// ``HTTPFailure/value`` and returned by ``NetworkError/failure(as:)``.
  public func failure<Failure: Decodable & Sendable>(
    _ type: Failure.Type, with decoder: JSONDecoder? = nil
  ) -> Request {
    var typed = self.decoder
    typed.decodeFailure = { bytes, coders in
      try (decoder ?? coders.jsonDecoder).decode(Failure.self, from: Data(bytes))
    }
    return Request(builder, decoder: typed)
  }

  /// Refuses accepted responses whose `Content-Type` does not match any of these patterns with a
  /// ``ContentTypeError``.
  ///
  /// - Parameter types: Patterns such as `text/csv`, `application/*+json` or `text/*`.
  public func requiring(contentType types: String...) -> Request {
    Request(builder, decoder: decoder.requiring(types))
  }
}

/// A decoded value and the head of its response.
public struct Response<Value: Sendable>: Sendable {
  /// The response head.
  public var head: HTTPResponseHead
  /// The decoded body.
  public var value: Value
  /// The body without its content coding, or empty for a streamed body.
  public var body: [UInt8] = []
  /// The times and sizes of the exchange, or `nil` if the transport reports none.
  public var metrics: TransportMetrics?

  /// The response status.
  public var status: HTTPStatus { head.status }
  /// The response's header fields.
  public var fields: HTTPFields { head.fields }
}

extension Response: Equatable where Value: Equatable {}

extension Response: Redacted {
  /// A description for logs: the head, and the type of the value.
  public var description: String { "\(head), a value of type \(Value.self)" }
}

extension RequestBuilder {
  /// The request with the body as text, in the charset of `Content-Type`, or in UTF-8 if it has
  /// none.
  public var text: Request<String> { Request(self, decoder: .text) }

  /// The request with the body as a JSON value of any kind.
  public var jsonValue: Request<JSONValue> { Request(self, decoder: .jsonValue) }
}

extension ResponseDecoder where Value == String {
  /// Decodes the body as text, in the charset of `Content-Type`, or in UTF-8 if it has none. Throws
  /// ``TextDecodingError``.
  public static var text: ResponseDecoder {
    ResponseDecoder { response, _ in
      let bytes = try await response.body.collect(upTo: .max)
      let charset = response.fields[values: .contentType].last.flatMap(Charset.name)
      return try Charset.text(of: bytes, in: charset)
    }
  }
}

extension ResponseDecoder where Value == JSONValue {
  /// Decodes the body as JSON in UTF-8, preserving the source of numbers. Comments and trailing
  /// commas are accepted. Throws ``JSONBodyError``, including for duplicate names and for more than
  /// 256 levels of nesting.
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

/// An error for a body that is not valid JSON. The reason is a code, because a message could quote
/// the body.
public struct JSONBodyError: Error, Hashable, Sendable {
  /// The line, starting from 1, or `nil` if the error applies to the whole body.
  public let line: Int?
  /// The column in bytes, starting from 1, or `nil` if the error applies to the whole body.
  public let column: Int?
  /// The code of the diagnostic.
  public let reason: String
}

extension JSONBodyError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    guard let line, let column else { return "the body is not valid JSON (\(reason))" }
    return "the body is not valid JSON at line \(line), column \(column) (\(reason))"
  }
}
