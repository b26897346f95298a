import TremaSecrets
import TremaSupport

// Generates the values of environments and the values for tests.
extension SwiftConfiguration {
  /// Appends the values of the environments, a lookup by name, and the values for tests.
  func writeValues(into output: inout [UInt8]) {
    output += "\nextension \(options.type) {\n".utf8
    for value in values {
      let indent = begin(value.environment, into: &output)
      let name = SourceText.quoted(value.environment.name).dropFirst().dropLast()
      commentStyle(indent).write("The environment ", String(name), ".", into: &output)
      write(value.value, as: value.name, indent: indent, into: &output)
      end(value.environment, into: &output)
      output.append(UInt8(ascii: "\n"))
    }
    if let only = values.first, values.count == 1, !only.environment.isDebugOnly {
      commentStyle("  ").write(
        "The only environment in this file.", into: &output)
      output += "  \(access)static var current: \(options.type) { \(only.name) }\n\n".utf8
    }
    if !values.isEmpty { writeLookup(into: &output) }
    commentStyle("  ").write(
      "Values for tests. Each string equals its key, and URLs have the host ", "mock.invalid",
      ", which does not exist.", into: &output)
    write(mock, as: "mock", indent: "  ", into: &output)
    output += "}\n".utf8
  }

  /// Appends the start of a conditional block if the environment is only for debug builds.
  ///
  /// - Returns: The indentation of the lines in the block.
  private func begin(
    _ environment: Environment, indent: String = "  ", into output: inout [UInt8]
  ) -> String {
    guard environment.isDebugOnly else { return indent }
    output += "\(indent)#if DEBUG\n".utf8
    return indent + "  "
  }

  /// Appends the end of a conditional block if the environment is only for debug builds.
  private func end(
    _ environment: Environment, indent: String = "  ", into output: inout [UInt8]
  ) {
    if environment.isDebugOnly { output += "\(indent)#endif\n".utf8 }
  }

  /// Appends a constant with the values of one environment.
  private func write(
    _ value: CompiledValue, as name: String, indent: String, into output: inout [UInt8]
  ) {
    literal(value, .structure(structure), scope: nil).write(
      after: "\(indent)\(access)static let \(name) = ", indent: indent, step: "  ",
      hasTrailingCommas: true, into: &output)
  }

  /// Appends the function that returns the values of an environment by its name.
  private func writeLookup(into output: inout [UInt8]) {
    commentStyle("  ").write(
      "Returns the values of an environment, or ", "nil",
      " if this build does not contain it.", into: &output)
    output += "  \(access)static func named(_ environment: String) -> \(options.type)? {\n".utf8
    output += "    switch environment {\n".utf8
    for value in values {
      let indent = begin(value.environment, indent: "    ", into: &output)
      let name = SourceText.quoted(value.environment.name)
      output += "\(indent)case \(name): \(value.name)\n".utf8
      end(value.environment, indent: "    ", into: &output)
    }
    output += "    default: nil\n    }\n  }\n\n".utf8
  }

  /// Returns the expression for a value.
  ///
  /// - Parameters:
  ///   - value: The value to write.
  ///   - shape: The type of the value.
  ///   - scope: The names of the types between the type that contains the expression and the type
  ///     that contains the value, each followed by a dot, or `nil` for the root.
  func literal(
    _ value: CompiledValue, _ shape: ConfigurationShape, scope: String?
  ) -> SourceExpression {
    switch (value, shape) {
    case (.structure(let values), .structure(let structure)):
      let type = scope.map { $0 + structure.type }
      let items = zip(structure.fields, values).compactMap { field, value in
        value.map { value in
          let literal = literal(value, field.shape, scope: type.map { $0 + "." } ?? "")
          return SourceExpression.Item(
            "\(field.label): ",
            field.isSecret ? .call("Secret", [.init("", literal)]) : literal)
        }
      }
      return .call(type ?? options.type, items)
    case (.array(let values), .array(let item)):
      return .group(
        "[", values.map { .init("", literal($0, item, scope: scope)) }, "]", isLiteral: true)
    case (.map(let entries), .map(let item)):
      if entries.isEmpty { return .word("[:]") }
      return .group(
        "[",
        entries.map {
          .init("\(SourceText.quoted($0.key)): ", literal($0.value, item, scope: scope))
        }, "]", isLiteral: true)
    case (.choice(let name), .choice(let choice)):
      // The compiler would resolve `.none` and `.some` as the cases of `Optional`.
      let isAmbiguous = ["none", "some"].contains(name)
      return .word(isAmbiguous ? "\(scope ?? "")\(choice.type).\(name)" : ".\(name)")
    default: return Self.scalar(value)
    }
  }

  /// Returns a duration in the largest unit that represents it as a whole number.
  private static func duration(_ nanoseconds: Int64) -> String {
    let units: [(name: String, factor: Int64)] = [
      ("seconds", 1_000_000_000), ("milliseconds", 1_000_000), ("microseconds", 1000),
    ]
    let unit = units.first { nanoseconds % $0.factor == 0 } ?? ("nanoseconds", 1)
    return "Duration.\(unit.name)(\(SourceText.grouped((nanoseconds / unit.factor).description)))"
  }

  /// Returns the expression for a value whose type does not depend on the configuration.
  /// Collections are handled by the caller.
  private static func scalar(_ value: CompiledValue) -> SourceExpression {
    switch value {
    case .string(let text): return .word(SourceText.quoted(text))
    case .boolean(let flag): return .word(String(flag))
    case .integer(let number): return .word(SourceText.grouped(number.description))
    case .real(let number):
      if number.isNaN { return .word(".nan") }
      if number.isInfinite { return .word(number < 0 ? "-.infinity" : ".infinity") }
      return .word(number.description)
    case .url(let text):
      return .call("URL", [.init("compiledIn: ", .word(SourceText.quoted(text)))])
    case .date(let seconds):
      return .call(
        "Date", [.init("timeIntervalSinceReferenceDate: ", .word(seconds.description))])
    case .duration(let nanoseconds): return .word(duration(nanoseconds))
    case .size(let bytes): return .word(SourceText.grouped(bytes.description))
    case .data(let bytes):
      let numbers = bytes.map { SourceExpression.Item("", .word($0.description)) }
      if numbers.isEmpty { return .word("Data()") }
      return .call("Data", [.init("", .group("[", numbers, "]", isLiteral: true))])
    case .choice, .array, .map, .structure: return .word("")
    }
  }
}
