import TremaSupport

/// A fast test of whether bytes may contain a secret and must be searched with `SecretScanner`. All
/// bytes of every log record are tested, and almost none contain a secret. Each byte costs one
/// table access, which is half the cost of character sets.
package enum SuspectText {
  /// The length of the shortest provider token, including its prefix.
  private static let minTokenLength = 14

  /// The class of each ASCII byte. `a` is a token character. `!`, `-`, `J`, and a space after
  /// certain other characters indicate a secret. `.` is anything else. This is a computed property
  /// because it does not require an initialization check.
  private static var kinds: StaticString {
    """
    ................\
    ................\
     ..........a.-aa\
    aaaaaaaaaa!..!..\
    .aaaaaaaaaJaaaaa\
    aaaaaaaaaaa....a\
    .aaaaaaaaaaaaaaa\
    aaaaaaaaaaa...a.
    """
  }

  /// Returns whether the bytes may contain a secret.
  package static func isSuspect(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let kinds = kinds.utf8Start
    var (index, wordStart) = (0, 0)
    while index < text.count {
      let byte = text[index]
      let kind = byte < 128 ? kinds[Int(byte)] : UInt8(ascii: ".")
      if kind != UInt8(ascii: "a"), indicatesSecret(kind, of: text, at: index, &wordStart) {
        return true
      }
      index &+= 1
    }
    return index - wordStart >= minTokenLength
  }

  /// Returns whether a byte of a rare class indicates a secret. It is not inlined, so the loop
  /// tests the frequent class first.
  ///
  /// - Parameter wordStart: Where the token characters before this byte start, updated at the end
  ///   of a token.
  @inline(never)
  private static func indicatesSecret(
    _ kind: UInt8, of text: UnsafeBufferPointer<UInt8>, at index: Int, _ wordStart: inout Int
  ) -> Bool {
    switch kind {
    case UInt8(ascii: "-"): return index > 0 && text[index - 1] == kind
    case UInt8(ascii: "J"): return index > 1 && text[index - 1] == UInt8(ascii: "y")
    case UInt8(ascii: "!"): return true
    default:
      let isToken = index - wordStart >= minTokenLength
      wordStart = index + 1
      return isToken || kind == UInt8(ascii: " ") && endsScheme(text, before: index)
    }
  }

  /// Returns whether the bytes before a space may end with `Bearer` or `Basic`, judging by the last
  /// letter.
  private static func endsScheme(_ text: UnsafeBufferPointer<UInt8>, before space: Int) -> Bool {
    guard space > 4 else { return false }
    let last = text[space - 1] | 0x20
    return last == UInt8(ascii: "r") || last == UInt8(ascii: "c")
  }
}
