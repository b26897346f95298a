import TremaCatalog

/// An argument with its label and its name in a function.
struct Parameter: Hashable, Sendable {
  /// The argument.
  var argument: Argument
  /// The argument label; `_` for none.
  var label: String
  /// The name in the body of the function.
  var name: String
  /// The documentation from `@param`; empty for none.
  var documentation = ""

  /// The declaration of the parameter in Swift.
  var declaration: String {
    let names = label == name ? name : "\(label) \(name)"
    return "\(names): \(argument.type)"
  }

  /// A name that is not the plain mapping of the argument's name.
  struct Repair: Hashable, Sendable {
    /// The number of the argument.
    var number: Int
    /// The name in generated code.
    var name: String
    /// The reason, as a clause.
    var reason: String
  }

  /// Names the arguments of a text.
  ///
  /// The name of an argument is that of its `@param`, otherwise that in messages with braces,
  /// otherwise `argument1` without a label.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, in order.
  ///   - annotations: The parameters by argument number. The name `_` documents an argument without
  ///     naming it.
  ///   - hidden: Names that must not be used in the body. Such a word remains the label.
  ///   - language: The language of the generated code.
  /// - Returns: The parameters in order, and the names that were repaired.
  static func named(
    _ arguments: [Argument], annotations: [Int: Annotations.Parameter], hidden: Set<String> = [],
    in language: AccessorLanguage
  ) -> (parameters: [Parameter], repairs: [Repair]) {
    var parameters: [Parameter] = []
    var repairs: [Repair] = []
    // Labels are assigned first, so that a generated name in the body cannot equal the label of a
    // later parameter.
    var taken: Set<String> = []
    for argument in arguments {
      var parameter = Parameter(argument: argument, label: "_", name: "")
      let annotation = annotations[argument.number]
      parameter.documentation = annotation?.documentation ?? ""
      let given = annotation.flatMap { $0.name == "_" ? nil : $0.name }
      if let word = given ?? argument.name {
        var generated = language.parameter(word)
        if taken.contains(generated.name) { generated = numbered(generated, taken: taken) }
        taken.insert(generated.name)
        parameter.label = generated.name
        if let repair = generated.repair {
          repairs.append(Repair(number: argument.number, name: generated.name, reason: repair))
        }
      }
      parameters.append(parameter)
    }
    for index in parameters.indices {
      if parameters[index].label != "_" && !hidden.contains(parameters[index].label) {
        parameters[index].name = parameters[index].label
        continue
      }
      var name = "argument\(parameters[index].argument.number)"
      while taken.contains(name) || hidden.contains(name) { name += "x" }
      taken.insert(name)
      parameters[index].name = name
    }
    return (parameters, repairs)
  }

  /// Returns the name with the lowest number from 2 that makes it unique.
  private static func numbered(_ generated: GeneratedName, taken: Set<String>) -> GeneratedName {
    let base = generated.name.filter { $0 != "`" }
    var number = 2
    while taken.contains("\(base)\(number)") { number += 1 }
    return GeneratedName("\(base)\(number)", repair: "'\(base)' names another argument")
  }
}
