import TremaHTTP
import TremaScalars

extension URLReference {
  /// Whether what is sent there can be read by nobody on the way: over TLS, or within this machine.
  var isConfidential: Bool { scheme == "https" || isLoopback }

  /// Source: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3.
  private var isLoopback: Bool {
    guard let host else { return false }
    let name = host.utf8.map(ASCII.lowercased)
    if name == Array("localhost".utf8) || name == Array("[::1]".utf8) { return true }
    if name.suffix(10).elementsEqual(".localhost".utf8) { return true }
    // A name may begin with 127, too.
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0].elementsEqual("127".utf8)
      && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(ASCII.isDigit) }
  }
}
