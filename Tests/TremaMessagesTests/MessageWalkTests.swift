import Testing
import TremaTestSupport

@testable import TremaMessages

/// The argument uses found in one traversal, compared with those of each part.
@Suite struct MessageWalkTests {
  /// Messages with any elements, including nested branches.
  private static func message(_ random: inout SeededGenerator, depth: Int = 0) -> Message {
    let count = Int.random(in: 0...4, using: &random)
    return Message(
      (0..<count).map { _ in
        switch Int.random(in: 0..<(depth < 3 ? 10 : 8), using: &random) {
        case 0, 1: .text(["a", "50 %", "'{'", "#"].randomElement(using: &random) ?? "")
        case 2: .pluralNumber
        case 3, 4: .placeholder(placeholder(&random))
        case 5: .argument(MessageArgument(name(&random)))
        case 6: .argument(MessageArgument(name(&random), .number(.standard)))
        case 7: .argument(MessageArgument(name(&random), .date(nil)))
        case 8:
          .argument(
            MessageArgument(
              name(&random),
              .plural(
                MessageArgument.Plural(
                  .cardinal,
                  [PluralSelector.exact(0), .category(.one), .category(.other)].map { selector in
                    MessageArgument.PluralBranch(selector, message(&random, depth: depth + 1))
                  }))))
        default:
          .argument(
            MessageArgument(
              name(&random),
              .select(
                ["x", "other"].map { keyword in
                  MessageArgument.SelectBranch(keyword, message(&random, depth: depth + 1))
                })))
        }
      })
  }

  private static func name(_ random: inout SeededGenerator) -> MessageArgument.Name {
    Bool.random(using: &random)
      ? .numbered(Int.random(in: 1...3, using: &random))
      : .named(["a", "b", "c"].randomElement(using: &random) ?? "")
  }

  private static func placeholder(_ random: inout SeededGenerator) -> Placeholder {
    var placeholder = Placeholder(["@", "d", "f", "n", "p"].randomElement(using: &random) ?? "@")
    if Bool.random(using: &random) { placeholder.position = Int.random(in: 1...4, using: &random) }
    if Int.random(in: 0..<8, using: &random) == 0 { placeholder.width = .argument }
    return placeholder
  }

  private static func placeholders(of message: Message) -> [Placeholder] {
    message.elements.flatMap { element -> [Placeholder] in
      switch element {
      case .placeholder(let placeholder): [placeholder]
      case .argument(let argument): argument.branches.flatMap(placeholders)
      case .text, .pluralNumber: []
      }
    }
  }

  /// Returns the argument uses of a message in which every argument is numbered.
  private static func uses(of message: Message) -> [ArgumentUse] {
    message.elements.flatMap { element -> [ArgumentUse] in
      switch element {
      case .text, .pluralNumber: []
      case .placeholder(let placeholder):
        placeholder.position.map { [ArgumentUse($0, .placeholder(placeholder))] } ?? []
      case .argument(let argument):
        if case .numbered(let number) = argument.name {
          [ArgumentUse(number, argument.requirement)] + argument.branches.flatMap(uses)
        } else {
          []
        }
      }
    }
  }

