/// How a platform spells placeholders.
package enum PlaceholderDialect: Hashable, Sendable {
  /// `%@`, `%ld`: `String(format:)` of Foundation.
  case apple
  /// `%s`, `%d`: `java.util.Formatter`.
  case java
}

extension PlaceholderDialect {
  /// Spells a placeholder so that the platform shows the same.
  ///
  /// Apple's spelling keeps the length of an integer: existing calls pass arguments of that size.
  /// Java has no lengths. What Java refuses with an exception (a `-` or `0` without a width, `%u`, `%i`, `%F`)
  /// is written as Java means it.
  ///
  /// - Parameter position: the number to write, or nil for none.
  /// - Returns: nil when the platform has nothing that means the same.
  package func spell(_ placeholder: Placeholder, position: Int?) -> String? {
    var bytes: [UInt8] = []
    guard append(placeholder, position: position, to: &bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the platform has something that means the same.
  package func canSpell(_ placeholder: Placeholder) -> Bool { spelling(of: placeholder) != nil }

  /// Appends what ``spell(_:position:)`` returns.
  ///
  /// - Returns: false where that is nil; nothing was appended.
  package func append(
    _ placeholder: Placeholder, position: Int?, to bytes: inout [UInt8]
  ) -> Bool {
    guard let spelling = spelling(of: placeholder) else { return false }
    spelling.append(position: position, to: &bytes)
    return true
  }

  private struct Spelling {
    var placeholder: Placeholder
    var flagOrder: StaticString
    var length: Placeholder.Length?
    var letter: UInt8?

    func append(position: Int?, to bytes: inout [UInt8]) {
      placeholder.append(
        position: position, flagOrder: flagOrder, length: length, letter: letter, to: &bytes)
    }
  }

  private func spelling(of placeholder: Placeholder) -> Spelling? {
    switch self {
    case .apple: spellingForApple(placeholder)
    case .java: spellingForJava(placeholder)
    }
  }

  private func spellingForApple(_ placeholder: Placeholder) -> Spelling? {
    guard !placeholder.flags.contains(.parenthesised) else { return nil }
    var spelling = Spelling(
      placeholder: placeholder, flagOrder: "-0+'#(", length: placeholder.length, letter: nil)
    switch placeholder.type {
    case .boolean, .hash, .date, .none: return nil
    case .text:
      spelling.length = nil
      spelling.letter = UInt8(ascii: "@")
    case .integer, .floating, .character, .pointer: break
    }
    return spelling
  }

  private func spellingForJava(_ original: Placeholder) -> Spelling? {
    var placeholder = original
    placeholder.flags.remove(.localDigits)
    guard !placeholder.takesExtentArguments else { return nil }
    if placeholder.width == nil { placeholder.flags.subtract([.leftAligned, .zeroPadded]) }
    if placeholder.flags.contains(.leftAligned) { placeholder.flags.remove(.zeroPadded) }
    let letter: UInt8
    switch placeholder.type {
    case .pointer, .none: return nil
    case .text:
      guard placeholder.flags.isSubset(of: .leftAligned) else { return nil }
      letter = UInt8(ascii: "s")
    case .character:
      guard placeholder.flags.isSubset(of: .leftAligned), placeholder.precision == nil else {
        return nil
      }
      letter = UInt8(ascii: "c")
    case .integer:
      guard let new = javaInteger(&placeholder) else { return nil }
      letter = new
    case .floating:
      // Java rounds half up and C does not; both show the same digits otherwise.
      letter =
        placeholder.conversion == UInt8(ascii: "F") ? UInt8(ascii: "f") : placeholder.conversion
      let lower = placeholder.conversion | 0x20
      if placeholder.flags.contains(.alternate), lower == UInt8(ascii: "g") { return nil }
      if placeholder.flags.contains(.parenthesised), lower == UInt8(ascii: "a") { return nil }
      if placeholder.flags.contains(.grouped), lower != UInt8(ascii: "f"),
        lower != UInt8(ascii: "g")
      {
        return nil
      }
    case .boolean, .hash, .date:
      guard placeholder.flags.isSubset(of: .leftAligned),
        placeholder.precision == nil || placeholder.type != .date
      else { return nil }
      letter = placeholder.conversion
    }
    return Spelling(placeholder: placeholder, flagOrder: "-0+,#(", length: nil, letter: letter)
  }

  /// The letter for a whole number; Java has no precision for it, so leading zeros become a width.
  private func javaInteger(_ placeholder: inout Placeholder) -> UInt8? {
    if case .fixed(let digits)? = placeholder.precision {
      guard placeholder.width == nil else { return nil }
      placeholder.precision = nil
      if digits > 1 {
        placeholder.width = .fixed(digits)
        placeholder.flags.insert(.zeroPadded)
      }
    }
    switch placeholder.conversion {
    case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"), UInt8(ascii: "O"):
      guard placeholder.flags.isDisjoint(with: [.signed, .grouped, .parenthesised]) else {
        return nil
      }
      return placeholder.conversion == UInt8(ascii: "O")
        ? UInt8(ascii: "o") : placeholder.conversion
    default:
      return placeholder.flags.contains(.alternate) ? nil : UInt8(ascii: "d")
    }
  }
}
