/// A piece of a format for `java.util.Formatter`.
package enum JavaPiece: Hashable, Sendable {
  /// Text, with percent signs as they are to be written.
  case text(String)
  /// A conversion, which needs no escapes.
  case conversion(String)

  package var spelling: String {
    switch self {
    case .text(let text): text
    case .conversion(let conversion): conversion
    }
  }
}

/// Spells the branches of one plural for `java.util.Formatter`, as `getQuantityString` uses it.
///
/// `#` is written as the language writes whole numbers, which is what `%,d` does. Percent signs are
/// doubled in every branch: `getQuantityString` is called with the number as an argument.
package struct JavaPlural {
  /// The argument that chooses.
  let argument: Int
  /// The types that Java will demand of arguments. Java shows anything as text, so those are missing.
  private var types: [Int: ArgumentType] = [:]
  /// The last demand, which may be repeated many times.
  private var last: (number: Int, type: ArgumentType)?

  package init(_ argument: Int) { self.argument = argument }

  /// Whether Java can say all of these values of one text, with the same arguments for each.
  ///
  /// - Parameter messages: everything in them numbered; each is one plural or has no branches.
  package static func canSay(_ messages: [Message], chosenBy argument: Int) -> Bool {
    var plural = JavaPlural(argument)
    return messages.allSatisfy { message in
      let branches = message.asOnePlural?.branches ?? [message]
      return branches.allSatisfy { plural.canSay($0) }
    }
  }

  /// Whether there are ``pieces(of:)``, which are not made.
  private mutating func canSay(_ message: Message) -> Bool {
    if message.contents.contains(.pluralNumber), !demand(.integer, of: argument) { return false }
    guard message.asksForArguments else { return true }
    var numbers = PlaceholderNumbers()
    var isSaid = true
    message.withElements { elements in
      isSaid = elements.indices.allSatisfy { canSay(elements[$0], &numbers) }
    }
    return isSaid
  }

  private mutating func canSay(
    _ element: Message.Element, _ numbers: inout PlaceholderNumbers
  ) -> Bool {
    switch element {
    case .text, .pluralNumber: true
    case .placeholder(let placeholder):
      demand(placeholder.type, of: numbers.next(placeholder))
        && PlaceholderDialect.java.canSpell(placeholder)
    case .argument(let argument):
      if case .plain = argument.kind, case .numbered(let number) = argument.name {
        number != self.argument || demand(.integer, of: number)
      } else {
        conversion(of: argument) != nil
      }
    }
  }

  /// - Parameters:
  ///   - message: without branches; everything in braces has a number.
  ///   - written: the same as the catalog has it: where its placeholders have no numbers, and are
  ///     counted so anyway, they get none.
  /// - Returns: nil when Java cannot say it, or wants another type of argument than it did before.
  package mutating func pieces(of message: Message, written: Message) -> [JavaPiece]? {
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    let isCounted = written.countsItsPlaceholders(as: numbers)
    var pieces: [JavaPiece] = []
    for element in message.elements {
      switch element {
      case .text(let text): pieces.append(.text(Message.doublingPercents(text)))
      case .pluralNumber:
        guard let conversion = wholeNumber(argument) else { return nil }
        pieces.append(.conversion(conversion))
      case .placeholder(let placeholder):
        guard let number = numbers.popFirst(), demand(placeholder.type, of: number),
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

  private mutating func conversion(of argument: MessageArgument) -> String? {
    guard case .numbered(let number) = argument.name else { return nil }
    switch argument.kind {
    // ICU writes the number of the plural as a number, whether it was asked to or not.
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
      guard demand(placeholder.type, of: number) else { return nil }
      return PlaceholderDialect.java.spell(placeholder, position: number)
    case .date, .time, .plural, .select: return nil
    }
  }

  private mutating func wholeNumber(_ number: Int) -> String? {
    demand(.integer, of: number) ? "%\(number)$,d" : nil
  }

  private mutating func demand(_ type: ArgumentType, of number: Int) -> Bool {
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
