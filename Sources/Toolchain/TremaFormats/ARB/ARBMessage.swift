import TremaMessages

/// A message with everything in it as an argument in braces by its name, as ARB needs it, and what
/// its metadata has to say so that it reads back.
struct ARBMessage {
  private(set) var arguments: [Int: ARBArgument] = [:]
  /// Some placeholder cannot be said exactly.
  private(set) var losesStyle = false
  let labels: ArgumentLabels
  private var next = 1

  init(_ labels: ArgumentLabels) { self.labels = labels }

  /// - Parameters:
  ///   - message: what has numbers has those of its text.
  ///   - own: the argument of the plural around.
  mutating func braced(_ message: Message, own: Int? = nil) -> Message {
    Message(message.elements.map { braced($0, own) })
  }

  private mutating func braced(_ element: Message.Element, _ own: Int?) -> Message.Element {
    switch element {
    case .text: return element
    case .pluralNumber: return own.map { .argument(.init(.named(labels[$0]))) } ?? element
    case .placeholder(let placeholder):
      guard placeholder.type != .none else {
        losesStyle = true
        return .text(placeholder.description)
      }
      let number = placeholder.number(after: &next)
      var argument = ARBArgument(placeholder)
      var spelled = argument.placeholder.0
      spelled.position = placeholder.position
      if spelled != placeholder.canonical { losesStyle = true }
      if let known = arguments[number], known.format != nil { argument = known }
      arguments[number] = argument
      return .argument(.init(.named(labels[number])))
    case .argument(let argument):
      guard case .numbered(let number) = argument.name else { return element }
      var inner = own
      var type = "Object"
      switch argument.kind {
      case .plural(let plural):
        inner = plural.offset == 0 ? number : nil
        type = "int"
      case .select: type = "String"
      case .number: type = "num"
      case .date, .time: type = "DateTime"
      case .plain: break
      }
      if arguments[number].map({ $0.type == "Object" }) ?? true {
        arguments[number] = ARBArgument(type: type)
      }
      var result = argument.mapBranches { braced($0, own: inner) }
      result.name = .named(labels[number])
      return .argument(result)
    }
  }
}
