import TremaSupport

/// Whether a text may contain a secret, so that ``SecretScanner`` has to search it. Every text of every
/// log record is tested and almost none contains one: a byte costs one look at a table, half of what
/// sets of characters cost.
package enum SuspectText {
  /// No token of a provider is shorter, with the name that it begins with.
  private static let shortestToken = 14

  /// The class of each byte of ASCII: `a` is a letter of a token, `!` indicates a secret, as do `-`, `J`
  /// and a space after certain others, and `.` is anything else. Computed, which needs no check whether
  /// it has been initialized.
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

  package static func isSuspect(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let kinds = kinds.utf8Start
    var (index, wordStart) = (0, 0)
    while index < text.count {
      let byte = text[index]
      let kind = byte < 128 ? kinds[Int(byte)] : UInt8(ascii: ".")
      if kind != UInt8(ascii: "a"), tells(kind, of: text, at: index, &wordStart) { return true }
      index &+= 1
    }
    return index - wordStart >= shortestToken
  }

  /// Not inlined, or the loop would ask for what is rare first.
  ///
  /// - Parameter wordStart: where the letters of a token began that go to this place.
  @inline(never)
  private static func tells(
    _ kind: UInt8, of text: UnsafeBufferPointer<UInt8>, at index: Int, _ wordStart: inout Int
  ) -> Bool {
    switch kind {
    case UInt8(ascii: "-"): return index > 0 && text[index - 1] == kind
    case UInt8(ascii: "J"): return index > 1 && text[index - 1] == UInt8(ascii: "y")
    case UInt8(ascii: "!"): return true
    default:
      let isToken = index - wordStart >= shortestToken
      wordStart = index + 1
      return isToken || kind == UInt8(ascii: " ") && endsScheme(text, before: index)
    }
  }

  /// `Bearer`, `Basic`
  private static func endsScheme(_ text: UnsafeBufferPointer<UInt8>, before space: Int) -> Bool {
    guard space > 4 else { return false }
    let last = text[space - 1] | 0x20
    return last == UInt8(ascii: "r") || last == UInt8(ascii: "c")
  }
}
