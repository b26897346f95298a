import TremaHTTP
import TremaSupport

/// Where a response leads.
struct RedirectLocation {
  private let values: [String]

  /// Nil for a response that leads nowhere.
  init?(_ response: HTTPResponseHead) {
    switch response.status {
    case .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect: break
    default: return nil
    }
    values = response.fields[values: .location]
    if values.isEmpty { return nil }
  }

  /// The URL that it names, without a fragment, which never goes over the wire.
  ///
  /// Source: RFC 9110, section 10.2.2, and RFC 3986, section 5.2. What is beyond ASCII, and other
  /// letters that no URL has, are percent-encoded as browsers do.
  func target(from here: URLReference) throws(HTTPSyntaxError) -> URLReference {
    guard let text = values.first, values.allSatisfy({ $0.utf8.elementsEqual(text.utf8) }) else {
      throw .url("of the redirect is said twice, and not the same")
    }
    var target = here.resolving(try URLReference(Self.encoded(text)))
    target.fragment = nil
    return target
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte > 0x7F || strangers.contains(byte) {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let strangers = ASCIISet(" \"<>\\^`{|}")
}
