/// How a platform spells placeholders.
public enum PlaceholderDialect: Hashable, Sendable {
  /// `%@`, `%ld`: `String(format:)` of Foundation.
  case apple
  /// `%s`, `%d`: `java.util.Formatter`.
  case java
}

extension PlaceholderDialect {
  /// Spells a placeholder so that the platform shows the same.
  ///
  /// An integer without a length is a Swift `Int`, so Apple's spelling gets an `l`; Java has no
  /// lengths. What Java refuses with an exception (a `-` or `0` without a width, `%u`, `%i`, `%F`)
  /// is written as Java means it.
  ///
  /// - Parameter position: the number to write, or nil for none.
  /// - Returns: nil when the platform has nothing that means the same.
  public func spell(_ placeholder: Placeholder, position: Int?) -> String? {
    switch self {
    case .apple: spellForApple(placeholder, position: position)
    case .java: spellForJava(placeholder, position: position)
    }
  }

  private func spellForApple(_ placeholder: Placeholder, position: Int?) -> String? {
    guard !placeholder.flags.contains(.parenthesised) else { return nil }
    switch placeholder.type {
    case .boolean, .hash, .date, .none: return nil
    case .text:
      return placeholder.spelled(position: position, flagOrder: "-0+'#(", letter: "@")
    case .integer:
      // `%D`, `%U` and `%O` are the old spellings of `%ld`, `%lu` and `%lo`, and take no length.
      let isOld = ["D", "U", "O"].contains(Unicode.Scalar(placeholder.conversion))
      return placeholder.spelled(
        position: position, flagOrder: "-0+'#(",
        length: isOld ? .long : placeholder.length ?? .long,
        letter: isOld ? Unicode.Scalar(placeholder.conversion | 0x20) : nil)
    case .floating, .character, .pointer:
      return placeholder.spelled(
        position: position, flagOrder: "-0+'#(", length: placeholder.length)
    }
  }

  private func spellForJava(_ original: Placeholder, position: Int?) -> String? {
    var placeholder = original
    guard !placeholder.takesExtentArguments else { return nil }
    if placeholder.width == nil { placeholder.flags.subtract([.leftAligned, .zeroPadded]) }
    if placeholder.flags.contains(.leftAligned) { placeholder.flags.remove(.zeroPadded) }
    let letter: Unicode.Scalar
    switch placeholder.type {
    case .pointer, .none: return nil
    case .text:
      guard placeholder.flags.isSubset(of: .leftAligned) else { return nil }
      letter = "s"
    case .character:
      guard placeholder.flags.isSubset(of: .leftAligned), placeholder.precision == nil else {
        return nil
      }
      letter = "c"
    case .integer:
      guard let new = javaInteger(&placeholder) else { return nil }
      letter = new
    case .floating:
      // Java rounds half up and C does not; both show the same digits otherwise.
      letter =
        placeholder.conversion == UInt8(ascii: "F") ? "f" : Unicode.Scalar(placeholder.conversion)
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
      letter = Unicode.Scalar(placeholder.conversion)
    }
    return placeholder.spelled(position: position, letter: letter)
  }

  /// The letter for a whole number; Java has no precision for it, so leading zeros become a width.
  private func javaInteger(_ placeholder: inout Placeholder) -> Unicode.Scalar? {
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
        ? "o" : Unicode.Scalar(placeholder.conversion)
    default:
      return placeholder.flags.contains(.alternate) ? nil : "d"
    }
  }
}
