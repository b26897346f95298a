import ConfigKit
import TremaSupport

extension KotlinConfiguration {
  /// Returns the expression for a value.
  ///
  /// - Parameters:
  ///   - value: The value to write.
  ///   - shape: The type of the value.
  ///   - scope: The names of the enclosing types, each followed by a dot, or `nil` for the root.
  func literal(
    _ value: CompiledValue, _ shape: ConfigurationShape, scope: String?
  ) -> SourceExpression {
    switch (value, shape) {
    case (.structure(let values), .structure(let structure)):
      let type = scope.map { $0 + structure.type }
      let items = zip(structure.fields, values).compactMap { field, value in
        value.map {
          SourceExpression.Item(
            "\(field.name) = ",
            literal($0, field.shape, scope: type.map { $0 + "." } ?? ""))
        }
      }
      return .call(type ?? structure.type, items)
    case (.array(let values), .array(let item)):
      return .call("listOf", values.map { .init("", literal($0, item, scope: scope)) })
    case (.map(let entries), .map(let item)):
      return .call(
        "mapOf",
        entries.map {
          .init("\(Self.quoted($0.key)) to ", literal($0.value, item, scope: scope))
        })
    case (.choice(let name), .choice(let choice)):
      return .word("\(scope ?? "")\(choice.type).\(name)")
    case (.integer(let number), .integer(let width)): return .word(Self.integer(number, width))
    default: return Self.scalar(value)
    }
  }

  /// Returns the expression for a value whose type does not depend on the configuration. Numbers
  /// and collections are handled by the caller.
  private static func scalar(_ value: CompiledValue) -> SourceExpression {
    switch value {
    case .string(let text), .url(let text): return .word(quoted(text))
    case .boolean(let flag): return .word(String(flag))
    case .real(let number):
      if number.isNaN { return .word("Double.NaN") }
      if number.isInfinite {
        return .word("Double.\(number < 0 ? "NEGATIVE" : "POSITIVE")_INFINITY")
      }
      return .word(number.description)
    case .date(let seconds):
      // Foundation's reference date is in 2001, Java's in 1970. Java's dates have millisecond
      // precision.
      let milliseconds = Int64(((seconds + 978_307_200) * 1000).rounded(.down))
      return .call("java.util.Date", [.init("", .word("\(milliseconds)L"))])
    case .duration(let nanoseconds):
      let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      let items = [seconds, rest].map { number in
        SourceExpression.Item("", .word("\(SourceText.grouped(number.description))L"))
      }
      return .call("java.time.Duration.ofSeconds", rest == 0 ? Array(items.prefix(1)) : items)
    case .size(let bytes): return .word("\(SourceText.grouped(bytes.description))L")
    case .data(let bytes):
      let numbers = bytes.map { byte in
        SourceExpression.Item("", .word(Int8(bitPattern: byte).description))
      }
      return .call("listOf<Byte>", numbers)
    case .integer, .choice, .array, .map, .structure: return .word("")
    }
  }

  /// Returns an integer literal. Kotlin has no literals for the minimum values.
  private static func integer(
    _ number: WholeNumber, _ width: ConfigurationShape.IntegerWidth
  ) -> String {
    switch width {
    case .small:
      number.int64 == Int64(Int32.min) ? "Int.MIN_VALUE" : SourceText.grouped(number.description)
    case .large:
      number.int64 == .min ? "Long.MIN_VALUE" : "\(SourceText.grouped(number.description))L"
    case .unsigned: "java.math.BigInteger(\"\(number)\")"
    }
  }

  /// Returns a string literal on one line. Only invisible characters are escaped, so the string
  /// remains readable.
  static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\"", "\\", "$": literal += "\\\(scalar)"
      case _ where SourceText.needsEscape(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: true)
          literal += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)"
        }
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
