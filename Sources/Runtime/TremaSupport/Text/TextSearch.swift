/// Byte-by-byte searches in strings.
///
/// Swift's own search is part of its regular expression library, which would be linked into the
/// command and loaded at each start. These functions take precedence over the library functions of
/// the same name.
extension StringProtocol {
  /// Returns whether the string contains the bytes of `pattern`.
  package func contains(_ pattern: String) -> Bool { firstRange(of: pattern) != nil }

  /// Returns the first range whose bytes equal `pattern`, or an empty range at the start if
  /// `pattern` is empty.
  package func firstRange(of pattern: String) -> Range<Index>? {
    var pattern = pattern
    let offset = pattern.withUTF8 { bytes in
      utf8.withContiguousStorageIfAvailable { $0.firstOffset(of: bytes) }
        ?? Array(utf8).withUnsafeBufferPointer { $0.firstOffset(of: bytes) }
    }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: pattern.utf8.count)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset where the bytes first occur.
  ///
  /// It uses C functions, because a loop over a string's view is slow in debug builds.
  fileprivate func firstOffset(of pattern: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let patternBase = pattern.baseAddress, let first = pattern.first else { return 0 }
    guard let base = baseAddress else { return nil }
    var start = 0
    while count - start >= pattern.count {
      // In bounds: `pattern` still fits at each of these offsets.
      let length = count - start - pattern.count + 1
      guard let found = memchr(base + start, Int32(first), length) else { return nil }
      start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(base + start, patternBase, pattern.count) == 0 { return start }
      start += 1
    }
    return nil
  }
}

extension String {
  // Otherwise, Swift's own function would be chosen for a literal.
  package func contains(_ pattern: String) -> Bool { firstRange(of: pattern) != nil }
}

extension [String] {
  /// Returns the strings joined with a separator. Swift's own function is generic over all
  /// sequences and strings, and looks up type metadata by name at the first call.
  package func joined(separator: String = "") -> String {
    guard var text = first else { return "" }
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