  @Test func `conversions of all parts are listed in order`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let message = Self.message(&random)
      let expected = Self.placeholders(of: message)
      #expect(message.placeholders == expected)
      #expect(message.hasConversions == !expected.isEmpty)
      var asked: [Placeholder] = []
      let holds = message.allPlaceholders {
        asked.append($0)
        return $0.type != .integer
      }
      #expect(holds == expected.allSatisfy { $0.type != .integer })
      #expect(asked == Array(expected.prefix(asked.count)))
      #expect(asked.dropLast().allSatisfy { $0.type != .integer })
    }
  }

  @Test func `argument uses match those of the numbered message`() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<2000 {
      let messages = (0..<3).map { _ in Self.message(&random) }
      let numbers = ArgumentNumbers(messages, parameters: [2: "b", 7: "z"])
      for message in messages where message.hasArguments {
        let numbered = message.numbered(by: numbers)
        #expect(message.uses(numbers) == Self.uses(of: numbered))
        #expect(numbered.numbered(by: numbers) == numbered)
      }
    }
  }

  @Test func `one pass finds the same numbers and uses as two passes`() {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<2000 {
      let messages = (0..<3).map { _ in Self.message(&random) }
      let parameters = [2: "b", 7: "z"]
      let numbers = ArgumentNumbers(messages, parameters: parameters)
      let uses = messages.map { $0.uses(numbers) }
      let found = ArgumentNumbers.withUses(messages, parameters: parameters)
      #expect(found.numbers == numbers)
      #expect(found.uses == uses)
      let different = ArgumentNumbers.withUses(messages, parameters: parameters, repeats: false)
      #expect(different.numbers == numbers)
      #expect(different.uses == uses.map(Self.withoutRepeats))
      for (own, all) in zip(different.uses, uses) {
        #expect((own.conflict == nil) == (all.conflict == nil))
        #expect(
          (ArgumentDifference(own, from: ExpectedArguments(different.uses[0])) == nil)
            == (ArgumentDifference(all, from: ExpectedArguments(uses[0])) == nil))
      }
    }
  }

  @Test func `a numbered message stores the properties of its elements`() {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<2000 {
      let messages = (0..<2).map { _ in Self.message(&random) }
      let signature = TextSignature(messages, parameters: [2: "b"])
      for message in signature.numbered {
        #expect(message.contents == Self.made(of: message).contents)
        #expect(message == Self.made(of: message))
      }
    }
  }

  /// The message, each message in it rebuilt from its elements.
  private static func made(of message: Message) -> Message {
    Message(
      message.elements.map { element in
        guard case .argument(let argument) = element else { return element }
        return .argument(argument.mapBranches(made))
      })
  }

  @Test func `texts with matching languages have no conflict and no difference`() {
    var random = SeededGenerator(seed: 17)
    var counts = [false: 0, true: 0]
    for _ in 0..<4000 {
      var messages = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        Self.message(&random, depth: 2)
      }
      if Bool.random(using: &random) { messages.append(messages[0]) }
      let alike = TextSignature(messages, parameters: [2: "b"]).isConsistent
      counts[alike, default: 0] += 1
      guard alike else { continue }
      let uses = ArgumentNumbers.withUses(messages, parameters: [2: "b"]).uses
      for (message, own) in zip(messages, uses) where !message.isEmpty {
        #expect(own.conflict == nil)
        #expect(ArgumentDifference(own, from: ExpectedArguments(uses[0])) == nil)
      }
    }
    #expect(counts.values.allSatisfy { $0 > 300 })
  }

  @Test(arguments: [
    (["%1$@", "%1$@ %2$@"], false), (["%1$@", ""], true), (["", "%1$@"], false),
    (["%1$@ %1$d", "%1$@"], false), (["%120$@", "%120$@"], false), (["a", "b"], true),
    (["{n, plural, other {{a}}}", "{n, plural, other {{a} {a}}}"], true),
    (["{n, plural, other {{a}}}", "{n, plural, other {#}}"], false),
    // A language can have equal branches, which the general comparison must detect.
    (["{g, select, other {a}}", "a"], false),
  ])
  func `languages with the same arguments match`(values: [String], areAlike: Bool) {
    let messages = values.map { (Message.parse($0) as (Message, [MessageIssue])).0 }
    #expect(TextSignature(messages).isConsistent == areAlike)
  }

  private static func withoutRepeats(_ uses: [ArgumentUse]) -> [ArgumentUse] {
    uses.indices.filter { $0 == 0 || uses[$0] != uses[$0 - 1] }.map { uses[$0] }
  }

  @Test func `a message's stored properties match its contents`() {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<2000 {
      let message = Self.message(&random)
      let arguments = message.elements.compactMap { element in
        if case .argument(let argument) = element { argument } else { nil }
      }
      #expect(message.hasArguments == !arguments.isEmpty)
      #expect(message.hasBranches == arguments.contains { !$0.branches.isEmpty })
      #expect(message.showsPluralNumber == message.elements.contains(.pluralNumber))
      #expect(message.hasPlurals == Self.contains(message) { $0.requirement == .plural(.cardinal) })
      #expect(message.hasSelects == Self.contains(message) { $0.requirement == .select })
      #expect(message.usesArguments == !(arguments.isEmpty && message.placeholders.isEmpty))
      #expect(
        message.needsNumbers
          == message.elements.contains { element in
            if case .placeholder(let placeholder) = element {
              placeholder.position == nil && placeholder.type != .none
            } else if case .argument = element {
              true
            } else {
              false
            }
          })
    }
  }

  private static func contains(
    _ message: Message, where isWanted: (MessageArgument) -> Bool
  ) -> Bool {
    message.elements.contains { element in
      guard case .argument(let argument) = element else { return false }
      return isWanted(argument) || argument.branches.contains { contains($0, where: isWanted) }
    }
  }

  @Test func `Java can express exactly the messages made of Java elements`() {
    var random = SeededGenerator(seed: 13)
    var counts = [false: 0, true: 0]
    for _ in 0..<5000 {
      let messages = (0..<2).map { _ in Self.message(&random, depth: 2) }
      let numbers = ArgumentNumbers(messages)
      let numbered = messages.map { $0.numbered(by: numbers) }
      var plural = JavaPlural(1)
      let expected = numbered.allSatisfy { message in
        (message.asOnePlural?.branches ?? [message]).allSatisfy {
          plural.pieces(of: $0, written: $0) != nil
        }
      }
      #expect(JavaPlural.canRepresent(numbered, selectedBy: 1) == expected)
      counts[expected, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 100 })
  }
}
