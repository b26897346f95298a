import TremaScalars

/// Names and values as they stand in a query.
enum QueryText {
  private static let plain = ASCIISet("-._~") | .alphanumeric

  static func encoded(_ items: [QueryItem]) -> String {
    var text: [UInt8] = []
    for item in items {
      if !text.isEmpty { text.append(UInt8(ascii: "&")) }
      append(item.name, to: &text)
      guard let value = item.value else { continue }
      text.append(UInt8(ascii: "="))
      append(value, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ text: String, to output: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      if plain.contains(byte) {
        output.append(byte)
      } else {
        output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}
