import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPResponseHead {
  /// Creates a head from a Foundation response, whose fields are in an unordered dictionary. The
  /// fields are sorted by name, and the `Set-Cookie` values are separated.
  init(_ response: HTTPURLResponse, to request: HTTPRequest) {
    var fields: [HTTPFields.Field] = []
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String else { continue }
      let field = HTTPFields.Name(name)
      if field == .setCookie {
        fields += SetCookieLines.split(value).map { HTTPFields.Field(field, $0) }
      } else {
        fields.append(HTTPFields.Field(field, value))
      }
    }
    // Cookies must keep their order. The sort includes the position because it wouldn't be stable
    // otherwise.
    let sorted = fields.enumerated().sorted {
      ($0.element.name.text, $0.offset) < ($1.element.name.text, $1.offset)
    }
    self.init(
      HTTPStatus(response.statusCode), fields: HTTPFields(sorted.map(\.element)),
      url: request.target)
  }

  /// The value of `Content-Length`, or `nil` if it is missing or invalid.
  var length: Int64? { fields[.contentLength].flatMap { Int64($0) } }

  /// The content codings that the system libraries decode automatically.
  private static let decodings: Set<String> = {
    #if canImport(FoundationNetworking)
      ["gzip", "x-gzip", "deflate", "br", "zstd", "identity", "none"]
    #else
      ["gzip", "x-gzip", "deflate", "br", "identity"]
    #endif
  }()

  /// Returns whether the session decodes the content. `Content-Encoding` and `Content-Length` then
  /// do not describe the bytes that the app receives.
  func isDecoded(of method: HTTPMethod) -> Bool {
    guard method != .head, ![204, 304].contains(status), let encoding = fields[.contentEncoding]
    else { return false }
    let codings = encoding.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    return codings.allSatisfy(Self.decodings.contains) && !codings.allSatisfy { $0 == "identity" }
  }

  /// The head without the fields that do not apply to decoded content.
  var decoded: HTTPResponseHead {
    var head = self
    head.fields[.contentEncoding] = nil
    head.fields[.contentLength] = nil
    return head
  }
}

/// Separates the `Set-Cookie` lines that Foundation joins with `, `. Dates also contain a comma, so
/// a new line starts only where a name and `=` follow. A value that itself contains `, name=` is
/// split incorrectly, but servers that comply with RFC 6265, section 4.1.1, do not send such
/// values.
enum SetCookieLines {
  /// Returns the separate lines in their order.
  static func split(_ joined: String) -> [String] {
    let bytes = Array(joined.utf8)
    var lines: [String] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: ",") {
      guard index > start, index + 1 < bytes.count, bytes[index + 1] == 0x20 else { continue }
      let rest = bytes[(index + 2)...]
      let name = rest.prefix { !" \t,;=".utf8.contains($0) }
      guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "=")
      else { continue }
      lines.append(String(decoding: bytes[start..<index], as: UTF8.self))
      start = index + 2
    }
    lines.append(String(decoding: bytes[start...], as: UTF8.self))
    return lines
  }
}
