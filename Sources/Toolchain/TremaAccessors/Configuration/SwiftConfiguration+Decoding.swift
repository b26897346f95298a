import TremaSecrets

// Generates the decoding code and its helper types.
extension SwiftConfiguration {
  /// Appends the `Decodable` conformance of a type and its nested types.
  ///
  /// - Parameter type: The name of the type, qualified by the enclosing types.
  func writeDecoding(
    _ structure: ConfigurationStructure, type: String, into output: inout [UInt8]
  ) {
    output += "\nextension \(type): Decodable {\n".utf8
    if structure.fields.isEmpty {
      output += "  \(access)init(from decoder: any Decoder) throws {}\n}\n".utf8
      return
    }
    output += "  private enum CodingKeys: String, CodingKey {\n".utf8
    for field in structure.fields {
      let isPlain = field.key.utf8.elementsEqual(field.bareName.utf8)
      let key = isPlain ? "" : " = \(SourceText.quoted(field.key))"
      output += "    case \(field.name)\(key)\n".utf8
    }
    output += "  }\n\n".utf8
    output += "  \(access)init(from decoder: any Decoder) throws {\n".utf8
    output += "    let values = try decoder.container(keyedBy: CodingKeys.self)\n".utf8
    for field in structure.fields {
      let decoding = decoding(of: field)
      var (start, indent) = ("    self.\(field.storage) = ", "    ")
      // The formatter puts each operand of `??` on its own line.
      if field.defaultValue != nil, start.utf8.count + decoding.line.utf8.count > 100 {
        output += "    self.\(field.storage) =\n".utf8
        (start, indent) = ("      ", "      ")
      }
      decoding.write(
        after: start, indent: indent, step: "  ", hasTrailingCommas: true, into: &output)
    }
    writeChecks(structure, into: &output)
    output += "  }\n}\n".utf8
    for field in structure.fields {
      writeDecoding(in: field.shape, type: type, into: &output)
    }
  }

  /// Appends the conformances of the types nested in a value.
  private func writeDecoding(
    in shape: ConfigurationShape, type: String, into output: inout [UInt8]
  ) {
    switch shape {
    case .array(let item), .map(let item): writeDecoding(in: item, type: type, into: &output)
    case .structure(let structure):
      writeDecoding(structure, type: "\(type).\(structure.type)", into: &output)
    default: return
    }
  }

  /// Returns the expression that decodes a field.
  private func decoding(of field: ConfigurationField) -> SourceExpression {
    let type = Self.decodedType(of: field.shape)
    let conversion = Self.conversion(of: field.shape) ?? ""
    let items = [
      SourceExpression.Item("", .word("\(type).self")),
      SourceExpression.Item("forKey: ", .word(".\(field.name)")),
    ]
    if field.isRequired {
      let call = "try values.decode"
      return field.isSecret
        ? .call(
          hiding("\(options.type).Secret(\(call)", field.shape), items,
          then: "\(conversion))\(field.shape.requiresValidation ? " }" : "")")
        : .call(call, items, then: conversion)
    }
    let chain = conversion.isEmpty ? "" : "?\(conversion)"
    let call = "try values.decodeIfPresent"
    if field.isSecret {
      return .call(
        hiding(call, field.shape), items,
        then: ".map { \(options.type).Secret($0\(conversion)) }"
          + (field.shape.requiresValidation ? " }" : ""))
    }
    let rest = field.defaultValue.map { " ?? \(literal($0, field.shape, scope: "").line)" } ?? ""
    return .call(call, items, then: chain + rest)
  }

  /// Returns an expression that removes a secret's value from errors. It opens a closure that the
  /// caller must close.
  private func hiding(_ expression: String, _ shape: ConfigurationShape) -> String {
    shape.requiresValidation
      ? "try \(options.type).InvalidValue.withoutValue { \(expression)" : expression
  }

  /// Returns the type to decode, which differs from the property's type if the value must be
  /// converted.
  private static func decodedType(of shape: ConfigurationShape) -> String {
    switch shape {
    case .url: "DecodedURL"
    case .duration: "DecodedDuration"
    case .size: "DecodedSize"
    case .choice(let choice): "DecodedChoice<\(choice.type)>"
    case .array(let item): "[\(decodedType(of: item))]"
    case .map(let item): "[String: \(decodedType(of: item))]"
    default: type(of: shape)
    }
  }

  /// Returns the conversion from the decoded value to the property's type, or `nil` if none is
  /// needed.
  private static func conversion(of shape: ConfigurationShape) -> String? {
    switch shape {
    case .url: ".url"
    case .duration: ".duration"
    case .size: ".bytes"
    case .choice: ".choice"
    case .array(let item): conversion(of: item).map { ".map { $0\($0) }" }
    case .map(let item): conversion(of: item).map { ".mapValues { $0\($0) }" }
    default: nil
    }
  }

  /// Appends the private helper types that the configuration needs.
  func writeHelperTypes(into output: inout [UInt8]) {
    if structure.hasSecrets { output += secretConformances.utf8 }
    writeInvalidValue(into: &output)
    let shape = ConfigurationShape.structure(structure)
    if shape.containsURL { output += urls.utf8 }
    if shape.containsShape({ if case .choice = $0 { true } else { false } }) {
      output += choices.utf8
    }
    let hasDurations = shape.containsShape { if case .duration = $0 { true } else { false } }
    let hasSizes = shape.containsShape { if case .size = $0 { true } else { false } }
    if hasDurations { output += durations.utf8 }
    if hasSizes { output += sizes.utf8 }
    if hasDurations || hasSizes { output += Self.unitNumbers.utf8 }
  }

  /// The conformances that keep secrets out of descriptions and mirrors.
  private var secretConformances: String {
    """

    extension \(options.type).Secret: CustomStringConvertible, CustomDebugStringConvertible {
      \(access)var description: String { "<redacted>" }
      \(access)var debugDescription: String { description }
    }

    extension \(options.type).Secret: CustomReflectable {
      \(access)var customMirror: Mirror { Mirror(self, children: []) }
    }

    """
  }

  /// The helper types for URLs.
  private var urls: String {
    """

    /// A URL, stored as a string in a property list.
    private struct DecodedURL: Decodable {
      let url: URL

      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let url = URL(string: text), url.scheme != nil else {
          throw \(options.type).InvalidValue(decoder.codingPath, text, "an absolute URL")
        }
        self.url = url
      }
    }

    extension URL {
      /// A URL that was checked when this file was generated.
      fileprivate init(compiledIn text: String) {
        guard let url = URL(string: text) else {
          preconditionFailure("'\\(text)' was a URL when this file was generated")
        }
        self = url
      }
    }

    """
  }

  /// The helper type for strings whose values are all listed in the schema.
  private var choices: String {
    """

    /// A string that must be one of the values listed in the schema.
    private struct DecodedChoice<Choice>: Decodable
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
      let choice: Choice

      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let choice = Choice(rawValue: text) else {
          let words = Choice.allCases.map(\\.rawValue).joined(separator: ", ")
          throw \(options.type).InvalidValue(decoder.codingPath, text, "one of \\(words)")
        }
        self.choice = choice
      }
    }

    """
  }
}
