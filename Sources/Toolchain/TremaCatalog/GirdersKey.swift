/// How `trema.rb` and `textsCreator.rb` wrote a key between quotation marks: as it is.
package enum GirdersKey {
  /// The key for between two quotation marks, so that Foundation's reader and the Swift compiler
  /// read the same.
  ///
  /// What both take for the same escape stays, since that worked: `\n \t \r \" \' \\`.
  ///
  /// - Returns: the characters, and what had to be changed about the key as a clause (`it holds …`);
  ///   nil when nothing had to be.
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
        change = "it holds a backslash"
      } else if byte == UInt8(ascii: "\"") {
        text += [backslash, byte]
        change = "it holds a quotation mark"
      } else {
        text.append(byte)
      }
      index += 1
    }
    return (String(decoding: text, as: UTF8.self), change)
  }

  private static let commonEscapes = Array("ntr\"'\\".utf8)
}
