/// The arguments of a text, merged from all its languages and all branches of plurals and selects.
///
/// Generated accessors declare their parameters according to it, and a check reports its conflicts.
package struct TextSignature: Hashable, Sendable {
  /// An argument of the text.
  package struct Argument: Hashable, Sendable {
    /// The number, from 1.
    package var number: Int
    /// The name of the argument in messages with braces.
    package var name: String?
    /// The type that the first requirement determines, with the master language before the others:
    /// an integer for a plural alone, a floating-point number if a language shows a fraction. It is
    /// `text` if no language shows the argument, as any value can be converted to text.
    package var type = ArgumentType.text
    /// Whether a language shows the integer with a sign, or as an argument in braces.
    package var isSigned = false
    /// Whether a language reads the integer as 64 bits, like `%ld` and `%lld`.
    package var isWide = false
    /// The requirement that determined the type; `nil` if no language uses the argument, but one
    /// with a higher number.
    package var demand: ArgumentDemand?
    /// The keywords of its selects except `other`, in the order of their first occurrence.
    package var keywords: [String] = []
    /// The first conflict between requirements; `nil` if there is none.
    package var conflict: Conflict?

    /// Creates an argument without requirements.
    package init(number: Int) { self.number = number }
  }

  /// Two requirements that no argument can satisfy.
  package struct Conflict: Hashable, Sendable {
    /// The first requirement.
    package var first: ArgumentDemand
    /// The index of its message.
    package var firstMessage: Int
    /// The first requirement that does not agree with it.
    package var demand: ArgumentDemand
    /// The index of its message.
    package var message: Int
  }

  /// The numbering of names.
  package let numbers: ArgumentNumbers
  /// The messages with numbered arguments, as `Message.numbered(by:)` returns them.
  package let numbered: [Message]
  /// The arguments from number 1 to the highest number that is used.
  package let arguments: [Argument]
  /// Whether a message shows an argument, instead of only selecting a branch by it.
  package let showsArguments: Bool
  /// Whether all messages that are not empty use all arguments without conflicts. In this case
  /// there is no `ArgumentDifference` between them. If it is `false`, there may still be none.
  package let isConsistent: Bool

  /// The maximum number of arguments, which is more than any text needs. A stray `%999999999$@`
  /// must not create as many arguments. Uses with higher numbers are only included in `uses`.
  package static let maxArguments = 99

  /// Merges the arguments of messages.
  ///
  /// - Parameters:
  ///   - messages: the messages of all languages, that of the master language first.
  ///   - parameters: the predefined names of arguments, by number.
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

  /// The uses of arguments in each message, in the order of the messages.
  package var uses: [[ArgumentUse]] { numbered.map { $0.uses(numbers) } }

  /// The argument with a number from 1, or `nil` if there is none.
  package subscript(number: Int) -> Argument? {
    arguments.indices.contains(number - 1) ? arguments[number - 1] : nil
  }
}

extension Message {
  /// Whether a branch of the message contains `#`.
  fileprivate var showsPluralNumbers: Bool { contents.contains(.pluralNumbersInBranches) }
}
