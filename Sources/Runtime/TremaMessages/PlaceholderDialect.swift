/// The syntax of placeholders on a platform.
package enum PlaceholderDialect: Hashable, Sendable {
  /// `%@`, `%ld`: Foundation's `String(format:)`.
  case apple
  /// `%s`, `%d`: `java.util.Formatter`.
  case java
  /// `%1$s`, `%1$d`: the resources of Compose Multiplatform, which replaces each with an unformatted
  /// argument. It displays placeholders without a number literally.
  case compose
}

extension PlaceholderDialect {
  /// Returns an equivalent placeholder in the syntax of the platform.
  ///
  /// The spelling for Apple keeps the length modifier of an integer because existing calls pass
  /// arguments of that size. Java has no length modifiers. Forms for which Java throws an exception
  /// (`-` or `0` without a width, `%u`, `%i`, `%F`) are replaced with equivalent ones.
  ///
  /// - Parameter position: The number of the argument, or `nil` for none.
  /// - Returns: The spelling; `nil` if the platform has no equivalent.
  package func spell(_ placeholder: Placeholder, position: Int?) -> String? {
    var bytes: [UInt8] = []
    guard append(placeholder, position: position, to: &bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether the platform has an equivalent for a placeholder.
  package func canSpell(_ placeholder: Placeholder) -> Bool { spelling(of: placeholder) != nil }

  /// Appends the result of `spell(_:position:)`, if there is one.
  ///
  /// - Returns: Whether the platform has an equivalent. If not, nothing is appended.
  package func append(
    _ placeholder: Placeholder, position: Int?, to bytes: inout [UInt8]
  ) -> Bool {
    guard let spelling = spelling(of: placeholder) else { return false }
    spelling.append(position: position, to: &bytes)
    return true
  }

  /// The parts of a spelling.
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

  /// Returns the spelling for the platform, or `nil` if it has no equivalent.
  private func spelling(of placeholder: Placeholder) -> Spelling? {
    switch self {
    case .apple: spellingForApple(placeholder)
    case .java: spellingForJava(placeholder)
    case .compose: spellingForCompose(placeholder)
    }
  }

  /// Returns the spelling for Apple's platforms.
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

  /// Returns the spelling for Java.
  private func spellingForJava(_ original: Placeholder) -> Spelling? {
    var placeholder = original
    placeholder.flags.remove(.localDigits)
    guard !placeholder.takesWidthOrPrecisionArguments else { return nil }
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
      // Java rounds half up, but C does not. Apart from that, the two produce the same digits.
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

  /// Returns the spelling for Compose Multiplatform, which does not support flags, widths and
  /// precisions and does not format numbers.
  private func spellingForCompose(_ original: Placeholder) -> Spelling? {
    var placeholder = original
    placeholder.flags.remove(.localDigits)
    guard placeholder.flags.isEmpty, placeholder.width == nil, placeholder.precision == nil else {
      return nil
    }
    switch placeholder.type {
    case .text:
      return Spelling(
        placeholder: placeholder, flagOrder: "", length: nil, letter: UInt8(ascii: "s"))
    case .integer where "diuDU".utf8.contains(placeholder.conversion):
      return Spelling(
        placeholder: placeholder, flagOrder: "", length: nil, letter: UInt8(ascii: "d"))
    case .integer, .floating, .character, .pointer, .boolean, .hash, .date, .none: return nil
    }
  }

  /// Returns the letter for an integer. Java does not allow a precision, so leading zeros are
  /// converted to a width.
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
