/// A text's arguments, merged from all of its languages and all plural and select branches.
///
/// It determines the parameters of generated accessors. A check reports its conflicts.
package struct TextSignature: Hashable, Sendable {
  /// An argument of the text.
  package struct Argument: Hashable, Sendable {
    /// The number, from 1.
    package var number: Int
    /// The name of the argument in messages with braces.
    package var name: String?
    /// The type that the first requirement determines, starting with the master language: an
    /// integer for a plural alone, or a floating-point number if a language displays a fraction. It
    /// is `text` if no language displays the argument, because any value can be converted to a
    /// string.
    package var type = ArgumentType.text
    /// Whether any language displays the integer with a sign, or as an argument in braces.
    package var isSigned = false
    /// Whether any language reads the integer as 64 bits, like `%ld` and `%lld`.
    package var isWide = false
    /// The requirement that determined the type, or `nil` if no language uses the argument. This
    /// can only be the case if an argument with a higher number is used.
    package var requirement: ArgumentRequirement?
    /// The keywords of the argument's selects except `other`, in order of first occurrence.
    package var keywords: [String] = []
    /// The first conflict between requirements, or `nil` if there is none.
    package var conflict: Conflict?

    /// Creates an argument without requirements.
    package init(number: Int) { self.number = number }
  }

  /// Two requirements that no argument can satisfy.
  package struct Conflict: Hashable, Sendable {
    /// The first requirement.
    package var first: ArgumentRequirement
    /// The index of the message with the first requirement.
    package var firstMessageIndex: Int
    /// The first requirement that does not agree with `first`.
    package var requirement: ArgumentRequirement
    /// The index of the message with the conflicting requirement.
    package var messageIndex: Int
  }

  /// The numbering of names.
  package let numbers: ArgumentNumbers
  /// The messages as numbered by `Message.numbered(by:)`.
  package let numbered: [Message]
  /// The arguments from number 1 to the highest used number.
  package let arguments: [Argument]
  /// Whether any message displays an argument, instead of only using it to select a branch.
  package let showsArguments: Bool
  /// Whether all messages that are not empty use all arguments without conflicts. If so, there is
  /// no `ArgumentDifference` between them. If not, there may still be none.
  package let isConsistent: Bool

  /// The maximum number of arguments. It exceeds the needs of any text, and keeps a stray
  /// `%999999999$@` from creating that many. Uses with higher numbers are included only in `uses`.
  package static let maxArguments = 99

  /// Merges the arguments of messages.
  ///
  /// - Parameters:
  ///   - messages: The messages of all languages, starting with the master language.
  ///   - parameters: The predefined argument names by number.
  package init(_ messages: [Message], parameters: [Int: String] = [:]) {
    guard messages.contains(where: \.hasPlaceholders) else {
      numbers = ArgumentNumbers([])
      numbered = messages
      arguments = []
      showsArguments = false
      isConsistent = true
      return
    }
    var merge = SignatureMerge()
    (numbers, numbered) = ArgumentNumbers.numbering(messages, parameters: parameters) {
      merge.add($0, message: $1)
    }
    for index in numbered.indices { merge.addKeywords(of: numbered[index]) }
    arguments = merge.arguments(names: numbers)
    showsArguments =
      merge.showsArguments || messages.contains(where: \.showsPluralNumbers)
    isConsistent = merge.isConsistent(messages)
  }

  /// The argument uses in each message, in message order.
  package var uses: [[ArgumentUse]] { numbered.map { $0.uses(numbers) } }

  /// The argument with a number from 1, or `nil` if there is none.
  package subscript(number: Int) -> Argument? {
    arguments.indices.contains(number - 1) ? arguments[number - 1] : nil
  }
}

extension Message {
  /// Whether any branch of the message contains `#`.
  fileprivate var showsPluralNumbers: Bool { contents.contains(.pluralNumbersInBranches) }
}
