import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A decoder for the value of a response whose status is accepted.
public struct ResponseDecoder<Value: Sendable>: Sendable {
  /// Whether the body is streamed to the decoder; otherwise it is first read as a whole.
  let isStreaming: Bool
  /// The value of `Accept`, unless the request has one; `nil` adds none.
  public let accept: String?
  /// Decodes a response, using the client's coders.
  public let decode: @Sendable (HTTPResponse, ClientCoders) async throws -> Value
  /// Decodes the body of a failure for ``HTTPFailure/value``, or `nil` if the request does not
  /// declare a failure type.
  var decodeFailure: (@Sendable ([UInt8], ClientCoders) throws -> any Sendable)?

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - accept: The value of `Accept`, unless the request has one; `nil` adds none.
  ///   - isStreaming: Whether the body is streamed.
  ///   - decode: Decodes a response, using the client's coders. The body of the response is a
  ///     stream if `isStreaming` is true; otherwise it has been received as a whole.
  public init(
    accept: String? = nil, isStreaming: Bool = false,
    _ decode: @escaping @Sendable (HTTPResponse, ClientCoders) async throws -> Value
  ) {
    self.accept = accept
    self.isStreaming = isStreaming
    self.decode = decode
  }

  /// Returns a decoder that computes its value from the value of this one and the response.
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value, HTTPResponse) throws -> Other
  ) -> ResponseDecoder<Other> {
    let decode = decode
    var other = ResponseDecoder<Other>(accept: accept, isStreaming: isStreaming) {
      try transform(try await decode($0, $1), $0)
    }
    other.decodeFailure = decodeFailure
    return other
  }
}

extension ResponseDecoder where Value: Decodable {
  /// Decodes the body as JSON. If the type is optional, an empty body is decoded as `nil`.
  ///
  /// - Parameter decoder: The decoder; `nil` means the client's decoder.
  public static func json(with decoder: JSONDecoder? = nil) -> ResponseDecoder {
    ResponseDecoder(accept: "application/json") { response, coders in
      let bytes = try await response.body.collect(upTo: .max)
      if bytes.isEmpty, let optional = Value.self as? any ExpressibleByNilLiteral.Type,
        let absent = optional.init(nilLiteral: ()) as? Value
      {
        return absent
      }
      let decoder = decoder ?? coders.jsonDecoder
      do {
        return try decoder.decode(Value.self, from: Data(bytes))
      } catch let error as DecodingError {
        // Foundation's usual errors don't contain the position in the body, but this one does.
        throw JSONProblem.explaining(error, in: bytes, as: Value.self, by: decoder)
      }
    }
  }
}

extension ResponseDecoder where Value == [UInt8] {
  /// Returns the body's bytes.
  public static var bytes: ResponseDecoder {
    ResponseDecoder { response, _ in try await response.body.collect(upTo: .max) }
  }
}

extension ResponseDecoder where Value == Void {
  /// Discards the body, if there is one.
  public static var empty: ResponseDecoder { ResponseDecoder { _, _ in } }
}

extension ResponseDecoder {
  /// Chooses the first decoder whose type matches the response's type.
  ///
  ///     let request: Request<[Dish]> = .get("dishes").decoding(
  ///       by: .byContentType([
  ///         ("application/json", .json()),
  ///         ("text/csv", ResponseDecoder { response, _ in try await table(response) }),
  ///       ]))
  ///
  /// - Parameter decoders: Decoders with patterns as in `Accept`, such as `text/csv`,
  ///   `application/*+json`, `text/*` or `*/*`. A response without `Content-Type` matches only
  ///   `*/*`. Decoding throws ``ContentTypeError`` if no pattern matches.
  public static func byContentType(
    _ decoders: [(type: String, decoder: ResponseDecoder)]
  ) -> ResponseDecoder {
    let types = decoders.map(\.type)
    // Patterns like `application/*+json` are not part of the `Accept` syntax.
    let accept = types.filter {
      !$0.utf8.contains(UInt8(ascii: "*")) || !$0.utf8.contains(UInt8(ascii: "+"))
    }
    return ResponseDecoder(
      accept: accept.isEmpty ? nil : accept.joined(separator: ", "),
      isStreaming: decoders.contains(where: \.decoder.isStreaming)
    ) { response, coders in
      for (type, decoder) in decoders where MediaType.matches(response, type) {
        return try await decoder.decode(response, coders)
      }
      throw ContentTypeError(expected: types, found: response.fields[.contentType])
    }
  }

  /// Returns a decoder that throws ``ContentTypeError`` for a response whose type does not match
  /// any of the given patterns.
  func requiring(_ types: [String]) -> ResponseDecoder {
    let decode = decode
    var checked = ResponseDecoder(accept: accept, isStreaming: isStreaming) { response, coders in
      guard types.contains(where: { MediaType.matches(response, $0) }) else {
        response.body.cancel()
        throw ContentTypeError(expected: types, found: response.fields[.contentType])
      }
      return try await decode(response, coders)
    }
    checked.decodeFailure = decodeFailure
    return checked
  }
}

/// An error for a response whose media type is not among the expected ones.
public struct ContentTypeError: Error, Hashable, Sendable {
  /// The expected media types.
  public let expected: [String]
  /// The response's media type, or `nil` if it has none.
  public let found: String?
}

extension ContentTypeError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    let found = found.map { "is '\(HTTPSyntax.escaped($0))'" } ?? "is missing"
    return "the media type \(found), expected \(expected.joined(separator: " or "))"
  }
}

/// A comparison of media types with patterns.
///
/// See RFC 9110, sections 8.3.1 and 12.5.1, and RFC 6839 for structured syntax suffixes such as
/// `+json`.
enum MediaType {
  /// Returns whether the type of a response matches a pattern.
  ///
  /// - Parameter pattern: `text/csv`, `text/*`, `application/*+json` or `*/*`. Parameters of the
  ///   type and the pattern are ignored. A response without a type matches only `*/*`.
  static func matches(_ response: HTTPResponse, _ pattern: String) -> Bool {
    let pattern = parts(pattern)
    if pattern == any { return true }
    guard let value = response.fields[values: .contentType].last else { return false }
    let type = parts(value)
    return matchesName(type.name, pattern.name) && matchesName(type.subname, pattern.subname)
  }

  private static let any = parts("*/*")

  /// Returns the type and subtype in lowercase, without parameters and whitespace.
  private static func parts(_ text: String) -> (name: [UInt8], subname: [UInt8]) {
    var bytes = text.utf8.prefix { $0 != UInt8(ascii: ";") }.map(ASCII.lowercased)
    bytes.removeAll { $0 == 0x20 || $0 == 0x09 }
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return (bytes, []) }
    return (Array(bytes[..<slash]), Array(bytes[(slash + 1)...]))
  }

  /// Returns whether a name matches a pattern, in which a leading star matches any prefix.
  private static func matchesName(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    guard pattern.first == UInt8(ascii: "*") else { return name == pattern }
    let suffix = pattern.dropFirst()
    return name.count >= suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
  }
}
