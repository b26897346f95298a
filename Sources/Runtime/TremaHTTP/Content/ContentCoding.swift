import TremaSupport

/// The codings of content that are decoded here.
enum ContentCoding: Sendable {
  case gzip, deflate

  var name: String { self == .gzip ? "gzip" : "deflate" }

  /// The most codings that may lie around one content; nobody has reason for two.
  private static let limit = 4

  /// What a `Content-Encoding` says, without `identity`, in the order in which it was applied.
  ///
  /// - Returns: nil when one of them is not known.
  /// - Throws: `content` for more codings than anybody needs.
  ///
  /// Source: RFC 9110, section 8.4; `x-gzip` means `gzip`.
  static func list(_ value: String) throws(TransportError) -> [ContentCoding]? {
    var codings: [ContentCoding] = []
    for element in value.utf8.split(separator: UInt8(ascii: ",")) {
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      let name = element.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
      if name.isEmpty { continue }
      switch String(decoding: name.map(ASCII.lowercased), as: UTF8.self) {
      case "gzip", "x-gzip": codings.append(.gzip)
      case "deflate": codings.append(.deflate)
      case "identity": continue
      default: return nil
      }
    }
    guard codings.count <= limit else {
      throw TransportError(.content(.damaged), "more than \(limit) codings lie around the content")
    }
    return codings
  }
}
