import ConfigKit

// Generates the checks of loaded values, and the error that they throw.
extension SwiftConfiguration {
  /// Appends the checks at the end of a decoding initializer.
  func writeChecks(_ structure: ConfigurationStructure, into output: inout [UInt8]) {
    let checked = structure.fields.filter { !$0.rules.isEmpty }
    if checked.isEmpty { return }
    output += "    let rules = SchemaRules(path: decoder.codingPath)\n".utf8
    for field in checked {
      let value = "\(field.storage)\(field.isSecret ? "?.value" : "")"
      // Messages can contain the value, so messages about a secret omit it.
      writeChecks(
        field.rules, of: value, at: "CodingKeys.\(field.name)", isSecret: field.isSecret,
        indent: "    ", into: &output)
    }
  }

  /// Appends the checks for one value.
  ///
  /// - Parameters:
  ///   - rules: The rules to check.
  ///   - value: The expression of the value.
  ///   - key: The expression of its key.
  ///   - isSecret: Whether errors omit the value.
  ///   - indent: The indentation of the lines.
  private func writeChecks(
    _ rules: ConfigurationRules, of value: String, at key: String, isSecret: Bool, indent: String,
    into output: inout [UInt8]
  ) {
    let secret = isSecret ? ", isSecret: true" : ""
    for rule in rules.valueRules {
      let arguments = "\(value), at: \(key)\(secret), \(SourceText.quoted(rule.requirement))"
      writeCheck(arguments, rule.condition, indent: indent, into: &output)
    }
    for inner in rules.elementRules {
      output += "\(indent)try rules.checkEach(\(value), at: \(key)) { rules, value, key in\n".utf8
      writeChecks(
        inner, of: "value", at: "key", isSecret: isSecret, indent: indent + "  ", into: &output)
      output += "\(indent)}\n".utf8
    }
  }

  /// Appends a check on one line if it fits, otherwise wrapped as the formatter wraps it.
  private func writeCheck(
    _ arguments: String, _ condition: String, indent: String, into output: inout [UInt8]
  ) {
    func fits(_ line: String) -> Bool { line.utf8.count <= 100 }
    let head = "\(indent)try rules.check(\(arguments)) {"
    if fits("\(head) \(condition) }") {
      output += "\(head) \(condition) }\n".utf8
    } else if fits(head) {
      output += "\(head)\n\(indent)  \(condition)\n\(indent)}\n".utf8
    } else {
      output += "\(indent)try rules.check(\n\(indent)  \(arguments)\n".utf8
      let last = "\(indent)) { \(condition) }"
      output +=
        (fits(last) ? "\(last)\n" : "\(indent)) {\n\(indent)  \(condition)\n\(indent)}\n").utf8
    }
  }

  /// Appends the error type, the checks that throw it, and the function that loads a file, if a
  /// value can be invalid.
  func writeInvalidValue(into output: inout [UInt8]) {
    let hasRules = structure.hasRules
    guard hasRules || ConfigurationShape.structure(structure).requiresValidation else { return }
    output += invalidValue.utf8
    if hasRules { output += schemaRules.utf8 }
    output += loading.utf8
  }

