/// Known secrets, and how to find them in other texts in one pass.
struct SecretTexts: Sendable {
  /// By their first four bytes, the longest first. Shorter ones would be found in any text.
  private var texts: [UInt32: [[UInt8]]] = [:]
  private static let least = 4

  /// Also as XML and JSON spell it, and each line of one that has several.
  mutating func insert(_ text: String) {
    let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    for line in lines where line.count >= Self.least {
      for bytes in Set([Array(line), Self.xml(line), Self.json(line)]) {
        let key = Self.key(bytes[...])
        if texts[key, default: []].contains(bytes) { continue }
        texts[key, default: []].append(bytes)
        texts[key]?.sort { $0.count > $1.count }
      }
    }
  }

  func isIn(_ text: String) -> Bool {
    guard !texts.isEmpty else { return false }
    let bytes = Array(text.utf8)
    return bytes.indices.contains(where: { length(at: $0, in: bytes) != nil })
  }

  func masked(_ text: String) -> String {
    guard !texts.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var masked: [UInt8] = []
    var index = 0
    var isChanged = false
    while index < bytes.count {
      if let length = length(at: index, in: bytes) {
        masked += ConfigRedaction.mask.utf8
        index += length
        isChanged = true
      } else {
        masked.append(bytes[index])
        index += 1
      }
    }
    return isChanged ? String(decoding: masked, as: UTF8.self) : text
  }

  private func length(at index: Int, in bytes: [UInt8]) -> Int? {
    guard bytes.count - index >= Self.least else { return nil }
    return texts[Self.key(bytes[index...])]?.first { bytes[index...].starts(with: $0) }?.count
  }

  private static func key(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(least).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func xml(_ bytes: Substring.UTF8View) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      default: [byte]
      }
    }
  }

  private static func json(_ bytes: Substring.UTF8View) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        ? [UInt8(ascii: "\\"), byte] : [byte]
    }
  }
}
