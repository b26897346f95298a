import TremaCatalog
import TremaMessages
import TremaSupport

/// An argument of a text, in the form used by generated code.
struct Argument: Hashable, Sendable {
  /// The argument number, starting at 1.
  var number: Int
  /// The name of the argument in brace messages, or `nil` if it has none.
  var name: String?
  /// The type in the target language, such as `Int`.
  var type: String
  /// The demand that determined the type, or `nil` if no language uses the argument but one uses a
  /// higher number.
  var requirement: ArgumentRequirement?
  /// The keywords of a select, without `other`, or empty for any other argument.
  var keywords: [String] = []
}

/// A text accessor's arguments, determined from all languages of the text together.
struct TextArguments {
  /// The signature of the text.
  let signature: TextSignature
  /// The arguments, sorted by number, without gaps.
  let arguments: [Argument]
  /// Errors for the arguments that generated code cannot pass.
  let errors: [Diagnostic]

  /// Determines the arguments of a text.
  ///
  /// - Parameters:
  ///   - text: The text, with the values of all languages.
  ///   - annotations: The annotations of the text's context.
  ///   - masterLanguage: The master language, as spelled in the file. If languages disagree on a
  ///     type, which a check reports, the master language's type is used.
  ///   - language: The language of the generated code.
  init(
    _ text: TextView, _ annotations: Annotations, masterLanguage: String,
    in language: AccessorLanguage
  ) {
    guard text.hasPlaceholders else {
      signature = TextSignature([])
      arguments = []
      errors = []
      return
    }
    let order = text.order(master: text.index(ofLanguage: masterLanguage))
    let signature = TextSignature(
      order.map { text[$0].message },
      parameters: annotations.parameters.mapValues(\.name))
    self.signature = signature
    var errors: [Diagnostic] = []
    for (index, uses) in zip(order, signature.uses) {
      var reported: Set<String> = []
      // `%n` consumes no argument, so it isn't among the uses, but it can't be passed either.
      let breaks = text[index].message.placeholders.filter { $0.type == .none }
      for use in breaks.map({ ArgumentUse(1, .placeholder($0)) }) + uses
      where !language.canPass(use) {
        let error = Diagnostic.unsupportedArgument(use, in: text[index], of: text, language)
        if reported.insert(error.message).inserted { errors.append(error) }
      }
    }
    self.errors = errors
    arguments = signature.arguments.map { argument in
      Argument(
        number: argument.number, name: argument.name,
        type: language.type(of: argument) ?? "String", requirement: argument.requirement,
        keywords: argument.keywords)
    }
  }
}
