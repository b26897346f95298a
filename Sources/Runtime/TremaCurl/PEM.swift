import TremaSupport

/// A check for PEM certificates: Base64 blocks between lines of dashes.
///
/// See RFC 7468.
enum PEM {
  /// Returns whether the bytes contain at least one certificate, and all certificate blocks have a
  /// plausible structure. libcurl reads them only after a server has presented its certificate,
  /// when it is too late to report an error for the configuration.
  static func containsCertificates(_ bytes: [UInt8]) -> Bool {
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

  /// The labels of blocks with certificates.
  private static let kinds = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"]

  /// Returns whether the bytes start with a complete DER sequence. Additional bytes are allowed,
  /// because a trusted certificate is followed by its permitted uses.
  private static func isSequence(_ der: [UInt8]) -> Bool {
    guard der.count > 4, der[0] == 0x30 else { return false }
    if der[1] < 0x80 { return Int(der[1]) + 2 <= der.count }
    let count = Int(der[1] & 0x7F)
    guard (1...4).contains(count), der.count > 2 + count else { return false }
    let length = der[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) }
    return length <= der.count - 2 - count
  }
}
