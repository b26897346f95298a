import TremaCatalog

/// An argument with the names it has in a function.
struct Parameter: Hashable, Sendable {
  var argument: Argument
  /// The argument label, `_` for none.
  var label: String
  /// The name in the body.
  var name: String
  /// The documentation of `@param`; empty for none.
  var documentation = ""

  /// In Swift.
  var declaration: String {
    let names = label == name ? name : "\(label) \(name)"
    return "\(names): \(argument.type)"
  }

  struct Repair: Hashable, Sendable {
    var number: Int
    var name: String
    var repair: String
  }

  /// Names arguments: after their `@param`, else as messages call them in braces, else `argument1`
  /// without a label.
  ///
  /// - Parameters:
  ///   - arguments: in order.
  ///   - annotations: by argument number; the name `_` documents without naming.
  ///   - hidden: what no name in the body may be; such a word stays the label.
  ///   - language: what is written.
  /// - Returns: the parameters in order, and what had to be repaired.
  static func named(
    _ arguments: [Argument], annotations: [Int: Annotations.Parameter], hidden: Set<String> = [],
    in language: AccessorLanguage
  ) -> (parameters: [Parameter], repairs: [Repair]) {
    var parameters: [Parameter] = []
    var repairs: [Repair] = []
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
          repairs.append(Repair(number: argument.number, name: generated.name, repair: repair))
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

  /// The name with the first number from 2 on behind it that makes it one of its own.
  private static func numbered(_ generated: GeneratedName, taken: Set<String>) -> GeneratedName {
    let base = generated.name.filter { $0 != "`" }
    var number = 2
    while taken.contains("\(base)\(number)") { number += 1 }
    return GeneratedName("\(base)\(number)", repair: "'\(base)' names another argument")
  }
}
