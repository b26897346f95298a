import TremaSupport

/// Blocks of Base64 between lines of dashes.
///
/// Source: RFC 7468.
enum PEM {
  /// Whether there are certificates, and all that say to be one look like it. libcurl reads them when
  /// a server has shown its own, which is late to learn that there are none.
  static func holdsCertificates(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    var count = 0
    var block: (end: [UInt8], text: [UInt8])?
    for line in lines {
      if let open = block {
        if line.starts(with: open.end) {
          guard let der = Base64.decoded(open.text, ignoresSpace: true), isSequence(der) else {
            return false
          }
          count += 1
          block = nil
        } else {
          block?.text += line
        }
      } else if let kind = kinds.first(where: { line.starts(with: "-----BEGIN \($0)-----".utf8) }) {
        block = (Array("-----END \(kind)-----".utf8), [])
      }
    }
    return count > 0 && block == nil
  }

  private static let kinds = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"]

  /// Whether bytes begin with a sequence of DER that has an end. Behind it a trusted certificate says
  /// what it is trusted for.
  private static func isSequence(_ der: [UInt8]) -> Bool {
    guard der.count > 4, der[0] == 0x30 else { return false }
    if der[1] < 0x80 { return Int(der[1]) + 2 <= der.count }
    let count = Int(der[1] & 0x7F)
    guard (1...4).contains(count), der.count > 2 + count else { return false }
    let length = der[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) }
    return length <= der.count - 2 - count
  }
}
