/// A part of a `java.util.Formatter` format.
package enum JavaPiece: Hashable, Sendable {
  /// Text, with percent signs as they are written in the format.
  case text(String)
  /// A conversion, which contains no characters that need escaping.
  case conversion(String)

  /// The part as spelled in the format.
  package var spelling: String {
    switch self {
    case .text(let text): text
    case .conversion(let conversion): conversion
    }
  }
}

/// A writer for the branches of one plural in `java.util.Formatter` syntax, for
/// `getQuantityString`.
///
/// `#` becomes `%,d`, which formats integers in the style of the language. Percent signs are
/// doubled in all branches because `getQuantityString` is called with the number as an argument.
package struct JavaPlural {
  /// The argument that selects the branch.
  let argument: Int
  /// The types that Java requires for arguments. Arguments that are formatted as strings are not
  /// included because Java accepts any type for them.
  private var types: [Int: ArgumentType] = [:]
  /// The last requirement, which may be repeated many times.
  private var last: (number: Int, type: ArgumentType)?

  /// Creates a writer for a plural with an argument.
  package init(_ argument: Int) { self.argument = argument }

  /// Returns whether Java can represent all values of a text with the same argument types in each
  /// value.
  ///
  /// - Parameters:
  ///   - messages: Numbered messages, each of which is one plural or has no branches.
  ///   - argument: The argument that selects the branch.
  package static func canRepresent(_ messages: [Message], selectedBy argument: Int) -> Bool {
    var plural = JavaPlural(argument)
    return messages.allSatisfy { message in
      let branches = message.asOnePlural?.branches ?? [message]
      return branches.allSatisfy { plural.canRepresent($0) }
    }
  }

  /// Returns whether `pieces(of:written:)` would succeed, without creating the pieces.
  private mutating func canRepresent(_ message: Message) -> Bool {
    if message.contents.contains(.pluralNumber), !require(.integer, of: argument) { return false }
    guard message.usesArguments else { return true }
    var numbers = PlaceholderNumbers()
    var isRepresentable = true
    message.withElements { elements in
      isRepresentable = elements.indices.allSatisfy { canRepresent(elements[$0], &numbers) }
    }
    return isRepresentable
  }

  /// Returns whether Java can represent an element.
  private mutating func canRepresent(
    _ element: Message.Element, _ numbers: inout PlaceholderNumbers
  ) -> Bool {
    switch element {
    case .text, .pluralNumber: true
    case .placeholder(let placeholder):
      require(placeholder.type, of: numbers.next(placeholder))
        && PlaceholderDialect.java.canSpell(placeholder)
    case .argument(let argument):
      if case .plain = argument.kind, case .numbered(let number) = argument.name {
        number != self.argument || require(.integer, of: number)
      } else {
        conversion(of: argument) != nil
      }
    }
  }

  /// Returns the parts of a branch.
  ///
  /// - Parameters:
  ///   - message: The branch's numbered message, which has no branches itself.
  ///   - written: The same message as in the catalog. If its placeholders have no numbers and their
  ///     order implies the right ones, no numbers are written.
  /// - Returns: The parts, or `nil` if Java cannot represent the message, or requires an argument
  ///   type that conflicts with an earlier use.
  package mutating func pieces(of message: Message, written: Message) -> [JavaPiece]? {
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    let isCounted = written.hasImplicitNumbers(equalTo: numbers)
    var pieces: [JavaPiece] = []
    for element in message.elements {
      switch element {
      case .text(let text): pieces.append(.text(Message.doublingPercents(text)))
      case .pluralNumber:
        guard let conversion = wholeNumber(argument) else { return nil }
        pieces.append(.conversion(conversion))
      case .placeholder(let placeholder):
        guard let number = numbers.popFirst(), require(placeholder.type, of: number),
          let conversion = PlaceholderDialect.java.spell(
            placeholder, position: isCounted ? nil : number)
        else { return nil }
        pieces.append(.conversion(conversion))
      case .argument(let argument):
        guard let conversion = conversion(of: argument) else { return nil }
        pieces.append(.conversion(conversion))
      }
    }
    return pieces
  }

  /// Returns the conversion for an argument in braces, or `nil` if Java has none.
  private mutating func conversion(of argument: MessageArgument) -> String? {
    guard case .numbered(let number) = argument.name else { return nil }
    switch argument.kind {
    // ICU formats the number of the plural as a number, with or without the `number` type.
    case .plain where number == self.argument, .number(.standard) where number == self.argument:
      return wholeNumber(number)
    case .plain: return "%\(number)$s"
    case .number(let style):
      guard !style.isPercent, style.minimumIntegers == 1, style.fractions.count == 1 else {
        return nil
      }
      let digits = style.fractions.lowerBound
      var placeholder = Placeholder(digits == 0 ? "d" : "f")
      if style.isGrouped { placeholder.flags = .grouped }
      if digits > 0 { placeholder.precision = .fixed(digits) }
      guard require(placeholder.type, of: number) else { return nil }
      return PlaceholderDialect.java.spell(placeholder, position: number)
    case .date, .time, .plural, .select: return nil
    }
  }

  /// Returns the conversion of an integer with grouping, or `nil` if the argument has a different
  /// type.
  private mutating func wholeNumber(_ number: Int) -> String? {
    require(.integer, of: number) ? "%\(number)$,d" : nil
  }

  /// Records the type that an argument must have.
  ///
  /// - Returns: Whether the type is compatible with earlier uses.
  private mutating func require(_ type: ArgumentType, of number: Int) -> Bool {
    switch type {
    case .text, .boolean, .hash: return true
    case .pointer, .none: return false
    case .integer, .floating, .character, .date:
      if let last, last.number == number { return last.type == type }
      let known = types[number, default: type]
      last = (number, known)
      types[number] = known
      return known == type
    }
  }
}
