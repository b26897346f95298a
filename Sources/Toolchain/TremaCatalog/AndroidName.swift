/// Makes Android resource names, which are fields of the Java class `R`.
package enum AndroidName {
  /// Returns the name of the resource for a key: `[A-Za-z_][A-Za-z0-9_]*`, and not a reserved word
  /// of Java.
  ///
  /// `.` and `-` become `_`, as Android itself maps them; so does any other sign, which is reported
  /// in a note. Non-ASCII characters are replaced with their code (`größe` yields `gru00f6u00dfe`).
  package static func resource(for key: String) -> GeneratedName {
    if key.isEmpty { return GeneratedName("empty", repair: "the key is empty") }
    var name: [UInt8] = []
    name.reserveCapacity(key.utf8.count)
    var hasSigns = false
    var isSpelledOut = false
    for scalar in key.unicodeScalars {
      guard scalar.isASCII else {
        isSpelledOut = true
        name += "u\(NameWords.hexadecimal(scalar, uppercase: false))".utf8
        continue
      }
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      if NameWords.isAlphanumeric(byte) {
        name.append(byte)
      } else {
        name.append(UInt8(ascii: "_"))
        hasSigns =
          hasSigns
          || byte != UInt8(ascii: "_") && byte != UInt8(ascii: ".")
            && byte != UInt8(ascii: "-")
      }
    }
    var repairs: [String] = []
    if hasSigns { repairs.append("a name can contain only letters, digits and '_'") }
    if isSpelledOut { repairs.append("non-ASCII characters are spelled out") }
    if NameWords.isDigit(name[0]) {
      repairs.append("a name cannot begin with a digit")
      name.insert(UInt8(ascii: "_"), at: 0)
    }
    var result = String(decoding: name, as: UTF8.self)
    if reserved.contains(result) {
      repairs.append("'\(result)' is a reserved word in Java")
      result += "_"
    }
    return GeneratedName(result, adjustments: repairs)
  }

  /// Appends the name of the resource for a key in UTF-8.
  package static func append(
    resourceFor key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) {
    if appendPlain(key, to: &output) { return }
    output += resource(for: String(decoding: key, as: UTF8.self)).name.utf8
  }

  /// Appends the name for a plain key, in one pass. A plain key consists of letters, digits and the
  /// separators `.`, `-` and `_`, does not start with a digit, and has at least one separator, so
  /// it can't be a Java reserved word.
  ///
  /// - Returns: `false` for any other key, in which case nothing is appended.
  private static func appendPlain(
    _ key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: key.count) { name in
      guard write(resourceForPlain: key, to: name) else { return false }
      output += UnsafeBufferPointer(name)
      return true
    }
  }

  /// Writes the name of a plain key, which has as many bytes as the key.
  ///
  /// - Parameters:
  ///   - key: The key in UTF-8.
  ///   - name: The destination, which must have the size of the key.
  /// - Returns: `false` if the key is not plain. The contents of the destination are then
  ///   undefined.
  package static func write(
    resourceForPlain key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    guard key.count > 1, let first = key.first, !NameWords.isDigit(first) else { return false }
    // A loop without a table or a branch can be vectorized by the compiler.
    var (disallowed, separators): (UInt8, UInt8) = (0, 0)
    for index in 0..<key.count {
      let byte = key[index]
      let isLetter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 1 : 0
      let isDigit: UInt8 = byte &- UInt8(ascii: "0") < 10 ? 1 : 0
      let isDot: UInt8 = byte == UInt8(ascii: ".") ? 1 : 0
      let isHyphen: UInt8 = byte == UInt8(ascii: "-") ? 1 : 0
      let isLine: UInt8 = byte == UInt8(ascii: "_") ? 1 : 0
      let isSeparator = isDot | isHyphen | isLine
      disallowed |= (isLetter | isDigit | isSeparator) ^ 1
      separators |= isSeparator
      name[index] = isSeparator == 1 ? UInt8(ascii: "_") : byte
    }
    return disallowed == 0 && separators == 1
  }

  // Tested with aapt2, which compiles these names but refuses to link them (`invalid symbol name`),
  // except `_`, which it accepts and javac rejects. Java's contextual keywords (`record`, `yield`)
  // are accepted.
  private static let reserved: Set<String> = [
    "_", "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class",
    "const", "continue", "default", "do", "double", "else", "enum", "extends", "false", "final",
    "finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int",
    "interface", "long", "native", "new", "null", "package", "private", "protected", "public",
    "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw",
    "throws", "transient", "true", "try", "void", "volatile", "while",
  ]
}
