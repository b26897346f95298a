import TremaSupport

extension TLSPolicy.Pins {
  /// The 32 bytes that a pin says; nil for what is none.
  static func digest(_ text: String) -> [UInt8]? {
    var letters = Array(text.utf8)[...]
    if letters.starts(with: "sha256/".utf8) { letters = letters.dropFirst(7) }
    guard let digest = Base64.decoded(letters), digest.count == 32 else { return nil }
    return digest
  }

  /// As libcurl and RFC 7469 write them.
  package var base64: [String] { digests.map(Base64.encoded) }
}
