import TremaCatalog
import TremaMessages
import TremaSupport

/// An argument of a text as generated code takes it.
struct Argument: Hashable, Sendable {
  /// The number, from 1.
  var number: Int
  /// The name of the argument in messages with braces.
  var name: String?
  /// The type in the language that is written: `Int`.
  var type: String
  /// The demand that decided the type; `nil` when no language shows the argument but one after it.
  var demand: ArgumentDemand?
  /// The keywords of a select, without `other`.
  var keywords: [String] = []
}

/// A text with what its accessor takes, as all its languages together show it.
struct TextArguments {
  let signature: TextSignature
  let arguments: [Argument]
  /// The arguments that generated code cannot pass.
  let errors: [Diagnostic]

  /// - Parameters:
  ///   - text: with all its values.
  ///   - annotations: those of its context.
  ///   - masterLanguage: as the file spells it. Where languages disagree on a type, which a check
  ///     reports, the master's is.
  ///   - language: what is written.
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
      // `%n` asks for no argument, and so is none of the uses.
      let breaks = text[index].message.placeholders.filter { $0.type == .none }
      for use in breaks.map({ ArgumentUse(1, .placeholder($0)) }) + uses
      where !language.canPass(use) {
        let error = Diagnostic.unsupported(use, in: text[index], of: text, language)
        if reported.insert(error.message).inserted { errors.append(error) }
      }
    }
    self.errors = errors
    arguments = signature.arguments.map { argument in
      Argument(
        number: argument.number, name: argument.name,
        type: language.type(of: argument) ?? "String", demand: argument.demand,
        keywords: argument.keywords)
    }
  }
}
