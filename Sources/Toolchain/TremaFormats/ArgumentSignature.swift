import TremaCatalog
import TremaJSON
import TremaMessages

/// The arguments of a text: the number of each name, and the placeholder that shows it.
struct ArgumentSignature {
  /// The parameters by number, from 1.
  private(set) var parameters: [Int: Annotations.Parameter] = [:]
  /// The placeholders by name. `isExact` is false if the placeholder loses a part of the format.
  private var arguments: [String: (placeholder: Placeholder, isExact: Bool)] = [:]
  /// The kinds of the arguments in messages with branches, by name.
  private var kinds: [String: MessageArgument.Kind] = [:]
  /// The names of arguments whose format cannot be expressed in a message with branches.
  private var argumentsLosingStyle: Set<String> = []
  /// The names of the original's arguments; `nil` if the original is unknown or has arguments
  /// without a name.
  private var originalNames: Set<String>?

  /// Creates a signature without arguments.
  init() {}

  /// Creates a signature of arguments without numbers.
  ///
  /// - Parameter known: the placeholders by name, which are the same in every text.
  init(known: [String: Placeholder]) { arguments = known.mapValues { ($0, true) } }

  /// Creates the signature of an ARB message. The arguments are numbered in the order of
  /// `placeholders`, as Flutter orders the parameters of its methods.
  ///
  /// - Parameters:
  ///   - placeholders: the object of this name in the message's attributes.
  ///   - unknown: called for each member that has no counterpart.
  init(_ placeholders: JSONObject, unknown: (JSONObject.Member) -> Void) {
    for (index, member) in placeholders.members.enumerated() {
      guard let object = member.value.object else {
        unknown(member)
        continue
      }
      let argument = ARBArgument(object, unknown: unknown)
      parameters[index + 1] = Annotations.Parameter(
        member.name, documentation: argument.documentation)
      arguments[member.name] = argument.placeholder
      kinds[member.name] = argument.kind
      if argument.losesFormatInBranches { argumentsLosingStyle.insert(member.name) }
    }
  }

  /// Creates the signature of the original text, for a translation that declares no arguments.
  ///
  /// - Parameters:
  ///   - original: the text.
  ///   - master: the language of the value to use; `nil`, or a language without a value, for the
  ///     first value.
  init(_ original: Text, master: String?) {
    let annotations = Annotations(original.context)
    let value = master.flatMap { original.index(ofLanguage: $0) }.map { original.values[$0] }
    guard let message = (value ?? original.values.first)?.message else { return }
    let outline = TextOutline([message], annotations: annotations)
    let names = outline.names
    var areNamed = true
    for use in message.uses(outline.numbers) {
      areNamed = areNamed && names[use.number] != nil
      let name = names[use.number] ?? "arg\(use.number)"
      parameters[use.number] = Annotations.Parameter(name)
      if case .placeholder(var placeholder) = use.demand {
        // A position is assigned later, according to the number of placeholders in the translation.
        placeholder.position = nil
        arguments[name] = (placeholder, true)
      }
    }
    if areNamed { originalNames = Set(parameters.values.map(\.name)) }
  }

  /// Returns the arguments with the numbers of the catalog, because another numbering would swap
  /// the arguments in the existing languages.
  ///
  /// Names that the original does not have are removed, because numbering them would declare them.
  func numbered(as original: ArgumentSignature) -> ArgumentSignature {
    if original.parameters.isEmpty { return self }
    let numbers = Dictionary(original.parameters.map { ($0.value.name, $0.key) }) { first, _ in
      first
    }
    // Numbers of an original whose names are incomplete are usable only if both have the same
    // names.
    guard original.originalNames != nil || Set(numbers.keys) == Set(names.values) else {
      return self
    }
    var signature = self
    signature.parameters = original.parameters
    for parameter in parameters.values {
      if let number = numbers[parameter.name] { signature.parameters[number] = parameter }
    }
    signature.originalNames = original.originalNames
    return signature
  }

  private var names: [Int: String] { parameters.mapValues(\.name) }

