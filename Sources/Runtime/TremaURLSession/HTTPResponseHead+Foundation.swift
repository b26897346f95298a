import Foundation
import TremaHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPResponseHead {
  /// Fields come from a dictionary: here they stand by name, those of `Set-Cookie` apart.
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
    // Cookies must keep their order: the sort is stable only by position.
    let sorted = fields.enumerated().sorted {
      ($0.element.name.text, $0.offset) < ($1.element.name.text, $1.offset)
    }
    self.init(
      HTTPStatus(response.statusCode), fields: HTTPFields(sorted.map(\.element)),
      url: request.target)
  }

  /// What `Content-Length` says; nil where it says nothing that can be relied on.
  var length: Int64? { fields[.contentLength].flatMap { Int64($0) } }

  /// What the libraries inside decode by themselves.
  private static let decodings: Set<String> = {
    #if canImport(FoundationNetworking)
      ["gzip", "x-gzip", "deflate", "br", "zstd", "identity", "none"]
    #else
      ["gzip", "x-gzip", "deflate", "br", "identity"]
    #endif
  }()

  /// Whether the content comes decoded, so that two fields speak of what nobody sees.
  func isDecoded(of method: HTTPMethod) -> Bool {
    guard method != .head, ![204, 304].contains(status), let encoding = fields[.contentEncoding]
    else { return false }
    let names = encoding.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    return names.allSatisfy(Self.decodings.contains) && !names.allSatisfy { $0 == "identity" }
  }

  var decoded: HTTPResponseHead {
    var head = self
    head.fields[.contentEncoding] = nil
    head.fields[.contentLength] = nil
    return head
  }
}
