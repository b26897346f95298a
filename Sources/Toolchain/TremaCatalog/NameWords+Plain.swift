extension NameWords {
  /// Appends the member name for a key that consists of multiple words in ASCII letters and digits
  /// with the usual separators, as most keys do. The result equals ``memberName()``, but the words
  /// aren't created.
  ///
  /// - Returns: `false` for any other key, in which case nothing is appended. A name with multiple
  ///   words contains an uppercase letter or a digit, so it isn't a reserved word in either
  ///   language.
  static func append(
    memberOfPlain key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: key.count) { name in
      guard let count = write(memberOfPlain: key, to: name) else { return false }
      output += UnsafeBufferPointer(rebasing: name[..<count])
      return true
    }
  }

  /// Writes the member name for a key with multiple words; see ``append(memberOfPlain:to:)``.
  ///
  /// - Parameters:
  ///   - key: The key in UTF-8.
  ///   - name: The destination, which must have the size of the key.
  /// - Returns: The number of bytes written, or `nil` for any other key.
  static func write(
    memberOfPlain key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    guard let first = key.first, !isSeparator(first), !isDigit(first) else { return nil }
    let written = write(lower: key, to: name)
    if written.kinds & Kind.other.rawValue != 0 { return nil }
    let hasUpper = written.kinds & Kind.upper.rawValue != 0
    return hasUpper ? writeMember(ofPlain: key, to: name) : written.count
  }

  /// The kind of a byte. The values are bits, so the kinds in a key are combined without a branch.
  private enum Kind: UInt8 { case other = 1, separator = 2, upper = 4, lowerOrDigit = 8 }

  /// The kind of each byte.
  private static let kinds: [Kind] = (UInt8.min...UInt8.max).map { byte in
    if isSeparator(byte) { return .separator }
    if isUpper(byte) { return .upper }
    return isAlphanumeric(byte) ? .lowerOrDigit : .other
  }

  /// Writes the name for a key without uppercase letters, as most keys are. This is a fast path of
  /// ``writeMember(ofPlain:to:)``.
  ///
  /// - Parameters:
  ///   - key: The key in UTF-8.
  ///   - name: The destination, which must have the size of the key.
  /// - Returns: The number of bytes written, or `nil` for a key with one word; and the union of all
  ///   byte kinds. If it contains any other kind, the bytes written are meaningless.
  private static func write(
    lower key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>
  ) -> (count: Int?, kinds: UInt8) {
    var (count, words, found) = (0, 1, UInt8(0))
    var isStart = false
    kinds.withUnsafeBufferPointer { kinds in
      for byte in key {
        let kind = kinds[Int(byte)]
        found |= kind.rawValue
        let isSeparator = kind == .separator
        // A separator is overwritten by the next byte.
        name[count] = isStart ? upper(byte) : byte
        count &+= isSeparator ? 0 : 1
        words &+= isStart && !isSeparator ? 1 : 0
        isStart = isSeparator
      }
    }
    return (words > 1 ? count : nil, found)
  }

  /// Writes the name for a key with uppercase letters.
  ///
  /// - Parameters:
  ///   - key: The key in UTF-8.
  ///   - name: The destination, which must have the size of the key. No byte of the key produces
  ///     more than one byte.
  /// - Returns: The number of bytes written, or `nil` for a key with one word or with other
  ///   characters.
  private static func writeMember(
    ofPlain key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    var words = 0
    var index = 0
    while index < key.count {
      if isSeparator(key[index]) {
        index += 1
        continue
      }
      let start = index
      var (hasUpper, hasLower) = (false, false)
      while index < key.count, isAlphanumeric(key[index]) {
        hasUpper = hasUpper || isUpper(key[index])
        hasLower = hasLower || isLower(key[index])
        index += 1
      }
      if index == start { return nil }
      let word = key[start..<index]
      let lowered = hasUpper && !hasLower ? word.count : words == 0 ? capitalsToLower(word) : 0
      for (offset, byte) in word.enumerated() {
        name[count] = offset == 0 && words > 0 ? upper(byte) : offset < lowered ? lower(byte) : byte
        count += 1
      }
      words += 1
    }
    return words > 1 ? count : nil
  }

  /// Returns the member name for a key with multiple words, or `nil` for any other key.
  static func memberName(ofPlain key: String) -> String? {
    var key = key
    var name: [UInt8] = []
    return key.withUTF8 { append(memberOfPlain: $0, to: &name) }
      ? String(decoding: name, as: UTF8.self) : nil
  }

  /// Returns how many uppercase letters at the start of the first word become lowercase.
  private static func capitalsToLower(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let capitals = word.prefix(while: isUpper).count
    let beginsWord =
      capitals > 1 && capitals < word.count && isLower(word[word.startIndex + capitals])
    return beginsWord ? capitals - 1 : capitals
  }
}
