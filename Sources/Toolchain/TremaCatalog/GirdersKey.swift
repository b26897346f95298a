/// Escapes keys as `trema.rb` and `textsCreator.rb` did, which wrote them between quotes unchanged.
package enum GirdersKey {
  /// Returns a key as the content of a string literal that Foundation's `.strings` reader and the
  /// Swift compiler read in the same way.
  ///
  /// Escapes that both interpret in the same way are kept, since they worked with the old tools:
  /// `\n \t \r \" \' \\`.
  ///
  /// - Returns: The content, and the required change as a clause, or `nil` if none was required.
  package static func quoted(_ key: String) -> (text: String, change: String?) {
    let backslash = UInt8(ascii: "\\")
    let bytes = Array(key.utf8)
    if !bytes.contains(where: { $0 == backslash || $0 == UInt8(ascii: "\"") }) { return (key, nil) }
    var text: [UInt8] = []
    var change: String?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == backslash, index + 1 < bytes.count, commonEscapes.contains(bytes[index + 1]) {
        text += bytes[index...index + 1]
        index += 2
        continue
      }
      if byte == backslash {
        text += [backslash, backslash]
        change = "it contains a backslash"
      } else if byte == UInt8(ascii: "\"") {
        text += [backslash, byte]
        change = "it contains a quotation mark"
      } else {
        text.append(byte)
      }
      index += 1
    }
    return (String(decoding: text, as: UTF8.self), change)
  }

  /// The characters after a backslash that both readers interpret in the same way.
  private static let commonEscapes = Array("ntr\"'\\".utf8)
}
