/// The arguments of a text, merged over all its languages and the branches of its plurals and selects.
///
/// Accessors declare their parameters by it; a check reports the conflicts in it.
package struct TextSignature: Hashable, Sendable {
  package struct Argument: Hashable, Sendable {
    /// The number, from 1.
    package var number: Int
    /// The name of the argument in messages with braces.
    package var name: String?
    /// The type that the first demand requires, the master's before the others: a plural alone requires a
    /// whole number, a fraction where one language shows a fraction. `text` when no language shows the
    /// argument, since anything can be made a text.
    package var type = ArgumentType.text
    /// Whether one language shows the whole number with a sign, or as an argument in braces.
    package var isSigned = false
    /// Whether one language reads the whole number as 64 bits, as `%ld` and `%lld` do.
    package var isWide = false
    /// The demand that decided; nil when no language shows the argument, but one after it.
    package var demand: ArgumentDemand?
    /// The keywords of its selects but for `other`, in the order of their first appearance.
    package var keywords: [String] = []
    package var conflict: Conflict?

    package init(number: Int) { self.number = number }
  }

  /// Two demands that no argument can serve both.
  package struct Conflict: Hashable, Sendable {
    /// The demand that came first, and which message it is in.
    package var first: ArgumentDemand
    package var firstMessage: Int
    /// The first demand that does not agree with it, and which message that is in.
    package var demand: ArgumentDemand
    package var message: Int
  }

  /// How names were numbered.
  package let numbers: ArgumentNumbers
  /// The messages with a number on every argument, as ``Message/numbered(by:)`` gives each.
  package let numbered: [Message]
  /// One for each number from 1 to the highest that is asked for.
  package let arguments: [Argument]
  /// A message shows an argument, rather than only choose a form by it.
  package let showsArguments: Bool
  /// Whether each message that says something asks for all of the arguments, and none for a thing that
  /// another cannot serve: then there is no ``ArgumentDifference`` between them, and no conflict in any.
  /// Where it is false there may be none either.
  package let areAlike: Bool

  /// More than any text needs; a stray `%999999999$@` must not become as many arguments. What is
  /// asked for beyond is among the ``uses`` alone.
  package static let mostArguments = 99

  /// - Parameters:
  ///   - messages: of all languages, the master's first.
  ///   - parameters: names that were given to arguments, by number.
  package init(_ messages: [Message], parameters: [Int: String] = [:]) {
    guard messages.contains(where: \.hasPlaceholders) else {
      numbers = ArgumentNumbers([])
      numbered = messages
      arguments = []
      showsArguments = false
      areAlike = true
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
    areAlike = merge.areAlike(messages)
  }

  /// The places where each message asks for arguments, in the order of the messages.
  package var uses: [[ArgumentUse]] { numbered.map { $0.uses(numbers) } }

  /// - Parameter number: from 1.
  package subscript(number: Int) -> Argument? {
    arguments.indices.contains(number - 1) ? arguments[number - 1] : nil
  }
}

extension Message {
  /// True when `#` is in a branch.
  fileprivate var showsPluralNumbers: Bool { contents.contains(.pluralNumbersInBranches) }
}
