import TremaSupport

/// The escapes by which a file can spell a secret otherwise than its value: `\/` and `\u0041` of JSON
/// and YAML, `&#65;` of XML, `$()` of build settings.
enum SecretLineEscapes {
  /// - Returns: nil for a line that has none.
  static func decoded(_ line: [UInt8]) -> [UInt8]? {
    guard line.contains(where: { "\\&$".utf8.contains($0) }) else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(line.count)
    var rest = line[...]
    while let byte = rest.first {
      if let (code, length) = escape(rest) {
        if let code { decoded += String(code).utf8 }
        rest = rest.dropFirst(length)
      } else {
        decoded.append(byte)
        rest = rest.dropFirst()
      }
    }
    return decoded
  }

  /// What an escape stands for, and how many bytes it has.
  private static func escape(
    _ text: ArraySlice<UInt8>
  ) -> (code: Unicode.Scalar?, length: Int)? {
    switch text.first {
    case UInt8(ascii: "\\"): backslash(text)
    case UInt8(ascii: "&"): entity(text)
    case UInt8(ascii: "$"):
      text.starts(with: "$()".utf8) || text.starts(with: "${}".utf8) ? (nil, 3) : nil
    default: nil
    }
  }

  private static func backslash(
    _ text: ArraySlice<UInt8>
  ) -> (code: Unicode.Scalar?, length: Int)? {
    guard let letter = text.dropFirst().first else { return nil }
    let digits: Int
    switch letter {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"), UInt8(ascii: "U"): digits = 4
    default: return (Unicode.Scalar(letter), 2)
    }
    return number(text.dropFirst(2).prefix(digits), 16).map { ($0, 2 + digits) }
  }

  private static func entity(
    _ text: ArraySlice<UInt8>
  ) -> (code: Unicode.Scalar?, length: Int)? {
    guard let end = text.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let length = end - text.startIndex + 1
    let name = text[..<end].dropFirst()
    if name.starts(with: "#x".utf8) { return number(name.dropFirst(2), 16).map { ($0, length) } }
    if name.starts(with: "#".utf8) { return number(name.dropFirst(), 10).map { ($0, length) } }
    let names: KeyValuePairs<String, Unicode.Scalar> = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    return names.first { name.elementsEqual($0.key.utf8) }.map { ($0.value, length) }
  }

  private static func number(_ digits: ArraySlice<UInt8>, _ radix: Int) -> Unicode.Scalar? {
    UInt32(String(decoding: digits, as: UTF8.self), radix: radix).flatMap(Unicode.Scalar.init)
  }
}
