import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A response that replaces the network's.
public struct MockResponse: Sendable {
  /// The kind of an answer.
  enum Kind: Sendable {
    case response(HTTPStatus, HTTPFields, Content)
    case failure(TransportError)
    case never
    case computed(@Sendable (MockedRequest) async throws(TransportError) -> MockResponse)
  }

  /// The body of an answer.
  enum Content: Sendable {
    case bytes([UInt8])
    /// The content of a file, which is read when the request is answered.
    case file(path: String)
    /// Chunks with a delay before each of them, and the end of the body.
    case chunks([[UInt8]], every: Duration, Ending)
  }

  /// The end of a body that is received in chunks.
  public enum Ending: Hashable, Sendable {
    /// The body is complete.
    case complete
    /// The body ends with an error.
    case failing(TransportError.Kind)
    /// The body does not end: the request ends by its deadline or by cancellation.
    case never
  }

  let kind: Kind
  /// The delay before the head, by the clock of the transport.
  var delay: Duration = .zero
  /// The version of HTTP in the head of the response; `nil` if there is none.
  var version: HTTPVersion?

  init(_ kind: Kind) { self.kind = kind }

  /// Creates an answer without a body.
  public static func status(_ status: HTTPStatus, fields: HTTPFields = [:]) -> MockResponse {
    .bytes([], type: nil, status: status, fields: fields)
  }

  /// Creates an answer with a body of bytes.
  ///
  /// - Parameters:
  ///   - bytes: the body.
  ///   - type: the value of `Content-Type`, unless the fields contain one; `nil` adds none.
  ///   - status: the status.
  ///   - fields: the fields.
  public static func bytes(
    _ bytes: [UInt8], type: String? = "application/octet-stream", status: HTTPStatus = .ok,
    fields: HTTPFields = [:]
  ) -> MockResponse {
    MockResponse(.response(status, fields.typed(type), .bytes(bytes)))
  }

  /// Creates an answer with a text body.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPStatus = .ok,
    fields: HTTPFields = [:]
  ) -> MockResponse {
    bytes(Array(text.utf8), type: type, status: status, fields: fields)
  }

  /// Creates an answer with JSON as it is written: `.json(text: #"{"id": 4}"#)`.
  public static func json(
    text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockResponse {
    self.text(text, type: "application/json", status: status, fields: fields)
  }

  /// Creates an answer with the JSON encoding of a value. An encoding error is reported when the
  /// request is answered.
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

  /// Creates an answer with the content of a file, which is read when the request is answered. A
  /// missing file is the error `MockFailure.file(_:)`.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - type: the value of `Content-Type`; `nil` derives it from the file extension.
  ///   - status: the status.
  ///   - fields: the fields.
  public static func file(
    _ path: String, type: String? = nil, status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockResponse {
    let fields = fields.typed(type ?? GuessedType.forFileExtension(path) ?? GuessedType.unknown)
    return MockResponse(.response(status, fields, .file(path: path)))
  }

  /// Creates an answer whose body is received in chunks, with a delay before each of them. Empty
  /// chunks are left out.
  public static func chunks(
    _ chunks: [[UInt8]], every interval: Duration = .zero, ending: Ending = .complete,
    type: String? = "application/octet-stream", status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockResponse {
    MockResponse(
      .response(
        status, fields.typed(type),
        .chunks(chunks.filter { !$0.isEmpty }, every: interval, ending)))
  }

  /// Creates an answer that fails with an error of the transport.
  ///
  /// - Parameters:
  ///   - kind: the kind of the error.
  ///   - detail: the details for messages.
  ///   - mayHaveBeenSent: whether the server may have received the request; `nil` derives it from
  ///     the kind. It is false for errors before a connection has been established, such as a host
  ///     without an address.
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

  /// An answer that is never received: the request ends by a deadline, by cancellation, or when the
  /// transport is closed.
  public static let never = MockResponse(.never)

  /// Creates an answer that a closure makes from the request and its body.
  public static func computed(
    _ make: @escaping @Sendable (MockedRequest) async throws(TransportError) -> MockResponse
  ) -> MockResponse {
    MockResponse(.computed(make))
  }

  /// Returns the answer with an additional delay before its head.
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
  /// A description for logs and messages.
  public var description: String {
    switch kind {
    case .response(let status, let fields, _): "\(status)" + (fields.isEmpty ? "" : " \(fields)")
    case .failure(let error): "\(error)"
    case .never: "no answer"
    case .computed: "an answer from a closure"
    }
  }
}

extension MockResponse {
  /// Answers a request of a client.
  ///
  /// - Throws: `unsupported` if `Runtime.isDebug` is false: users must not receive an answer that
  ///   is not a server's.
  func response(
    to sent: ClientRequest, _ context: TransportContext
  ) async throws(NetworkError) -> HTTPResponse {
    guard Runtime.isDebug else {
      throw NetworkError(
        .unsupported("the request has a mock, which answers only if Runtime.isDebug is true"),
        request: sent.head)
    }
    do throws(TransportError) {
      return try await MockTransport(.any(self)).send(sent.head, body: sent.body, context: context)
    } catch {
      throw NetworkError(transport: error, request: sent.head)
    }
  }
}
