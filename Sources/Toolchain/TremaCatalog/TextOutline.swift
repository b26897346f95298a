import TremaMessages

/// The arguments of a text, found in its values in this order: the master's first.
package struct OrderedSignature: Sendable {
  package let signature: TextSignature
  /// The indices of the values.
  let order: [Int]

  package init(_ signature: TextSignature, order: [Int]) {
    self.signature = signature
    self.order = order
  }
}

/// The properties that the languages of a text have in common, found once for all files it is written to.
///
/// Every entry of every file has it, so it is passed by counting one reference.
package struct TextOutline {
  private final class Facts {
    let annotations: Annotations
    let numbers: ArgumentNumbers
    /// The messages with their numbers, in the order of the values; empty for texts without branches.
    let numbered: [Message]
    let hasBranches: Bool
    let saysNothing: Bool
    let master: ValueView?
    let pluralArgument: Int?
    let javaPluralArgument: Int?

    private static let noNumbers = ArgumentNumbers([])

    /// For texts without branches.
    init(_ annotations: Annotations, master: ValueView?) {
      self.annotations = annotations
      saysNothing = annotations.sayNothing
      self.master = master
      numbers = Facts.noNumbers
      numbered = []
      hasBranches = false
      pluralArgument = nil
      javaPluralArgument = nil
    }

    /// - Parameters:
    ///   - language: of a message by its index, asked of those that are one plural.
    ///   - order: of the messages, the master's first.
    ///   - known: the signature of the text, where it has been made; used if it is in this order.
    init(
      _ messages: [Message], language: (Int) -> LanguageTag?, order: [Int],
      _ annotations: Annotations, master: ValueView?, signature known: OrderedSignature? = nil
    ) {
      self.annotations = annotations
      self.master = master
      saysNothing = false
      let signature =
        if let known, known.order == order {
          known.signature
        } else {
          TextSignature(
            order.map { messages[$0] },
            parameters: annotations.parameters.mapValues(\.name))
        }
      numbers = signature.numbers
      var numbered = messages
      for (index, message) in zip(order, signature.numbered) { numbered[index] = message }
      self.numbered = numbered
      hasBranches = numbered.contains(where: \.hasBranches)
      let plural =
        hasBranches ? TextOutline.plural(of: numbered, order, language, signature) : nil
      pluralArgument = plural
      javaPluralArgument = plural.flatMap { argument in
        JavaPlural.canSay(signature.numbered, chosenBy: argument) ? argument : nil
      }
    }
  }

  private let facts: Facts

  package var annotations: Annotations { facts.annotations }
  /// The prose of the context.
  package var prose: [String] { facts.annotations.prose }
  package var numbers: ArgumentNumbers { facts.numbers }
  /// The message of a value with a number on every argument, for platforms that count them.
  ///
  /// - Parameter index: which of the values of the text it is; nil for any other.
  package func numbered(_ message: Message, at index: Int?) -> Message {
    guard let index, facts.numbered.indices.contains(index) else {
      return message.numbered(by: numbers)
    }
    return facts.numbered[index]
  }
  /// A plural or a select is in a value.
  package var hasBranches: Bool { facts.hasBranches }
  /// Whether the context is empty, and no argument has a name; it may be so as well where this is false.
  package var saysNothing: Bool { facts.saysNothing }
  /// The value in the master language.
  package var master: ValueView? { facts.master }
  /// The argument that chooses, where each value is one plural of categories or has no branches:
  /// what platforms can hold that have one plural a text and tell plurals and texts apart. nil for
  /// every other text, and where the argument is no whole number: those platforms take no other.
  package var pluralArgument: Int? { facts.pluralArgument }
  /// The same, where Java's formatter can say each branch and each value as well: the texts that are
  /// `plurals` on Android, in every language.
  package var javaPluralArgument: Int? { facts.javaPluralArgument }

  /// - Parameters:
  ///   - messages: in all languages, the master's first.
  ///   - annotations: those of the context.
  package init(_ messages: [Message], annotations: Annotations) {
    facts = Facts(
      messages, language: { _ in nil }, order: Array(messages.indices), annotations, master: nil)
  }

  /// - Parameters:
  ///   - text: with all its values.
  ///   - annotations: those of its context.
  ///   - master: the master language, as the file spells it.
  ///   - signature: that of the text, where a check has made it.
  package init(
    _ text: TextView, annotations: Annotations, master: String,
    signature: OrderedSignature? = nil
  ) {
    let index = text.index(ofLanguage: master)
    let first = index.map { text[$0] }
    let numbers = 0..<text.valueCount
    guard text.hasBranches else {
      facts = Facts(annotations, master: first)
      return
    }
    let others = numbers.filter { $0 != index }
    facts = Facts(
      numbers.map { text[$0].message }, language: { LanguageTag(text[$0].language) },
      order: index.map { [$0] + others } ?? others, annotations, master: first,
      signature: signature)
  }

  /// The outline of a text that is in no batch.
  package init(_ text: Text, annotations: Annotations, master: String) {
    self.init(TextBatch.view(of: text), annotations: annotations, master: master)
  }

  /// The argument that chooses.
  ///
  /// - Parameters:
  ///   - messages: with a number on every argument.
  ///   - order: in which they are looked at.
  private static func plural(
    of messages: [Message], _ order: [Int], _ language: (Int) -> LanguageTag?,
    _ signature: TextSignature
  ) -> Int? {
    var number: Int?
    for index in order where messages[index].hasBranches {
      guard let argument = messages[index].asOnePlural,
        case .numbered(let own) = argument.name, number == nil || number == own,
        case .plural(let plural) = argument.kind,
        let language = language(index), PluralForms(plural, in: language, for: .cldr) != nil
      else { return nil }
      number = own
    }
    guard let number, signature[number]?.type == .integer else { return nil }
    return number
  }

  /// The names of the arguments, by number: `@param` first, then the names in braces.
  package var names: [Int: String] {
    var names: [Int: String] = [:]
    for (number, name) in numbers.names { names[number] = name }
    for (number, parameter) in annotations.parameters where parameter.name != "_" {
      names[number] = parameter.name
    }
    return names
  }
}
