import TremaCatalog

/// A parameter of a generated function.
struct Parameter: Hashable, Sendable {
  /// The argument that the parameter passes.
  var argument: Argument
  /// The argument label, or `_` if there is none.
  var label: String
  /// The name in the function body.
  var name: String
  /// The documentation from `@param`, or an empty string.
  var documentation = ""

  /// The declaration of the parameter in Swift.
  var declaration: String {
    let names = label == name ? name : "\(label) \(name)"
    return "\(names): \(argument.type)"
  }

  /// A name that had to be changed to be a valid identifier.
  struct NameAdjustment: Hashable, Sendable {
    /// The argument number.
    var number: Int
    /// The name in generated code.
    var name: String
    /// The reason for the change, as a clause.
    var reason: String
  }

  /// Names the parameters for the arguments of a text.
  ///
  /// A parameter is named after its `@param`, or after its name in a brace message. If it has
  /// neither, it is named `argument1` (or the respective number) and has no label.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, in order.
  ///   - annotations: The documented parameters, by argument number. The name `_` documents an
  ///     argument without naming it.
  ///   - reserved: Names that must not be used in the function body. They are still used as labels.
  ///   - language: The language of the generated code.
  /// - Returns: The parameters, in order, and the names that had to be changed.
  static func makeParameters(
    _ arguments: [Argument], annotations: [Int: Annotations.Parameter], reserved: Set<String> = [],
    in language: AccessorLanguage
  ) -> (parameters: [Parameter], repairs: [NameAdjustment]) {
    var parameters: [Parameter] = []
    var repairs: [NameAdjustment] = []
    // Labels are assigned first so that a generated name in the function body cannot equal the
    // label of a later parameter.
    var taken: Set<String> = []
    for argument in arguments {
      var parameter = Parameter(argument: argument, label: "_", name: "")
      let annotation = annotations[argument.number]
      parameter.documentation = annotation?.documentation ?? ""
      let given = annotation.flatMap { $0.name == "_" ? nil : $0.name }
      if let word = given ?? argument.name {
        var generated = language.parameter(word)
        if taken.contains(generated.name) { generated = uniqueName(generated, taken: taken) }
        taken.insert(generated.name)
        parameter.label = generated.name
        if let repair = generated.adjustmentReason {
          repairs.append(
            NameAdjustment(number: argument.number, name: generated.name, reason: repair))
        }
      }
      parameters.append(parameter)
    }
    for index in parameters.indices {
      if parameters[index].label != "_" && !reserved.contains(parameters[index].label) {
        parameters[index].name = parameters[index].label
        continue
      }
      var name = "argument\(parameters[index].argument.number)"
      while taken.contains(name) || reserved.contains(name) { name += "x" }
      taken.insert(name)
      parameters[index].name = name
    }
    return (parameters, repairs)
  }

  /// Appends the lowest number, starting at 2, that makes a name unique.
  private static func uniqueName(_ generated: GeneratedName, taken: Set<String>) -> GeneratedName {
    let base = generated.name.filter { $0 != "`" }
    var number = 2
    while taken.contains("\(base)\(number)") { number += 1 }
    return GeneratedName(
      "\(base)\(number)",
      repair: "'\(base)' is already used by another "
        + "argument")
  }
}
