import TremaSupport

/// The parts of a secret that are secret by themselves: the password in a URL, the token after
/// `Bearer`. A file may spell what is around them in another way than the value has it.
package enum SecretParts {
  package static func of(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    if let password = SecretForm.password(inURL: bytes) {
      parts += [password, percentDecoded(password)].compactMap { $0 }
    }
    if let query = bytes.firstIndex(of: UInt8(ascii: "?")) {
      parts += SecretForm.secrets(inPairs: bytes[(query + 1)...], separators: "&;#")
    }
    if bytes.contains(UInt8(ascii: ";")) {
      parts += SecretForm.secrets(inPairs: bytes[...], separators: ";")
    }
    parts += bytes.withUnsafeBufferPointer { bytes in
      tokens(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    let words = bytes.split(separator: UInt8(ascii: " "))
    if words.count == 2, ["basic", "bearer", "token"].contains(lowercased(words[0])) {
      parts.append(String(decoding: words[1], as: UTF8.self))
    }
    return parts
  }

  /// Where tokens of providers stand, in their order, without those in others.
  static func tokens(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      if let range = SecretToken.anyRange(in: bytes, at: index) {
        ranges.append(range)
        index = range.upperBound
      } else {
        index += 1
      }
    }
    return ranges
  }

  private static func lowercased(_ word: ArraySlice<UInt8>) -> String {
    String(decoding: word.map(ASCII.lowercased), as: UTF8.self)
  }

  /// - Returns: nil for a text without percent signs.
  private static func percentDecoded(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        decoded.append(code)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
