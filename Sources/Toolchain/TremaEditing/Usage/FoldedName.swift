/// Names as generators of accessors agree on them: `login.title`, `login_title` and `Login title`
/// are all `Login.title`, `loginTitle` or `login_title`, by the tool and its template.
enum FoldedName {
  /// The letters and digits of a key or of a name in code, in lower case, without what joins words.
  static func fold(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(name.count)
    for byte in name {
      if byte >= 0x80 { return foldUnicode(name) }
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
        folded.append(byte | 0x20)
      } else if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      {
        folded.append(byte)
      }
    }
    return folded
  }

  /// Returns the name without characters that no name in code can have, such as a typographic apostrophe.
  private static func foldUnicode(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars
    where scalar.properties.isXIDContinue && scalar != "_" {
      folded += scalar.properties.lowercaseMapping.utf8
    }
    return folded
  }
}

/// A key of which the placeholders are known to be placeholders and nothing else: what a literal with
/// interpolations becomes in a String Catalog.
///
/// `"Hello \(name)"` looks up `Hello %@`; both have the shape `Hello ␀`.
enum KeyShape {
  /// - Returns: `nil` when the key has no placeholder.
  static func shape(ofKey key: ArraySlice<UInt8>) -> [UInt8]? {
    guard key.contains(UInt8(ascii: "%")) else { return nil }
    var shape: [UInt8] = []
    var index = key.startIndex
    var hasPlaceholder = false
    while index < key.endIndex {
      if key[index] == UInt8(ascii: "%"), let end = endOfPlaceholder(key, index) {
        shape.append(0)
        hasPlaceholder = true
        index = end
      } else {
        shape.append(key[index])
        if key[index] == UInt8(ascii: "%"), index + 1 < key.endIndex,
          key[index + 1] == UInt8(ascii: "%")
        {
          index += 1
        }
        index += 1
      }
    }
    return hasPlaceholder ? shape : nil
  }

  /// - Parameter constants: what is around the interpolations of a literal.
  static func shape(ofLiteral constants: [[UInt8]]) -> [UInt8] {
    Array(constants.joined(separator: [0]))
  }

  /// `%@`, `%lld`, `%1$.2f`, `%#@count@`, `%arg`.
  private static func endOfPlaceholder(_ key: ArraySlice<UInt8>, _ start: Int) -> Int? {
    var index = start + 1
    while index < key.endIndex, flags.contains(key[index]) { index += 1 }
    while index < key.endIndex, lengths.contains(key[index]) { index += 1 }
    guard index < key.endIndex, conversions.contains(key[index]) else { return nil }
    // A name between two signs is a substitution.
    if key[start + 1] == UInt8(ascii: "#"), key[index] == UInt8(ascii: "@"),
      let end = key[(index + 1)...].firstIndex(of: UInt8(ascii: "@"))
    {
      return end + 1
    }
    return index + 1
  }

  private static let flags = Array("0123456789$.#+-'".utf8)
  private static let lengths = Array("hlLqjzt".utf8)
  private static let conversions = Array("@diuoxXfFeEgGaAcCsSp".utf8)
}
