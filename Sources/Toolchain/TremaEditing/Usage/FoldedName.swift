/// A normalized form of names that is the same for all accessor generators.
///
/// Depending on the tool and its template, the keys `login.title`, `login_title` and `Login title`
/// all become `Login.title`, `loginTitle` or `login_title`.
enum FoldedName {
  /// Returns the letters and digits of a key or a name in code, in lowercase and without
  /// separators.
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

  /// Returns the folded form of a name with non-ASCII characters. Characters that cannot occur in a
  /// name in code, such as a typographic apostrophe, are removed.
  private static func foldUnicode(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars
    where scalar.properties.isXIDContinue && scalar != "_" {
      folded += scalar.properties.lowercaseMapping.utf8
    }
    return folded
  }
}

/// A normalized form of keys in which all placeholders are equal. It identifies the String Catalog
/// key of a literal with interpolations.
///
/// `"Hello \(name)"` looks up `Hello %@`; both have the shape `Hello ␀`.
enum KeyShape {
  /// Returns the shape of a key, with a NUL byte for each placeholder and `%` for `%%`.
  ///
  /// - Returns: `nil` if the key has no placeholder.
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

  /// Returns the shape of a literal.
  ///
  /// - Parameter constants: The constant parts around the interpolations of the literal.
  static func shape(ofLiteral constants: [[UInt8]]) -> [UInt8] {
    Array(constants.joined(separator: [0]))
  }

  /// Returns the end of a placeholder such as `%@`, `%lld`, `%1$.2f`, `%#@count@` or `%arg`, or
  /// `nil` if no placeholder starts at the offset.
  private static func endOfPlaceholder(_ key: ArraySlice<UInt8>, _ start: Int) -> Int? {
    var index = start + 1
    while index < key.endIndex, flags.contains(key[index]) { index += 1 }
    while index < key.endIndex, lengths.contains(key[index]) { index += 1 }
    guard index < key.endIndex, conversions.contains(key[index]) else { return nil }
    // A name between `%#@` and `@` refers to a String Catalog substitution.
    if key[start + 1] == UInt8(ascii: "#"), key[index] == UInt8(ascii: "@"),
      let end = key[(index + 1)...].firstIndex(of: UInt8(ascii: "@"))
    {
      return end + 1
    }
    return index + 1
  }

  /// The flags, widths, precisions and positions of a placeholder.
  private static let flags = Array("0123456789$.#+-'".utf8)
  /// The length modifiers.
  private static let lengths = Array("hlLqjzt".utf8)
  /// The conversions.
  private static let conversions = Array("@diuoxXfFeEgGaAcCsSp".utf8)
}
