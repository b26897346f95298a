import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NetworkError: Redacted {
  /// A description for logs that omits field values, user names in URLs, queries and bodies.
  public var description: String {
    let text = kind.description
    let attemptNote = attempts > 1 ? " (after \(attempts) attempts)" : ""
    guard let request else { return text + attemptNote }
    return "\(request.method) \(request.redactedTarget): \(text)\(attemptNote)"
  }
}

extension NetworkError.Kind: Redacted {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .invalidRequest(let error): "the request cannot be built: \(error)"
    case .encoding(let error): "the request cannot be encoded: \(Self.message(ofContent: error))"
    case .constraint(let name, let error):
      "constraint '\(name)' is not satisfied: \(Self.message(of: error))"
    case .transport(let error): "\(error)"
    case .timeout(let part): "timed out (\(part.rawValue))"
    case .status(let failure): "the server returned \(failure.head.status)"
    case .decoding(let error): "the response cannot be decoded: \(Self.message(ofContent: error))"
    case .cancelled: "cancelled"
    case .interceptor(let name, let error):
      "interceptor '\(name)' failed: \(Self.message(of: error))"
    case .bodyNotReplayable: "the request cannot be sent again: its body can be read only once"
    case .unsupported(let reason): reason
    }
  }

  /// Returns a description of an app's error that omits values from bodies.
  private static func message(of error: any Error) -> String {
    switch error {
    case is DecodingError, is EncodingError: message(ofContent: error)
    default: "\(error)"
    }
  }

  /// Returns a description of an error that may contain values from a body. Coders quote such
  /// values in their errors, and unknown errors may also do so, so only their type is included.
  static func message(ofContent error: any Error) -> String {
    switch error {
    case let error as DecodingError: message(of: error)
    case EncodingError.invalidValue(_, let context):
      "a value\(location(context.codingPath)) cannot be encoded"
    case let error as ParameterError: message(of: error)
    // These errors contain names and codes, but no values.
    case is NetworkError, is TransportError, is HTTPSyntaxError, is CredentialsError,
      is ContentTypeError, is TextDecodingError, is JSONBodyError, is MultipartError,
      is URITemplateError, is DownloadError, is LineError, is JSONLineError, is EventStreamError:
      "\(error)"
    case let error as any Redacted: error.description
    default: "\(type(of: error))"
    }
  }

  /// Returns a description of a parameter error that omits values.
  private static func message(of error: ParameterError) -> String {
    guard case .thrown(let thrown) = error.reason else { return "\(error)" }
    let path = error.codingPath.isEmpty ? "" : " '\(error.codingPath.joined(separator: "."))'"
    return "the parameter\(path) cannot be encoded: \(message(ofContent: thrown))"
  }

  /// Returns a description of a decoding error that omits values.
  private static func message(of error: DecodingError) -> String {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      if let problem = context.underlyingError as? JSONProblem { return problem.description }
    @unknown default: break
    }
    return switch error {
    case .typeMismatch(let type, let context):
      "the value\(location(context.codingPath)) is not of type \(type)"
    case .valueNotFound(let type, let context):
      "expected \(type)\(location(context.codingPath)), found null"
    case .keyNotFound(let key, let context):
      "the key '\(HTTPSyntax.escaped(key.stringValue))' is missing\(location(context.codingPath))"
    case .dataCorrupted(let context): "the content\(location(context.codingPath)) is not valid"
    @unknown default: "the content is not valid"
    }
  }

  /// Returns ` at 'users[3].name'`, or an empty string for the root value.
  private static func location(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : " at '\(text(of: path))'"
  }

  /// Returns a coding path like `users[3].name`.
  static func text(of path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + HTTPSyntax.escaped(key.stringValue)
      }
    }
  }
}

extension HTTPFailure: Redacted {
  /// A description for logs that omits the fields and the body.
  public var description: String { "\(status), a body of \(body.count) bytes" }
}

extension NetworkError: LocalizedError {
  /// The ``description``, which is not localized.
  public var errorDescription: String? { description }
}

extension TransportError: LocalizedError {
  /// The `description`, which is not localized.
  public var errorDescription: String? { description }
}

extension NetworkError {
  /// Whether the same request may succeed on a different connection because this one was lost, was
  /// silent for too long, or could not be opened.
  var isConnectionLoss: Bool {
    switch kind {
    case .timeout(let part): part != .total
    case .transport(let error):
      switch error.kind {
      case .connectionLost, .truncatedBody, .cannotConnect, .nameNotFound: true
      default: false
      }
    default: false
    }
  }
}