  /// The error type for a loaded value that breaks a rule.
  private var invalidValue: String {
    """

    extension \(options.type) {
      /// The error for a loaded value that violates a rule of the schema.
      \(access)struct InvalidValue: Error, Hashable, Sendable {
        /// The key path, such as `api.hosts[0]`.
        \(access)var key: String
        /// The rejected value; `nil` for a secret.
        \(access)var value: String?
        /// The requirement of the schema, such as `at most 120`.
        \(access)var rule: String
        /// The file, if it is known.
        \(access)var origin: String?

        fileprivate init(_ path: [any CodingKey], _ value: String?, _ rule: String) {
          key = path.reduce(into: "") { text, key in
            if let index = key.intValue {
              text += "[\\(index)]"
            } else {
              text += text.isEmpty ? key.stringValue : ".\\(key.stringValue)"
            }
          }
          self.value = value.map { String($0.prefix(60)) }
          self.rule = rule
        }

        /// Runs a closure and removes the rejected value from its errors.
        fileprivate static func withoutValue<Result>(_ body: () throws -> Result) throws -> Result {
          do {
            return try body()
          } catch var error as InvalidValue {
            error.value = nil
            throw error
          }
        }
      }
    }

    extension \(options.type).InvalidValue: CustomStringConvertible, CustomNSError {
      \(access)var description: String {
        let found = value.map { "is '\\($0)';" } ?? "violates the schema:"
        let place = origin.map { " (\\($0))" } ?? ""
        return "'\\(key)' \\(found) it must be \\(rule)\\(place)"
      }

      \(access)static var errorDomain: String { "\(Self.invalidValueDomain)" }

      \(access)var errorUserInfo: [String: Any] {
        ["key": key, "rule": rule].merging(value.map { ["value": $0] } ?? [:]) { $1 }
      }
    }

    """
  }

  /// The error domain that the runtime library uses to identify the error.
  static let invalidValueDomain = "TremaConfiguration.InvalidValue"

  /// The function that loads a property list.
  private var loading: String {
    """

    extension \(options.type) {
      /// Reads a property list written by `trema config merge`.
      ///
      /// - Throws: ``InvalidValue`` if a value violates the schema, `DecodingError` if a key is missing
      ///   or has the wrong type, and errors from reading the file.
      \(access)static func loaded(from file: URL) throws -> \(options.type) {
        let data = try Data(contentsOf: file)
        do {
          return try PropertyListDecoder().decode(Self.self, from: data)
        } catch var error as InvalidValue {
          error.origin = file.lastPathComponent
          throw error
        }
      }
    }

    """
  }

  /// The helper type that checks decoded values.
  private var schemaRules: String {
    """

    /// Validates decoded values with the rules of the schema.
    private struct SchemaRules {
      let path: [any CodingKey]

      private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?
        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
      }

      func check<Value>(
        _ value: Value?, at key: any CodingKey, isSecret: Bool = false, _ words: String,
        _ holds: (Value) -> Bool
      ) throws {
        guard let value, !holds(value) else { return }
        throw \(options.type).InvalidValue(path + [key], isSecret ? nil : "\\(value)", words)
      }

      func checkEach<Value>(
        _ values: [Value]?, at key: any CodingKey,
        _ check: (SchemaRules, Value, any CodingKey) throws -> Void
      ) throws {
        let inside = SchemaRules(path: path + [key])
        for (index, value) in (values ?? []).enumerated() {
          try check(inside, value, Key(intValue: index))
        }
      }

      func checkEach<Value>(
        _ values: [String: Value]?, at key: any CodingKey,
        _ check: (SchemaRules, Value, any CodingKey) throws -> Void
      ) throws {
        let inside = SchemaRules(path: path + [key])
        for (name, value) in (values ?? [:]).sorted(by: { $0.key < $1.key }) {
          try check(inside, value, Key(stringValue: name))
        }
      }

      static func isMultiple(_ value: Double, of divisor: Double) -> Bool {
        let quotient = value / divisor
        return abs(quotient - quotient.rounded()) <= abs(quotient) * 1e-12
      }

      static func matches(_ text: String, _ pattern: String) -> Bool {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return false }
        let range = NSRange(text.startIndex..., in: text)
        return expression.firstMatch(in: text, range: range) != nil
      }
    }

    """
  }
}

extension ConfigurationStructure {
  /// Whether the structure or a nested structure has a rule.
  fileprivate var hasRules: Bool {
    fields.contains { field in
      !field.rules.isEmpty
        || field.shape.containsShape { shape in
          guard case .structure(let structure) = shape else { return false }
          return structure.fields.contains { !$0.rules.isEmpty }
        }
    }
  }
}
