extension NameWords {
  /// Appends the name of a member for a key of several words of ASCII letters and digits with the usual
  /// signs between them, as most keys are: what ``memberName()`` gives, without words being made.
  ///
  /// - Returns: false for every other key; then nothing was appended. A name of several words is no
  ///   reserved word of a language: it has a capital or a digit.
  static func append(
    memberOfPlain key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: key.count) { name in
      guard let count = write(memberOfPlain: key, to: name) else { return false }
      output += UnsafeBufferPointer(rebasing: name[..<count])
      return true
    }
  }

  /// Writes the same.
  ///
  /// - Parameter name: has room for the key.
  /// - Returns: how many bytes it has, or nil for every other key.
  static func write(
    memberOfPlain key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    guard let first = key.first, !isSeparator(first), !isDigit(first) else { return nil }
    let written = write(lower: key, to: name)
    if written.kinds & Kind.other.rawValue != 0 { return nil }
    let hasUpper = written.kinds & Kind.upper.rawValue != 0
    return hasUpper ? writeMember(ofPlain: key, to: name) : written.count
  }

  /// A bit each, so that those of a key are put together without a jump.
  private enum Kind: UInt8 { case other = 1, separator = 2, upper = 4, lowerOrDigit = 8 }

  private static let kinds: [Kind] = (UInt8.min...UInt8.max).map { byte in
    if isSeparator(byte) { return .separator }
    if isUpper(byte) { return .upper }
    return isAlphanumeric(byte) ? .lowerOrDigit : .other
  }

  /// The same as ``writeMember(ofPlain:to:)`` for a key without capitals, as most are.
  ///
  /// - Parameter name: has room for the key.
  /// - Returns: as that does, and the kinds of all bytes; where one is of another kind than such a key
  ///   has, what was written means nothing.
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
        // The next byte is written over a separator.
        name[count] = isStart ? upper(byte) : byte
        count &+= isSeparator ? 0 : 1
        words &+= isStart && !isSeparator ? 1 : 0
        isStart = isSeparator
      }
    }
    return (words > 1 ? count : nil, found)
  }

  /// - Parameter name: has room for the key, no byte of which becomes more than one of the name.
  /// - Returns: how many bytes the name has.
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
      for (place, byte) in word.enumerated() {
        name[count] = place == 0 && words > 0 ? upper(byte) : place < lowered ? lower(byte) : byte
        count += 1
      }
      words += 1
    }
    return words > 1 ? count : nil
  }

  /// The same as a string.
  static func memberName(ofPlain key: String) -> String? {
    var key = key
    var name: [UInt8] = []
    return key.withUTF8 { append(memberOfPlain: $0, to: &name) }
      ? String(decoding: name, as: UTF8.self) : nil
  }

  /// How many letters at the beginning of the first word become small.
  private static func capitalsToLower(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let capitals = word.prefix(while: isUpper).count
    let beginsWord =
      capitals > 1 && capitals < word.count && isLower(word[word.startIndex + capitals])
    return beginsWord ? capitals - 1 : capitals
  }
}
