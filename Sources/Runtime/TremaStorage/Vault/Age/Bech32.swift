#if canImport(CTremaSodium)
  import TremaSupport

  /// The Bech32 encoding: a prefix, the data in 32 letters and digits, and a checksum, all in one
  /// case.
  ///
  /// See BIP 173. Its limit of 90 characters doesn't apply, as in age.
  enum Bech32 {
    /// The characters of the values from 0 to 31.
    private static let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    /// The character between the prefix and the data.
    private static let separator = UInt8(ascii: "1")
    /// The number of characters in the checksum.
    private static let checksumLength = 6

    /// Returns the encoding of bytes.
    ///
    /// - Parameter name: The prefix, in lowercase. The result is also in lowercase.
    static func encoded(_ bytes: [UInt8], prefix name: String) -> String {
      let words = Self.words(bytes)
      let prefix = expanded(Array(name.utf8))
      let sum =
        checksum(prefix + words + [UInt8](repeating: 0, count: checksumLength)) ^ 1
      let tail = (0..<checksumLength).map { UInt8(sum >> (5 * UInt32(5 - $0)) & 31) }
      return name + "1" + String(decoding: (words + tail).map { letters[Int($0)] }, as: UTF8.self)
    }

    /// Returns the decoded bytes.
    ///
    /// - Parameter name: The prefix, in lowercase. The encoding may be in uppercase.
    /// - Returns: `nil` for a different prefix, mixed case, a wrong checksum or nonzero bits after
    ///   the last byte.
    static func decoded(_ text: String, prefix name: String) -> [UInt8]? {
      let lower = text.utf8.map(ASCII.lowercased)
      let hasLower = text.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      let hasUpper = text.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
      let prefix = Array(name.utf8) + [separator]
      guard !(hasLower && hasUpper), lower.starts(with: prefix) else { return nil }
      var words: [UInt8] = []
      for letter in lower[prefix.count...] {
        guard let word = letters.firstIndex(of: letter) else { return nil }
        words.append(UInt8(word))
      }
      guard words.count >= checksumLength,
        checksum(expanded(Array(name.utf8)) + words) == 1
      else { return nil }
      return bytes(words.dropLast(checksumLength))
    }

    /// Splits bytes into groups of 5 bits, the last one padded with zeros.
    private static func words(_ bytes: [UInt8]) -> [UInt8] {
      var (bits, count, words) = (UInt32(0), UInt32(0), [UInt8]())
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        count += 8
        while count >= 5 {
          count -= 5
          words.append(UInt8(bits >> count & 31))
        }
      }
      if count > 0 { words.append(UInt8(bits << (5 - count) & 31)) }
      return words
    }

    /// Joins groups of 5 bits into bytes. Returns `nil` if the padding is longer than 4 bits or not
    /// zero.
    private static func bytes(_ words: some Sequence<UInt8>) -> [UInt8]? {
      var (bits, count, bytes) = (UInt32(0), UInt32(0), [UInt8]())
      for word in words {
        bits = bits << 5 | UInt32(word)
        count += 5
        if count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
      }
      return count < 5 && bits & (1 << count - 1) == 0 ? bytes : nil
    }

    /// Returns the prefix as the values that the checksum covers.
    private static func expanded(_ name: [UInt8]) -> [UInt8] {
      name.map { $0 >> 5 } + [0] + name.map { $0 & 31 }
    }

    /// Returns the checksum of values from 0 to 31. The result is 1 if the values end with a
    /// correct checksum.
    private static func checksum(_ words: [UInt8]) -> UInt32 {
      let generator: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
      return words.reduce(UInt32(1)) { sum, word in
        let top = sum >> 25
        var next = (sum & 0x1FF_FFFF) << 5 ^ UInt32(word)
        for (index, part) in generator.enumerated() where top >> UInt32(index) & 1 == 1 {
          next ^= part
        }
        return next
      }
    }
  }
#endif
