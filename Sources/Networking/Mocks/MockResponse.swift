import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A response that replaces the network's.
public struct MockResponse: Sendable {
  /// The kind of response.
  enum Kind: Sendable {
    case response(HTTPStatus, HTTPFields, Content)
    case failure(TransportError)
    case never
    case computed(@Sendable (MockedRequest) async throws(TransportError) -> MockResponse)
  }

  /// The response body.
  enum Content: Sendable {
    case bytes([UInt8])
    /// The contents of a file, which is read when the response is sent.
    case file(path: String)
    /// Chunks, each preceded by a delay, and the end of the body.
    case chunks([[UInt8]], every: Duration, Ending)
  }

  /// The end of a body that is received in chunks.
  public enum Ending: Hashable, Sendable {
    /// The body is complete.
    case complete
    /// The body ends with an error.
    case failing(TransportError.Kind)
    /// The body does not end, so the request ends by its deadline or by cancellation.
    case never
  }

  let kind: Kind
  /// The delay before the head, according to the transport's clock.
  var delay: Duration = .zero
  /// The HTTP version in the head of the response, or `nil` if there is none.
  var version: HTTPVersion?

  init(_ kind: Kind) { self.kind = kind }

  /// Creates a response without a body.
  public static func status(_ status: HTTPStatus, fields: HTTPFields = [:]) -> MockResponse {
    .bytes([], type: nil, status: status, fields: fields)
  }

  /// Creates a response with a body of bytes.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: The value of `Content-Type`, unless the fields contain one; `nil` adds none.
  ///   - status: The status code, 200 by default.
  ///   - fields: The header fields, empty by default.
  public static func bytes(
    _ bytes: [UInt8], type: String? = "application/octet-stream", status: HTTPStatus = .ok,
    fields: HTTPFields = [:]
  ) -> MockResponse {
    MockResponse(.response(status, fields.typed(type), .bytes(bytes)))
  }

  /// Creates a response with a string as its body.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPStatus = .ok,
    fields: HTTPFields = [:]
  ) -> MockResponse {
    bytes(Array(text.utf8), type: type, status: status, fields: fields)
  }

  /// Creates a response with JSON that is sent as is: `.json(text: #"{"id": 4}"#)`.
  public static func json(
    text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockResponse {
    self.text(text, type: "application/json", status: status, fields: fields)
  }

  /// Creates a response with a value encoded as JSON. Encoding errors are reported when the
  /// response is sent.
  public static func json(
    _ value: some Encodable & Sendable, with encoder: JSONEncoder = JSONEncoder(),
    status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockResponse {
    MockResponse(
      .computed { (_) throws(TransportError) in
        let data: Data
        do { data = try encoder.encode(value) } catch {
          throw TransportError(.mock(.encoding(NetworkError.Kind.message(ofContent: error))))
        }
        return .bytes([UInt8](data), type: "application/json", status: status, fields: fields)
      })
  }

  /// Creates a response with the contents of a file, which is read when the response is sent. A
  /// missing file results in the error `MockFailure.file(_:)`.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - type: The value of `Content-Type`; `nil` derives it from the file extension.
  ///   - status: The status code, 200 by default.
  ///   - fields: The header fields, empty by default.
  public static func file(
    _ path: String, type: String? = nil, status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockResponse {
    let fields = fields.typed(type ?? GuessedType.forFileExtension(path) ?? GuessedType.unknown)
    return MockResponse(.response(status, fields, .file(path: path)))
  }

  /// Creates a response whose body is received in chunks, each preceded by a delay. Empty chunks
  /// are omitted.
  public static func chunks(
    _ chunks: [[UInt8]], every interval: Duration = .zero, ending: Ending = .complete,
    type: String? = "application/octet-stream", status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockResponse {
    MockResponse(
      .response(
        status, fields.typed(type),
        .chunks(chunks.filter { !$0.isEmpty }, every: interval, ending)))
  }

  /// Creates a response that fails with a transport error.
  ///
  /// - Parameters:
  ///   - kind: The kind of error.
  ///   - detail: The details for messages.
  ///   - mayHaveBeenSent: Whether the server may have received the request; `nil` derives it from
  ///     the kind. It is false for errors before a connection has been established, such as an
  ///     unknown host.
  public static func failure(
    _ kind: TransportError.Kind, _ detail: String = "", mayHaveBeenSent: Bool? = nil
  ) -> MockResponse {
    let isEarly =
      switch kind {
      case .invalidRequest, .unsupported, .closed, .timeout(.connect), .nameNotFound,
        .cannotConnect, .tls, .proxy:
        true
      default: false
      }
    return MockResponse(
      .failure(TransportError(kind, detail, mayHaveBeenSent: mayHaveBeenSent ?? !isEarly)))
  }

  /// A response that is never received. The request ends by a deadline, by cancellation, or when
  /// the transport is closed.
  public static let never = MockResponse(.never)

  /// Creates a response that a closure computes from the request and its body.
  public static func computed(
    _ make: @escaping @Sendable (MockedRequest) async throws(TransportError) -> MockResponse
  ) -> MockResponse {
    MockResponse(.computed(make))
  }

  /// Returns the response with an additional delay before its head.
  public func delayed(by delay: Duration) -> MockResponse {
    var copy = self
    copy.delay += delay
    return copy
  }
}

extension HTTPFields {
  /// Returns the fields with a media type, unless they contain one.
  fileprivate func typed(_ type: String?) -> HTTPFields {
    guard let type, !contains(.contentType) else { return self }
    var fields = self
    fields.append(.contentType, type)
    return fields
  }
}

extension MockResponse: Redacted {
  /// A textual representation of this instance.
  public var description: String {
    switch kind {
    case .response(let status, let fields, _): "\(status)" + (fields.isEmpty ? "" : " \(fields)")
    case .failure(let error): "\(error)"
    case .never: "no response"
    case .computed: "a response from a closure"
    }
  }
}

extension MockResponse {
  /// Responds to a client's request.
  ///
  /// - Throws: `unsupported` if `Runtime.isDebug` is false, since users must only receive responses
  ///   from a server.
  func response(
    to sent: ClientRequest, _ context: TransportContext
  ) async throws(NetworkError) -> HTTPResponse {
    guard Runtime.isDebug else {
      throw NetworkError(
        .unsupported("the request has a mock, but mocks are used only if Runtime.isDebug is true"),
        request: sent.head)
    }
    do throws(TransportError) {
      return try await MockTransport(.any(self)).send(sent.head, body: sent.body, context: context)
    } catch {
      throw NetworkError(transport: error, request: sent.head)
    }
  }
}
