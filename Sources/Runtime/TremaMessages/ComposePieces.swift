/// A writer for messages in the syntax of Compose Multiplatform's resources: `%1$s` and `%1$d`,
/// which are replaced with unformatted arguments. Percent signs are not doubled, because Compose
/// Multiplatform displays `%%` as two percent signs.
///
/// Source: `replaceWithArgs` in `org.jetbrains.compose.resources`.
package enum ComposePieces {
  /// Returns whether the syntax can represent all values of a text.
  ///
  /// - Parameters:
  ///   - messages: Numbered messages, each of which is one plural or has no branches.
  ///   - argument: The argument that selects the branch.
  package static func canRepresent(_ messages: [Message], selectedBy argument: Int) -> Bool {
    messages.allSatisfy { message in
      (message.asOnePlural?.branches ?? [message]).allSatisfy {
        pieces(of: $0, pluralArgument: argument) != nil
      }
    }
  }

  /// Returns the parts of a message or of a branch of a plural.
  ///
  /// - Parameters:
  ///   - message: The message, without branches of its own. Placeholders without a number are
  ///     numbered in order.
  ///   - number: The argument that selects the branch, or `nil` outside a plural.
  /// - Returns: The parts; `nil` if the syntax cannot represent the message.
  package static func pieces(of message: Message, pluralArgument number: Int?) -> [JavaPiece]? {
    pieces(of: message, pluralArgument: number) { _, _ in nil }
  }

  /// Returns the parts of a message without arguments in braces. Unsupported placeholders keep
  /// their spelling; a check rejects them before they are written.
  package static func pieces(keepingOthersIn message: Message) -> [JavaPiece] {
    pieces(of: message, pluralArgument: nil) { placeholder, position in
      var placeholder = placeholder
      if placeholder.type != .none { placeholder.position = position }
      return placeholder.description
    } ?? []
  }

  /// Returns the first part of a text that is spelled like an argument: a percent sign, digits, a
  /// dollar sign, and `s` or `d`. Returns `nil` if there is none.
  package static func argumentSpelling(in text: String) -> String? {
    let bytes = Array(text.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
      let digits = bytes[(index + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
      let rest = bytes[digits.endIndex...].prefix(2)
      if !digits.isEmpty, rest.elementsEqual("$s".utf8) || rest.elementsEqual("$d".utf8) {
        return String(decoding: bytes[index..<rest.endIndex], as: UTF8.self)
      }
    }
    return nil
  }

  /// Returns the parts of a message.
  ///
  /// - Parameter other: Returns the spelling of an unsupported placeholder with the number of its
  ///   argument, or `nil` if there is none.
  private static func pieces(
    of message: Message, pluralArgument number: Int?, other: (Placeholder, Int) -> String?
  ) -> [JavaPiece]? {
    var numbers = PlaceholderNumbers()
    var pieces: [JavaPiece] = []
    for element in message.elements {
      switch element {
      case .text(let text): pieces.append(.text(text))
      case .pluralNumber:
        guard let number else { return nil }
        pieces.append(.conversion("%\(number)$d"))
      case .placeholder(let placeholder):
        let position = numbers.next(placeholder)
        guard
          let conversion = PlaceholderDialect.compose.spell(placeholder, position: position)
            ?? other(placeholder, position)
        else { return nil }
        pieces.append(.conversion(conversion))
      case .argument(let argument):
        guard let conversion = conversion(of: argument, pluralArgument: number) else { return nil }
        pieces.append(.conversion(conversion))
      }
    }
    return pieces
  }

  /// Returns the conversion for an argument in braces, or `nil` for an argument that is formatted.
  private static func conversion(
    of argument: MessageArgument, pluralArgument: Int?
  ) -> String? {
    guard case .numbered(let number) = argument.name else { return nil }
    switch argument.kind {
    case .plain where number == pluralArgument, .number(.standard) where number == pluralArgument:
      return "%\(number)$d"
    case .plain: return "%\(number)$s"
    case .number(let style):
      let isWhole =
        !style.isPercent && style.minimumIntegers == 1 && style.fractions == 0...0
      return isWhole ? "%\(number)$d" : nil
    case .date, .time, .plural, .select: return nil
    }
  }
}
