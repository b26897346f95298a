import TremaCatalog
import TremaJSON
import TremaMessages

/// The arguments of a text: which number each name has, and what shows it.
struct ArgumentSignature {
  private(set) var parameters: [Int: Annotations.Parameter] = [:]
  private var arguments: [String: (placeholder: Placeholder, isExact: Bool)] = [:]
  private var kinds: [String: MessageArgument.Kind] = [:]
  /// The names of arguments whose format is lost in a message with branches.
  private var unsaid: Set<String> = []
  /// The argument names of the original, if it is known and all of its arguments are named.
  private var originalNames: Set<String>?

  init() {}

  /// - Parameter known: placeholders for arguments that are the same in every text.
  init(known: [String: Placeholder]) { arguments = known.mapValues { ($0, true) } }

  /// The `placeholders` of an ARB file; its arguments are numbered in its order, as Flutter orders the
  /// parameters of its methods.
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
      if argument.losesFormatInBranches { unsaid.insert(member.name) }
    }
  }

  /// Creates the arguments of the text in its master language, for a translation without any.
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
        placeholder.position = nil
        arguments[name] = (placeholder, true)
      }
    }
    if areNamed { originalNames = Set(parameters.values.map(\.name)) }
  }

  /// Returns the arguments with their numbers in the catalog, because another numbering would exchange them in
  /// the existing languages. Names that the original lacks are removed: numbering them would declare them.
  func numbered(as original: ArgumentSignature) -> ArgumentSignature {
    if original.parameters.isEmpty { return self }
    let numbers = Dictionary(original.parameters.map { ($0.value.name, $0.key) }) { first, _ in
      first
    }
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

  /// The message as a catalogue holds it, and the names that its numbers mean.
  ///
  /// - Parameters:
  ///   - lost: called for each style that no placeholder can express.
  ///   - unknown: called for each name that the original lacks, with the placeholder that replaces it outside
  ///     of branches. Its number is one that no argument of the original has.
  func applied(
    to message: Message, lost: () -> Void, unknown: (_ name: String, _ placeholder: String?) -> Void
  ) -> (message: Message, names: [(number: Int, name: String)]) {
    guard message.hasArguments else { return (message, []) }
    var parameters = self.names
    var strangers: Set<String> = []
    if let originalNames, !message.hasBranches {
      for (_, name) in ArgumentNumbers([message]).names where !originalNames.contains(name) {
        let number = (parameters.keys.max() ?? 0) + 1
        parameters[number] = name
        strangers.insert(name)
        unknown(name, "%\(number)$@")
      }
    }
    let numbers = ArgumentNumbers([message], parameters: parameters)
    if message.hasBranches {
      if let originalNames {
        for (_, name) in numbers.names where !originalNames.contains(name) { unknown(name, nil) }
      }
      if numbers.names.contains(where: { unsaid.contains($0.name) }) { lost() }
      return (withStyles(message, around: nil), numbers.names)
    }
    let uses = message.uses(numbers)
    let elements = message.elements.map { element -> Message.Element in
      guard case .argument(let argument) = element, argument.kind == .plain,
        case .named(let name) = argument.name, let known = arguments[name],
        let number = numbers[name]
      else { return element }
      if !known.isExact { lost() }
      var placeholder = known.placeholder
      placeholder.position = uses.count > 1 || number > 1 ? number : nil
      return .placeholder(placeholder)
    }
    let numbered = Message(elements).numbered(names: numbers)
    let names = numbers.names.filter { !strangers.contains($0.name) }
    return (numbered.withPlaceholders(lost: lost).message, names)
  }

  /// Flutter knows no `#`: the name of a plural in its own branches is that. In a select within them `#`
  /// is text, so the name stays.
  private func withStyles(_ message: Message, around own: MessageArgument.Name?) -> Message {
    Message(
      message.elements.map { element in
        guard case .argument(var argument) = element else { return element }
        if case .plain = argument.kind {
          if argument.name == own { return .pluralNumber }
          if case .named(let name) = argument.name, let kind = kinds[name] { argument.kind = kind }
          return .argument(argument)
        }
        var inner: MessageArgument.Name?
        if case .plural(let plural) = argument.kind, plural.offset == 0 { inner = argument.name }
        return .argument(argument.mapBranches { withStyles($0, around: inner) })
      })
  }
}

extension Message {
  /// More arguments than the numbers of ICU can name, which is more than any platform takes.
  var hasTooManyArguments: Bool {
    var names: Set<MessageArgument.Name> = []
    return !collectNames(into: &names)
  }

  /// - Returns: false as soon as there are too many.
  private func collectNames(into names: inout Set<MessageArgument.Name>) -> Bool {
    for case .argument(let argument) in elements {
      names.insert(argument.name)
      guard names.count <= TextSignature.mostArguments else { return false }
      for branch in argument.branches where !branch.collectNames(into: &names) { return false }
    }
    return true
  }

  /// The message with the numbers of a text on those arguments that are still named.
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
