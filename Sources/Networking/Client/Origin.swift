import TremaHTTP
import TremaSupport

/// The origin of a URL: its scheme, host in lowercase, and port.
///
/// See RFC 6454, section 4.
struct Origin: Hashable, Sendable {
  private let scheme: String?
  /// The host, in ASCII.
  private let host: String
  /// The port, which defaults to the scheme's default port.
  private let port: Int?

  /// Creates the origin of a URL, or returns `nil` if the scheme or the host is missing.
  init?(_ url: URLReference) {
    guard url.scheme != nil, var host = url.host else { return nil }
    scheme = url.scheme
    // The host is nearly always lowercase, in which case it is not copied.
    let isLower = host.withUTF8 { $0.allSatisfy { $0 == ASCII.lowercased($0) } }
    self.host =
      isLower ? host : String(decoding: host.utf8.map(ASCII.lowercased), as: UTF8.self)
    port = url.port ?? url.defaultPort
  }

  /// Returns whether a URL has this origin. The comparison is fast, but is also false if the URL
  /// has this origin and its host contains uppercase letters.
  func isOrigin(of url: URLReference) -> Bool {
    host == url.host && scheme == url.scheme && port == (url.port ?? url.defaultPort)
  }

  private init() { (scheme, host, port) = (nil, "", nil) }

  /// An invalid URL's origin. Nothing is sent to it.
  static let unknown = Origin()
}

extension URLReference {
  /// The scheme's default port, or `nil` for schemes other than `http` and `https`.
  var defaultPort: Int? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  /// Whether the host is this machine: `localhost`, its subdomains, 127.0.0.0/8, or ::1.
  ///
  /// See RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; and RFC 4291, section 2.5.3.
  var isLoopback: Bool {
    guard var text = self.host else { return false }
    if text.utf8.first == UInt8(ascii: "1") { return text.withUTF8(Self.isLoopbackAddress) }
    let host = text.utf8
    if host.elementsEqual("[::1]".utf8) { return true }
    let name = "localhost".utf8
    let isNamed = host.suffix(name.count).elementsEqual(name) { ASCII.lowercased($0) == $1 }
    return isNamed
      && (host.count == name.count || host.dropLast(name.count).last == UInt8(ascii: "."))
  }

  /// Returns whether a host is an address of 127.0.0.0/8 in dotted decimal notation. Host names may
  /// also start with 127, so all four numbers are checked.
  private static func isLoopbackAddress(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
    var (parts, number, digits, first) = (0, 0, 0, 0)
    for byte in host {
      if byte == UInt8(ascii: "."), digits > 0 {
        if parts == 0 { first = number }
        (parts, number, digits) = (parts + 1, 0, 0)
      } else if ASCII.isDigit(byte), digits < 3 {
        (number, digits) = (number * 10 + Int(byte & 0x0F), digits + 1)
        guard number <= 255 else { return false }
      } else {
        return false
      }
    }
    return first == 127 && parts == 3 && digits > 0
  }

  /// Returns whether the two URLs have the same origin; false if a scheme or host is missing.
  func hasOrigin(of other: URLReference) -> Bool {
    guard let scheme, scheme == other.scheme, let a = host, let b = other.host else { return false }
    return (port ?? defaultPort) == (other.port ?? defaultPort)
      // Both are nearly always in the same case.
      && (a == b
        || a.utf8.elementsEqual(b.utf8, by: { ASCII.lowercased($0) == ASCII.lowercased($1) }))
  }
}
