public import Foundation
public import TremaMessages

/// Returns the text for a key in the language of ``Translator/current``, with arguments in place of
/// its placeholders.
///
/// - Parameters:
///   - key: the key of the text.
///   - arguments: the values of the placeholders, in the order of their numbers.
///   - table: the name of the `.strings` and `.stringsdict` files. `nil` is the table of the
///     translator, by default `Localizable` and then `messages`.
///   - bundle: the bundle of the texts. `nil` is the bundle of the translator, by default
///     `Bundle.main`.
/// - Returns: the text, or `?key?` if it is missing or empty in all languages of the fallback
///   chain.
public func translate(
  _ key: String, _ arguments: any TextArgument..., table: String? = nil, bundle: Bundle? = nil
) -> String {
  // This case is separate because a closure would retain all values that it captures.
  if arguments.isEmpty {
    return Translator.currentText(
      key, UnsafeBufferPointer(start: nil, count: 0), table: table, bundle: bundle)
  }
  return withArguments(arguments) {
    Translator.currentText(key, $0, table: table, bundle: bundle)
  }
}

/// Returns the text for a key with one argument. Unlike the variadic function, it allocates no
/// array.
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

/// Returns the text for a key with two arguments. Unlike the variadic function, it allocates no
/// array.
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

/// Calls a closure with the values of arguments, in temporary memory.
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
