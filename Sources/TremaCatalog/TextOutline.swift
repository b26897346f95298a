import TremaMessages

/// What the languages of a text have in common, found once for all files it is written to.
public struct TextOutline: Hashable, Sendable {
  public let annotations: Annotations
  public let numbers: ArgumentNumbers
  /// A plural or a select stands in a value.
  public let hasBranches: Bool
  /// The value in the master language.
  public let master: Value?
  /// The argument that chooses, where each value is one plural of categories or has no branches:
  /// what platforms can hold that have one plural a text and tell plurals and texts apart. nil for
  /// every other text, and where the argument is no whole number: those platforms take no other.
  public let pluralArgument: Int?
  /// The same, where Java's formatter can say each branch and each value as well: the texts that are
  /// `plurals` on Android, in every language.
  public let javaPluralArgument: Int?

  /// - Parameters:
  ///   - messages: in all languages, the master's first.
  ///   - annotations: those of the context.
  public init(_ messages: [Message], annotations: Annotations) {
    self.init(messages.map { ($0, nil) }, annotations: annotations, master: nil)
  }

  /// - Parameters:
  ///   - text: with all its values.
  ///   - annotations: those of its context.
  ///   - master: the master language, as the file spells it.
  public init(_ text: Text, annotations: Annotations, master: String) {
    let index = text.index(ofLanguage: master)
    let first = index.map { text.values[$0] }
    guard text.values.contains(where: \.message.hasBranches) else {
      self.init(annotations: annotations, master: first)
      return
    }
    self.init(
      text.order(master: index).map { index in
        (text.values[index].message, LanguageTag(text.values[index].language))
      }, annotations: annotations, master: first)
  }

  /// For texts without branches.
  private init(annotations: Annotations, master: Value?) {
    self.annotations = annotations
    self.master = master
    numbers = ArgumentNumbers([])
    hasBranches = false
    pluralArgument = nil
    javaPluralArgument = nil
  }

  private init(
    _ messages: [(message: Message, language: LanguageTag?)], annotations: Annotations,
    master: Value?
  ) {
    self.annotations = annotations
    self.master = master
    let signature = TextSignature(
      messages.map(\.message), parameters: annotations.parameters.mapValues(\.name))
    numbers = signature.numbers
    hasBranches = messages.contains(where: \.message.hasBranches)
    let argument = hasBranches ? Self.pluralArgument(of: messages, signature) : nil
    pluralArgument = argument
    javaPluralArgument = argument.flatMap { argument in
      let numbered = messages.map { $0.message.numbered(by: signature.numbers) }
      return JavaPlural.canSay(numbered, chosenBy: argument) ? argument : nil
    }
  }

  private static func pluralArgument(
    of messages: [(message: Message, language: LanguageTag?)], _ signature: TextSignature
  ) -> Int? {
    var number: Int?
    for (message, language) in messages where message.hasBranches {
      guard let argument = message.numbered(by: signature.numbers).asOnePlural,
        case .numbered(let own) = argument.name, number == nil || number == own,
        case .plural(let plural) = argument.kind,
        let language, PluralForms(plural, in: language, for: .cldr) != nil
      else { return nil }
      number = own
    }
    return number.flatMap { signature[$0]?.type == .integer ? $0 : nil }
  }

  /// What the arguments are called, by number: `@param` first, then the names in braces.
  public var names: [Int: String] {
    var names: [Int: String] = [:]
    for (number, name) in numbers.names { names[number] = name }
    for (number, parameter) in annotations.parameters where parameter.name != "_" {
      names[number] = parameter.name
    }
    return names
  }
}
