/// A reference to a variable in a format: `%#@name@` or `%2$#@name@`.
struct VariableReference: Hashable {
  var name: String
  /// The offset of the percent sign, in UTF-8 bytes.
  var offset: Int

  /// Returns the references in a format, in order. A doubled percent sign does not start a
  /// reference.
  static func all(in format: String) -> [VariableReference] {
    guard format.utf8.contains(UInt8(ascii: "#")) else { return [] }
    let bytes = Array(format.utf8)
    var found: [VariableReference] = []
    var index = 0
    while let percent = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = percent + 1
      if let (name, end) = name(bytes, after: index) {
        found.append(VariableReference(name: name, offset: percent))
        index = end
      } else if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
        index += 1
      }
    }
    return found
  }

  /// Parses the reference after a percent sign.
  ///
  /// - Returns: The name and the index after the reference, or `nil` if there is none.
  private static func name(_ bytes: [UInt8], after start: Int) -> (String, end: Int)? {
    var index = start
    let digits = bytes[start...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    // An explicit number has at most three digits and is not zero.
    if !digits.isEmpty, digits.count <= 3, digits.endIndex < bytes.count,
      bytes[digits.endIndex] == UInt8(ascii: "$"),
      digits.contains(where: { $0 != UInt8(ascii: "0") })
    {
      index = digits.endIndex + 1
    }
    guard bytes[index...].starts(with: "#@".utf8),
      let end = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: "@")), end > index + 2
    else { return nil }
    return (String(decoding: bytes[(index + 2)..<end], as: UTF8.self), end + 1)
  }
}
