import TremaMessages

/// The signature of a text, and the order of the values in which it was determined, beginning with
/// the master value.
package struct OrderedSignature: Sendable {
  /// The arguments of the text.
  package let signature: TextSignature
  /// The indices of the values, in this order.
  let order: [Int]

  package init(_ signature: TextSignature, order: [Int]) {
    self.signature = signature
    self.order = order
  }
}

/// The properties that the languages of a text have in common, determined once for all files that
/// the text is written to.
///
/// An outline is passed for every entry of every file, so it consists of a single reference.
package struct TextOutline {
  /// The contents, shared by reference.
  private final class Storage {
    /// The annotations of the context.
    let annotations: Annotations
    /// The numbers of the arguments.
    let numbers: ArgumentNumbers
    /// The messages with all arguments numbered, in the order of the values; empty for a text
    /// without branches.
    let numbered: [Message]
    /// Whether a value has a plural or a select.
    let hasBranches: Bool
    /// Whether the context is known to be empty, and no argument is known to have a name.
    let isUndocumented: Bool
    /// The value in the master language.
    let master: ValueView?
    /// The number of the argument that selects the plural; see ``TextOutline/pluralArgument``.
    let pluralArgument: Int?
    /// The number of the argument that selects the plural in Java; see
    /// ``TextOutline/javaPluralArgument``.
    let javaPluralArgument: Int?
    /// The number of the argument that selects the plural in Compose Multiplatform; see
    /// ``TextOutline/composePluralArgument``. Determined on demand, because most projects have no
    /// such output.
    private(set) lazy var composePluralArgument = javaPluralArgument.flatMap { argument in
      // The syntax of Compose Multiplatform is a subset of Java's.
      ComposePieces.canRepresent(numbered, selectedBy: argument) ? argument : nil
    }

    /// The argument numbers of a text without arguments, shared by all such texts.
    private static let noNumbers = ArgumentNumbers([])

    /// Creates the contents for a text without branches.
    init(_ annotations: Annotations, master: ValueView?) {
      self.annotations = annotations
      isUndocumented = annotations.isEmpty
      self.master = master
      numbers = Storage.noNumbers
      numbered = []
      hasBranches = false
      pluralArgument = nil
      javaPluralArgument = nil
    }

    /// Creates the contents for a text with messages in all languages.
    ///
    /// - Parameters:
    ///   - messages: The messages, in the order of the values.
    ///   - language: Returns the language of the message at an index. It is called only for
    ///     messages that are a single plural.
    ///   - order: The indices of the messages, beginning with the master message.
    ///   - annotations: The annotations of the context.
    ///   - master: The value in the master language.
    ///   - known: The signature of the text, if it was determined before. It is used only if its
    ///     order is the same.
    init(
      _ messages: [Message], language: (Int) -> LanguageTag?, order: [Int],
      _ annotations: Annotations, master: ValueView?, signature known: OrderedSignature? = nil
    ) {
      self.annotations = annotations
      self.master = master
      isUndocumented = false
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
        JavaPlural.canRepresent(signature.numbered, selectedBy: argument) ? argument : nil
      }
    }
  }

  /// The shared contents.
  private let storage: Storage

  /// The annotations of the context.
  package var annotations: Annotations { storage.annotations }
  /// The prose of the context.
  package var prose: [String] { storage.annotations.prose }
  /// The numbers of the arguments.
  package var numbers: ArgumentNumbers { storage.numbers }
  /// Returns the message of a value with all arguments numbered, for platforms with positional
  /// arguments.
  ///
  /// - Parameters:
  ///   - message: The message of the value.
  ///   - index: The index of the value in the text, or `nil` for a message that is not in the text.
  package func numbered(_ message: Message, at index: Int?) -> Message {
    guard let index, storage.numbered.indices.contains(index) else {
      return message.numbered(by: numbers)
    }
    return storage.numbered[index]
  }
  /// Whether a value has a plural or a select.
  package var hasBranches: Bool { storage.hasBranches }
  /// Whether the context is known to be empty, and no argument is known to have a name. May be
  /// `false` even if both are the case.
  package var isUndocumented: Bool { storage.isUndocumented }
  /// The value in the master language, or `nil` if there is none.
  package var master: ValueView? { storage.master }
  /// The number of the argument that selects the form, if each value is a single plural with
  /// categories or has no branches.
  ///
  /// Such a text can be represented on platforms with one plural per text that distinguish plurals
  /// from texts. `nil` for any other text, and if the argument is not an integer, because these
  /// platforms accept only integers.
  package var pluralArgument: Int? { storage.pluralArgument }
  /// The number of the argument that selects the form, if Java's formatter can also express each
  /// branch and each value. Such a text is a `plurals` resource on Android, in every language.
  package var javaPluralArgument: Int? { storage.javaPluralArgument }
  /// The number of the argument that selects the form, if Compose Multiplatform can also express
  /// each branch and each value, with unformatted arguments. Such a text is a `plurals` resource
  /// there, in every language.
  package var composePluralArgument: Int? { storage.composePluralArgument }

  /// Creates an outline of messages.
  ///
  /// - Parameters:
  ///   - messages: The messages in all languages, beginning with the master message.
  ///   - annotations: The annotations of the context.
  package init(_ messages: [Message], annotations: Annotations) {
    storage = Storage(
      messages, language: { _ in nil }, order: Array(messages.indices), annotations, master: nil)
  }

  /// Creates the outline of a text.
  ///
  /// - Parameters:
  ///   - text: The text, with the values of all languages.
  ///   - annotations: The annotations of the text's context.
  ///   - master: The master language, as spelled in the file.
  ///   - signature: The signature of the text, if a check has already determined it.
  package init(
    _ text: TextView, annotations: Annotations, master: String,
    signature: OrderedSignature? = nil
  ) {
    let index = text.index(ofLanguage: master)
    let first = index.map { text[$0] }
    let numbers = 0..<text.valueCount
    guard text.hasBranches else {
      storage = Storage(annotations, master: first)
      return
    }
    let others = numbers.filter { $0 != index }
    storage = Storage(
      numbers.map { text[$0].message }, language: { LanguageTag(text[$0].language) },
      order: index.map { [$0] + others } ?? others, annotations, master: first,
      signature: signature)
  }

  /// Creates the outline of a text that is not in a batch.
  package init(_ text: Text, annotations: Annotations, master: String) {
    self.init(TextBatch.view(of: text), annotations: annotations, master: master)
  }

  /// Returns the number of the argument that selects the form of every message, or `nil` if there
  /// is none.
  ///
  /// - Parameters:
  ///   - messages: The messages with a number on every argument.
  ///   - order: The indices of the messages in the order in which to examine them.
  ///   - language: Returns the language of the message at an index.
  private static func plural(
    of messages: [Message], _ order: [Int], _ language: (Int) -> LanguageTag?,
    _ signature: TextSignature
  ) -> Int? {
    var number: Int?
    for index in order where messages[index].hasBranches {
      guard let argument = messages[index].asOnePlural,
        case .numbered(let position) = argument.name, number == nil || number == position,
        case .plural(let plural) = argument.kind,
        let language = language(index), PluralForms(plural, in: language, for: .cldr) != nil
      else { return nil }
      number = position
    }
    guard let number, signature[number]?.type == .integer else { return nil }
    return number
  }

  /// The names of the arguments by number. A name from `@param` has precedence over a name in
  /// braces.
  package var names: [Int: String] {
    var names: [Int: String] = [:]
    for (number, name) in numbers.names { names[number] = name }
    for (number, parameter) in annotations.parameters where parameter.name != "_" {
      names[number] = parameter.name
    }
    return names
  }
}
