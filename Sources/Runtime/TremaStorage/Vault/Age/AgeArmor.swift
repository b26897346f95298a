#if canImport(CTremaSodium)
  import TremaSupport

  /// An age file's armor, which encodes it as lines of text. See RFC 7468. Only its strict form is
  /// accepted, as age requires.
  enum AgeArmor {
    /// The first line.
    private static let firstLine = "-----BEGIN AGE ENCRYPTED FILE-----"
    /// The last line.
    private static let lastLine = "-----END AGE ENCRYPTED FILE-----"
    /// The number of characters in each line except the last one.
    private static let lineLength = 64

    /// Returns whether a file is armored. Whitespace may precede the armor; no binary age file
    /// starts with whitespace.
    static func isArmored(_ file: [UInt8]) -> Bool {
      file.drop(while: ASCII.isSpace).starts(with: "-----BEGIN".utf8)
    }

    /// Returns a file in armored form.
    static func encoded(_ file: [UInt8]) -> [UInt8] {
      let letters = Array(Base64.encoded(file).utf8)
      var text = Array("\(firstLine)\n".utf8)
      for start in stride(from: 0, to: letters.count, by: lineLength) {
        text += letters[start..<min(start + lineLength, letters.count)] + [UInt8(ascii: "\n")]
      }
      return text + Array("\(lastLine)\n".utf8)
    }

    /// Returns the file encoded by an armor.
    ///
    /// - Throws: `malformed`.
    static func decoded(_ text: [UInt8]) throws(AgeError) -> [UInt8] {
      let trimmed = text.drop(while: ASCII.isSpace).reversed().drop(while: ASCII.isSpace).reversed()
      var lines = Array(trimmed).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
      ).map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
      guard lines.count > 2, lines.removeFirst().elementsEqual(firstLine.utf8),
        lines.removeLast().elementsEqual(lastLine.utf8)
      else { throw .malformed("its armour has an invalid first or last line") }
      let isEven =
        lines.dropLast().allSatisfy { $0.count == lineLength }
        && 1...lineLength ~= (lines.last?.count ?? 0)
      guard isEven, let file = Base64.decoded(lines.joined()) else {
        throw .malformed("its armour is not base64 in lines of 64 characters")
      }
      return file
    }
  }
#endif
