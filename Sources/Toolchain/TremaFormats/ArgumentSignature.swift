import TremaCatalog
import TremaJSON
import TremaMessages

/// The arguments of a text: the number of each name, and the placeholder that displays it.
struct ArgumentSignature {
  /// The parameters by number, from 1.
  private(set) var parameters: [Int: Annotations.Parameter] = [:]
  /// The placeholders by name. `isExact` is false if the placeholder does not represent the format
  /// completely.
  private var arguments: [String: (placeholder: Placeholder, isExact: Bool)] = [:]
  /// The kinds of the arguments in messages with branches, by name.
  private var kinds: [String: MessageArgument.Kind] = [:]
  /// The names of arguments whose format cannot be represented in a message with branches.
  private var argumentsLosingStyle: Set<String> = []
  /// The names of the original's arguments, or `nil` if the original is unknown or has arguments
  /// without a name.
  private var originalNames: Set<String>?

  /// Creates a signature without arguments.
  init() {}

  /// Creates a signature of arguments without numbers.
  ///
  /// - Parameter known: The placeholders by name, which apply to every text.
  init(known: [String: Placeholder]) { arguments = known.mapValues { ($0, true) } }

  /// Creates the signature for an ARB message. The arguments are numbered in the order of
  /// `placeholders`, which is also how Flutter orders its methods' parameters.
  ///
  /// - Parameters:
  ///   - placeholders: The `placeholders` object in the message's attributes.
  ///   - unknown: Called for each member that has no counterpart.
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

  /// Creates the signature of an original, for a translation that declares no arguments.
  ///
  /// - Parameter master: The language of the value to use. If it is `nil` or has no value, the
  ///   first value is used.
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
      if case .placeholder(var placeholder) = use.requirement {
        // A position is assigned later, according to the number of placeholders in the translation.
        placeholder.position = nil
        arguments[name] = (placeholder, true)
      }
    }
    if areNamed { originalNames = Set(parameters.values.map(\.name)) }
  }

  /// Returns the arguments with the numbers that they have in the catalog. Different numbers would
  /// swap the arguments in the existing languages.
  ///
  /// Names that the original does not have are removed because numbering them would declare them.
  func numbered(as original: ArgumentSignature) -> ArgumentSignature {
    if original.parameters.isEmpty { return self }
    let numbers = Dictionary(original.parameters.map { ($0.value.name, $0.key) }) { first, _ in
      first
    }
    // If the original's names are incomplete, its numbers are usable only if both have the same
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

  /// Returns a message in the form that catalogs use, and the names of its arguments by number.
  ///
  /// - Parameters:
  ///   - message: The message as read from the file.
  ///   - lost: Called for each style that no placeholder can represent.
  ///   - unknown: Called for each name that the original does not have, with the placeholder that
  ///     replaces it outside branches. Its number differs from every argument number in the
  ///     original.
  func applied(
    to message: Message, lost: () -> Void, unknown: (_ name: String, _ placeholder: String?) -> Void
  ) -> (message: Message, names: [(number: Int, name: String)]) {
    guard message.hasArguments else { return (message, []) }
    var parameters = self.names
    // The names that the original doesn't have. They are numbered but not declared.
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
    // Outside branches, each argument with a known placeholder is replaced with it.
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

  /// Returns a message with branches, with the declared kinds assigned to its arguments.
  ///
  /// Flutter does not support `#`. Inside the branches of a plural, the argument's name is used
  /// instead. In a select inside these branches, `#` is text, so the name is kept.
  ///
  /// - Parameter pluralName: The name of the innermost plural, if its number can be written as `#`.
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
        // With an offset, `#` isn't the number of the argument.
        if case .plural(let plural) = argument.kind, plural.offset == 0 { inner = argument.name }
        return .argument(argument.mapBranches { withStyles($0, around: inner) })
      })
  }
}

extension Message {
  /// Whether a message has more arguments than ``TextSignature/maxArguments``, which exceeds the
  /// limit of every platform.
  var hasTooManyArguments: Bool {
    var names: Set<MessageArgument.Name> = []
    return !collectNames(into: &names)
  }

  /// Collects the argument names, including names inside branches.
  ///
  /// - Returns: `false` as soon as there are too many, which bounds the cost.
  private func collectNames(into names: inout Set<MessageArgument.Name>) -> Bool {
    for case .argument(let argument) in elements {
      names.insert(argument.name)
      guard names.count <= TextSignature.maxArguments else { return false }
      for branch in argument.branches where !branch.collectNames(into: &names) { return false }
    }
    return true
  }

  /// Returns the message with numbers instead of names for arguments without branches and in outer
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
