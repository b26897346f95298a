import TremaHTTP
import TremaJSON
import TremaSupport

extension Draft {
  /// The body as a text, in the charset that `Content-Type` names, else in UTF-8.
  public var text: Request<String> { Request(self, decoder: .text) }

  /// The body as a value of JSON, whatever is in it.
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
  /// element, are let through. Throws ``JSONBodyError``, also for a name that stands twice and for
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
  /// In bytes.
  public let column: Int?
  public let reason: String
}

extension JSONBodyError: CustomStringConvertible {
  public var description: String {
    guard let line, let column else { return "the body is no JSON (\(reason))" }
    return "the body is no JSON at line \(line), column \(column) (\(reason))"
  }
}