  /// Returns a message in the catalog's form, and the names of its numbers.
  ///
  /// - Parameters:
  ///   - message: a message as it was read.
  ///   - lost: called for each style that no placeholder can express.
  ///   - unknown: called for each name that the original does not have, with the placeholder that
  ///     replaces it outside of branches. Its number is one that no argument of the original has.
  func applied(
    to message: Message, lost: () -> Void, unknown: (_ name: String, _ placeholder: String?) -> Void
  ) -> (message: Message, names: [(number: Int, name: String)]) {
    guard message.hasArguments else { return (message, []) }
    var parameters = self.names
    // The names that the original does not have; they are numbered but not declared.
    var undeclaredNames: Set<String> = []
    if let originalNames, !message.hasBranches {
      for (_, name) in ArgumentNumbers([message]).names where !originalNames.contains(name) {
        let number = (parameters.keys.max() ?? 0) + 1
        parameters[number] = name
        undeclaredNames.insert(name)
        unknown(name, "%\(number)$@")
      }
    }
    let numbers = ArgumentNumbers([message], parameters: parameters)
    if message.hasBranches {
      if let originalNames {
        for (_, name) in numbers.names where !originalNames.contains(name) { unknown(name, nil) }
      }
      if numbers.names.contains(where: { argumentsLosingStyle.contains($0.name) }) { lost() }
      return (withStyles(message, around: nil), numbers.names)
    }
    // Outside of branches, each argument with a known placeholder is replaced by it.
    let uses = message.uses(numbers)
    let elements = message.elements.map { element -> Message.Element in
      guard case .argument(let argument) = element, argument.kind == .plain,
        case .named(let name) = argument.name, let known = arguments[name],
        let number = numbers[name]
      else { return element }
      if !known.isExact { lost() }
      var placeholder = known.placeholder
      // A single argument with the number 1 needs no explicit position.
      placeholder.position = uses.count > 1 || number > 1 ? number : nil
      return .placeholder(placeholder)
    }
    let numbered = Message(elements).numbered(names: numbers)
    let names = numbers.names.filter { !undeclaredNames.contains($0.name) }
    return (numbered.withPlaceholders(lost: lost).message, names)
  }

  /// Returns a message with branches in which the arguments have their declared kinds.
  ///
  /// Flutter does not support `#`: inside the branches of a plural, its name has that meaning. In a
  /// select inside of them, `#` is text, so that the name is kept there.
  ///
  /// - Parameter pluralName: the name of the innermost plural, if its number can be written as `#`.
  private func withStyles(_ message: Message, around pluralName: MessageArgument.Name?) -> Message {
    Message(
      message.elements.map { element in
        guard case .argument(var argument) = element else { return element }
        if case .plain = argument.kind {
          if argument.name == pluralName { return .pluralNumber }
          if case .named(let name) = argument.name, let kind = kinds[name] { argument.kind = kind }
          return .argument(argument)
        }
        var inner: MessageArgument.Name?
        // An offset makes `#` a different number from the argument.
        if case .plural(let plural) = argument.kind, plural.offset == 0 { inner = argument.name }
        return .argument(argument.mapBranches { withStyles($0, around: inner) })
      })
  }
}

extension Message {
  /// Whether a message has more arguments than ``TextSignature/maxArguments``, which is more than
  /// any platform supports.
  var hasTooManyArguments: Bool {
    var names: Set<MessageArgument.Name> = []
    return !collectNames(into: &names)
  }

  /// Collects the names of arguments, including those inside of branches.
  ///
  /// - Returns: `false` as soon as there are too many, so that the cost is bounded.
  private func collectNames(into names: inout Set<MessageArgument.Name>) -> Bool {
    for case .argument(let argument) in elements {
      names.insert(argument.name)
      guard names.count <= TextSignature.maxArguments else { return false }
      for branch in argument.branches where !branch.collectNames(into: &names) { return false }
    }
    return true
  }

  /// Returns the message with numbers instead of names at arguments without branches or in outer
  /// branches. Names without a number are kept.
  fileprivate func numbered(names: ArgumentNumbers) -> Message {
    Message(
      elements.map { element in
        guard case .argument(var argument) = element, case .named(let name) = argument.name,
          let number = names[name]
        else { return element }
        argument.name = .numbered(number)
        return .argument(argument)
      })
  }
}
