public import Foundation
public import TremaMessages

/// Returns the text for a key in the language of ``Translator/current``, with its placeholders
/// replaced by arguments.
///
/// - Parameters:
///   - arguments: The values for the placeholders, in the order of the placeholder numbers.
///   - table: The name of the `.strings` and `.stringsdict` files. The default, `nil`, is the table
///     of the translator, which is `Localizable` and then `messages` unless it is set.
///   - bundle: The bundle that contains the texts. The default, `nil`, is the bundle of the
///     translator, which is `Bundle.main` unless it is set.
/// - Returns: The text, or `?key?` if it is missing or empty in all languages of the fallback
///   chain.
public func translate(
  _ key: String, _ arguments: any TextArgument..., table: String? = nil, bundle: Bundle? = nil
) -> String {
  // This case avoids a closure, which would retain all values that it captures.
  if arguments.isEmpty {
    return Translator.currentText(
      key, UnsafeBufferPointer(start: nil, count: 0), table: table, bundle: bundle)
  }
  return withArguments(arguments) {
    Translator.currentText(key, $0, table: table, bundle: bundle)
  }
}

/// Returns the text for a key with one argument. Unlike the variadic function, it does not allocate
/// an array.
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

/// Returns the text for a key with two arguments. Unlike the variadic function, it does not
/// allocate an array.
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

/// Calls a closure with the argument values in temporary memory.
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
