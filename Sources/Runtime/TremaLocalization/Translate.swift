public import Foundation
public import TremaMessages

/// The text for `key` in the language of ``Translator/current``, with `arguments` in place of its
/// placeholders.
///
/// - Parameters:
///   - key: the key of the text.
///   - arguments: what the placeholders show, in the order of their numbers.
///   - table: the name of the `.strings` and `.stringsdict` files; nil for that of the translator, which is
///     `Localizable`, then `messages`, unless it was told otherwise.
///   - bundle: where it is; nil for that of the translator, which is `Bundle.main` unless it was
///     told otherwise.
/// - Returns: the text, or `?key?` when it is missing or empty in every language of the chain.
public func translate(
  _ key: String, _ arguments: any TextArgument..., table: String? = nil, bundle: Bundle? = nil
) -> String {
  // Without a closure, which would count references to all that it is made of.
  if arguments.isEmpty {
    return Translator.currentText(
      key, UnsafeBufferPointer(start: nil, count: 0), table: table, bundle: bundle)
  }
  return withArguments(arguments) {
    Translator.currentText(key, $0, table: table, bundle: bundle)
  }
}

/// Returns a text with one argument, without an array.
public func translate(
  _ key: String, _ argument: any TextArgument, table: String? = nil, bundle: Bundle? = nil
) -> String {
  withUnsafeTemporaryAllocation(of: FormatArgument.self, capacity: 1) { memory in
    memory.initializeElement(at: 0, to: argument.formatArgument)
    defer { memory.deinitialize() }
    return Translator.currentText(
      key, UnsafeBufferPointer(memory), table: table, bundle: bundle)
  }
}

/// Returns a text with two arguments, without an array.
public func translate(
  _ key: String, _ first: any TextArgument, _ second: any TextArgument, table: String? = nil,
  bundle: Bundle? = nil
) -> String {
  withUnsafeTemporaryAllocation(of: FormatArgument.self, capacity: 2) { memory in
    memory.initializeElement(at: 0, to: first.formatArgument)
    memory.initializeElement(at: 1, to: second.formatArgument)
    defer { memory.deinitialize() }
    return Translator.currentText(
      key, UnsafeBufferPointer(memory), table: table, bundle: bundle)
  }
}

/// Runs `body` on what the arguments say, freed of their types.
func withArguments<Result>(
  _ arguments: [any TextArgument], _ body: (UnsafeBufferPointer<FormatArgument>) -> Result
) -> Result {
  if arguments.isEmpty { return body(UnsafeBufferPointer(start: nil, count: 0)) }
  return withUnsafeTemporaryAllocation(of: FormatArgument.self, capacity: arguments.count) {
    memory in
    for (index, argument) in arguments.enumerated() {
      memory.initializeElement(at: index, to: argument.formatArgument)
    }
    defer { memory.deinitialize() }
    return body(UnsafeBufferPointer(memory))
  }
}
