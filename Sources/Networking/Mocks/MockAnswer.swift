import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A response that replaces the network's.
public struct MockAnswer: Sendable {
  enum Kind: Sendable {
    case response(HTTPStatus, HTTPFields, Content)
    case failure(TransportError)
    case never
    case made(@Sendable (MockedRequest) async throws(TransportError) -> MockAnswer)
  }

  enum Content: Sendable {
    case bytes([UInt8])
    /// Read when it is asked for.
    case file(path: String)
    case pieces([[UInt8]], every: Duration, Ending)
  }

  /// The end of a body that arrives in pieces.
  public enum Ending: Hashable, Sendable {
    case complete
    case failing(TransportError.Kind)
    /// No answer: the request ends by its deadline or by cancellation.
    case never
  }

  let kind: Kind
  /// Before the head, on the clock of the transport.
  var delay: Duration = .zero
  /// The version that the response reports.
  var version: HTTPVersion?

  init(_ kind: Kind) { self.kind = kind }

  /// A status without a body.
  public static func status(_ status: HTTPStatus, fields: HTTPFields = [:]) -> MockAnswer {
    .bytes([], type: nil, status: status, fields: fields)
  }

  /// - Parameter type: what `Content-Type` says, unless the fields say it.
  public static func bytes(
    _ bytes: [UInt8], type: String? = "application/octet-stream", status: HTTPStatus = .ok,
    fields: HTTPFields = [:]
  ) -> MockAnswer {
    MockAnswer(.response(status, fields.typed(type), .bytes(bytes)))
  }

  /// Creates an answer with a text body.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPStatus = .ok,
    fields: HTTPFields = [:]
  ) -> MockAnswer {
    bytes(Array(text.utf8), type: type, status: status, fields: fields)
  }

  /// JSON as it is written: `.json(text: #"{"id": 4}"#)`.
  public static func json(
    text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockAnswer {
    self.text(text, type: "application/json", status: status, fields: fields)
  }

  /// A value as JSON. One that cannot be written fails when it is asked for.
  public static func json(
    _ value: some Encodable & Sendable, with encoder: JSONEncoder = JSONEncoder(),
    status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockAnswer {
    MockAnswer(
      .made { (_) throws(TransportError) in
        let data: Data
        do { data = try encoder.encode(value) } catch {
          throw TransportError(.mock(.encoding(NetworkError.Kind.words(ofContent: error))))
        }
        return .bytes([UInt8](data), type: "application/json", status: status, fields: fields)
      })
  }

  /// A file, read when it is asked for; one that is missing then is the error `MockFailure.file(_:)`.
  ///
  /// - Parameter type: what `Content-Type` says; nil goes by the ending of the path.
  public static func file(
    _ path: String, type: String? = nil, status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockAnswer {
    let fields = fields.typed(type ?? GuessedType.ofFile(path) ?? GuessedType.unknown)
    return MockAnswer(.response(status, fields, .file(path: path)))
  }

  /// A body that comes piece by piece, a time before each of them. Empty pieces are left out.
  public static func pieces(
    _ pieces: [[UInt8]], every interval: Duration = .zero, ending: Ending = .complete,
    type: String? = "application/octet-stream", status: HTTPStatus = .ok, fields: HTTPFields = [:]
  ) -> MockAnswer {
    MockAnswer(
      .response(
        status, fields.typed(type),
        .pieces(pieces.filter { !$0.isEmpty }, every: interval, ending)))
  }

  /// - Parameter mayHaveBeenSent: nil goes by the kind: a host without an address, a server that
  ///   cannot be reached and a connection that was not made in time have seen nothing.
  public static func failure(
    _ kind: TransportError.Kind, _ detail: String = "", mayHaveBeenSent: Bool? = nil
  ) -> MockAnswer {
    let isEarly =
      switch kind {
      case .invalidRequest, .unsupported, .closed, .timeout(.connect), .nameNotFound,
        .cannotConnect, .tls, .proxy:
        true
      default: false
      }
    return MockAnswer(
      .failure(TransportError(kind, detail, mayHaveBeenSent: mayHaveBeenSent ?? !isEarly)))
  }

  /// No answer: a deadline ends it, a cancelled task, or the end of the transport.
  public static let never = MockAnswer(.never)

  /// Made of the request and its body when it is asked for.
  public static func made(
    _ make: @escaping @Sendable (MockedRequest) async throws(TransportError) -> MockAnswer
  ) -> MockAnswer {
    MockAnswer(.made(make))
  }

  /// The same, a time later; several add up.
  public func delayed(by delay: Duration) -> MockAnswer {
    var copy = self
    copy.delay += delay
    return copy
  }
}

extension HTTPFields {
  fileprivate func typed(_ type: String?) -> HTTPFields {
    guard let type, !contains(.contentType) else { return self }
    var fields = self
    fields.append(.contentType, type)
    return fields
  }
}

extension MockAnswer: Redacted {
  /// A description for logs and messages.
  public var description: String {
    switch kind {
    case .response(let status, let fields, _): "\(status)" + (fields.isEmpty ? "" : " \(fields)")
    case .failure(let error): "\(error)"
    case .never: "no answer"
    case .made: "what a closure answers"
    }
  }
}

extension MockAnswer {
  /// Answers one request of a client.
  ///
  /// - Throws: `unsupported` where the app does not say that it is being worked on: an answer that
  ///   no server gave must not look like one in the hands of a user.
  func response(
    to sent: ClientRequest, _ context: TransportContext
  ) async throws(NetworkError) -> HTTPResponse {
    guard Runtime.isDebug else {
      throw NetworkError(
        .unsupported("the request has a mock, which answers only where Runtime.isDebug is true"),
        request: sent.head)
    }
    do throws(TransportError) {
      return try await MockTransport(.any(self)).send(sent.head, body: sent.body, context: context)
    } catch {
      throw NetworkError(transport: error, request: sent.head)
    }
  }
}
