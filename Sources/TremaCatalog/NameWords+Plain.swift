extension NameWords {
  /// The name of a member for a key of several words of ASCII letters and digits with the usual signs
  /// between them, as most keys are: what ``memberName()`` gives, without words being made.
  ///
  /// - Returns: nil for every other key. A name of several words is no reserved word of a language:
  ///   it has a capital or a digit.
  static func memberName(ofPlain key: String) -> String? {
    var key = key
    return key.withUTF8 { bytes in
      guard let first = bytes.first, !isSeparator(first), !isDigit(first) else { return nil }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { name in
        // No byte of the key becomes more than one of the name.
        var count = 0
        var words = 0
        var index = 0
        while index < bytes.count {
          if isSeparator(bytes[index]) {
            index += 1
            continue
          }
          let start = index
          var (hasUpper, hasLower) = (false, false)
          while index < bytes.count, isAlphanumeric(bytes[index]) {
            hasUpper = hasUpper || isUpper(bytes[index])
            hasLower = hasLower || isLower(bytes[index])
            index += 1
          }
          if index == start { return nil }
          let word = bytes[start..<index]
          let lowered =
            hasUpper && !hasLower ? word.count : words == 0 ? capitalsToLower(word) : 0
          for (place, byte) in word.enumerated() {
            name[count] =
              place == 0 && words > 0 ? upper(byte) : place < lowered ? lower(byte) : byte
            count += 1
          }
          words += 1
        }
        guard words > 1 else { return nil }
        return String(decoding: UnsafeBufferPointer(rebasing: name[..<count]), as: UTF8.self)
      }
    }
  }

  /// How many letters at the beginning of the first word become small.
  private static func capitalsToLower(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let capitals = word.prefix(while: isUpper).count
    let beginsWord =
      capitals > 1 && capitals < word.count && isLower(word[word.startIndex + capitals])
    return beginsWord ? capitals - 1 : capitals
  }
}
