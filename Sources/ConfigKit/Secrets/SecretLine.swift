import TremaScalars

/// A line of a file of which nothing is known but its letters.
struct SecretLine {
  private let bytes: [UInt8]

  /// The longest part of a line that is looked at.
  private static let limit = 1 << 16

  /// Whether there is more of it: what is not looked at is not shown.
  private let isCut: Bool

  init(_ line: String) {
    bytes = Array(line.utf8.prefix(Self.limit))
    isCut = line.utf8.count > Self.limit
  }

  /// Whether it may show a secret: it names one beside something else, or has what looks like one.
  func isSuspect(_ keys: Set<String>) -> Bool {
    if isCut { return true }
    if SecretPattern.sighting(in: bytes).map({ $0.confidence != .published }) == true {
      return true
    }
    let words = words
    if !isKeyAlone, words.contains(where: { isSecret($0, keys) }) { return true }
    // A path has slashes and dots, chance few of them.
    return words.flatMap { $0.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") } }
      .contains { word in
        word.count >= 20 && word.contains(where: ASCII.isDigit)
          && SecretEntropy.bits(of: word) >= 3.5
      } || bytes.place(of: "://").map { bytes[$0...].contains(UInt8(ascii: "@")) } == true
  }

  /// Whether it is nothing but the key of a secret, as a property list has it above the value.
  func isSecretKey(_ keys: Set<String>) -> Bool {
    isKeyAlone && words.contains { isSecret($0, keys) }
  }

  private var isKeyAlone: Bool {
    let trimmed = bytes.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    return trimmed.starts(with: "<key>".utf8) && Array(trimmed.suffix(6)) == Array("</key>".utf8)
      && Array(trimmed.dropFirst(5)).place(of: "<key>") == nil
  }

  /// Runs of letters, digits and what stands between them in keys and in secrets.
  private var words: [ArraySlice<UInt8>] {
    bytes.split { !SecretPattern.Letters.base64.contains($0) && !"+/=.".utf8.contains($0) }
      .filter { $0.count > 2 }
  }

  private func isSecret(_ word: ArraySlice<UInt8>, _ keys: Set<String>) -> Bool {
    let word = word.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
    // In a file of lines the key and the value are one word: `API_TOKEN=abc`.
    return word.split(separator: UInt8(ascii: "=")).prefix(1).contains { part in
      let key = String(decoding: Array(part), as: UTF8.self)
      return keys.contains(key) || SecretName.isSecret(key)
    }
  }
}
