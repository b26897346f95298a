import TremaConfigValues
import TremaSecrets

// Generates the configuration type and its nested types.
extension SwiftConfiguration {
  /// Appends the type of a structure.
  ///
  /// - Parameters:
  ///   - structure: The structure to write.
  ///   - path: The path of the structure's key, or empty for the root.
  ///   - indent: The indentation of the type.
  func writeType(
    _ structure: ConfigurationStructure, at path: ConfigKeyPath, indent: String,
    into output: inout [UInt8]
  ) {
    let isRoot = path.components.isEmpty
    let inner = indent + "  "
    let summary = structure.summary ?? (isRoot ? "The configuration of the app." : nil)
    commentStyle(indent).write(
      prose: ConfigurationProse.lines(summary), key: isRoot ? nil : path.description,
      into: &output)
    output += "\(indent)\(access)struct \(structure.type): Hashable, Sendable {\n".utf8
    for field in structure.fields { writeProperty(field, indent: inner, into: &output) }
    writeInitializer(structure, indent: inner, into: &output)
    for field in structure.fields {
      writeType(in: field.shape, at: field.path, indent: inner, into: &output)
    }
    if isRoot, structure.hasSecrets { writeSecret(indent: inner, into: &output) }
    output += "\(indent)}\n".utf8
  }

  /// Appends a property. A deprecated property is generated as a computed property with separate
  /// storage.
  private func writeProperty(
    _ field: ConfigurationField, indent: String, into output: inout [UInt8]
  ) {
    commentStyle(indent).write(
      prose: ConfigurationProse.lines(of: field), key: field.path.description, into: &output)
    let declaration = "\(field.name): \(Self.type(of: field))"
    if let deprecation = field.deprecation {
      let message = SourceText.quoted(ConfigurationProse.message(deprecation))
      output += "\(indent)@available(*, deprecated, message: \(message))\n".utf8
      output += "\(indent)\(access)var \(declaration) {\n".utf8
      output += "\(indent)  get { \(field.storage) }\n".utf8
      output += "\(indent)  set { \(field.storage) = newValue }\n".utf8
      output += "\(indent)}\n\n".utf8
      // The initializers set the storage, because using the deprecated property would cause a
      // warning.
      output += "\(indent)fileprivate var \(field.storage): \(Self.type(of: field))\n\n".utf8
    } else {
      output += "\(indent)\(access)var \(declaration)\n\n".utf8
    }
  }

  /// Appends the memberwise initializer. A default value that contains a URL is omitted, because
  /// the URL conversion is private to the generated file.
  private func writeInitializer(
    _ structure: ConfigurationStructure, indent: String, into output: inout [UInt8]
  ) {
    let parameters = structure.fields.map { field in
      var text = "\(field.name): \(Self.type(of: field))"
      if field.isOptional {
        text += " = nil"
      } else if let value = field.defaultValue, !field.shape.containsURL {
        text += " = \(literal(value, field.shape, scope: "").line)"
      }
      return text
    }
    let line = "\(indent)\(access)init(\(parameters.joined(separator: ", "))) {"
    if line.utf8.count <= 100 {
      output += "\(line)\(structure.fields.isEmpty ? "}" : "")\n".utf8
    } else {
      output += "\(indent)\(access)init(\n".utf8
      output += parameters.map { "\(indent)  \($0)" }.joined(separator: ",\n").utf8
      output += "\n\(indent)) {\n".utf8
    }
    for field in structure.fields {
      output += "\(indent)  self.\(field.storage) = \(field.name)\n".utf8
    }
    if !structure.fields.isEmpty { output += "\(indent)}\n".utf8 }
  }

  /// Appends the nested type that a value needs, if there is one.
  private func writeType(
    in shape: ConfigurationShape, at path: ConfigKeyPath, indent: String,
    into output: inout [UInt8]
  ) {
    switch shape {
    case .structure(let structure):
      output.append(UInt8(ascii: "\n"))
      writeType(structure, at: path, indent: indent, into: &output)
    case .choice(let choice):
      output.append(UInt8(ascii: "\n"))
      commentStyle(indent).write(
        prose: ConfigurationProse.lines(choice.summary), key: path.description, into: &output)
      let conformances = "String, CaseIterable, Decodable, Hashable, Sendable"
      output += "\(indent)\(access)enum \(choice.type): \(conformances) {\n".utf8
      for choice in choice.cases {
        let isPlain = choice.value == choice.name.filter { $0 != "`" }
        let value = isPlain ? "" : " = \(SourceText.quoted(choice.value))"
        output += "\(indent)  case \(choice.name)\(value)\n".utf8
      }
      output += "\(indent)}\n".utf8
    case .array(let item), .map(let item):
      writeType(in: item, at: path, indent: indent, into: &output)
    default: return
    }
  }

  /// Appends the wrapper type of secrets.
  private func writeSecret(indent: String, into output: inout [UInt8]) {
    let text = """

      /// A value that is redacted in the output of `print`, `dump` and logs.
      \(access)struct Secret<Value: Hashable & Sendable>: Hashable, Sendable {
        \(access)var value: Value

        \(access)init(_ value: Value) { self.value = value }
      }

      """
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      output += line.isEmpty ? "\n".utf8 : "\(indent)\(line)\n".utf8
    }
  }

  /// Returns the type of a property.
  static func type(of field: ConfigurationField) -> String {
    let type = type(of: field.shape)
    return (field.isSecret ? "Secret<\(type)>" : type) + (field.isOptional ? "?" : "")
  }

  /// Returns the name of a type within the property's type.
  static func type(of shape: ConfigurationShape) -> String {
    switch shape {
    case .string: "String"
    case .boolean: "Bool"
    case .real: "Double"
    case .integer(.unsigned): "UInt64"
    case .integer: "Int"
    case .url: "URL"
    case .date: "Date"
    case .data: "Data"
    case .duration: "Duration"
    case .size: "Int"
    case .choice(let choice): choice.type
    case .array(let item): "[\(type(of: item))]"
    case .map(let item): "[String: \(type(of: item))]"
    case .structure(let structure): structure.type
    }
  }
}

extension ConfigurationField {
  /// The argument label of the initializer. Only three reserved words need backticks as argument
  /// labels.
  var label: String { ["inout", "let", "var"].contains(bareName) ? name : bareName }

  /// The name of the stored property. It differs from the property's name if the property is
  /// deprecated.
  var storage: String { deprecation == nil ? name : "_\(bareName)" }
}

extension ConfigurationShape {
  /// Whether the type is a URL or contains one.
  var containsURL: Bool { containsShape { if case .url = $0 { true } else { false } } }

  /// Whether a string for the type or for a part of it can be invalid.
  var requiresValidation: Bool {
    containsShape {
      switch $0 {
      case .url, .choice, .duration, .size: true
      default: false
      }
    }
  }

  /// Returns whether the type or any part of it satisfies a predicate.
  func containsShape(_ predicate: (ConfigurationShape) -> Bool) -> Bool {
    if predicate(self) { return true }
    return switch self {
    case .array(let item), .map(let item): item.containsShape(predicate)
    case .structure(let structure): structure.fields.contains { $0.shape.containsShape(predicate) }
    default: false
    }
  }

  /// Whether a part of the value is a secret.
  fileprivate var hasSecrets: Bool {
    switch self {
    case .array(let item), .map(let item): item.hasSecrets
    case .structure(let structure): structure.hasSecrets
    default: false
    }
  }
}

extension ConfigurationStructure {
  /// Whether a field or a part of it is a secret.
  var hasSecrets: Bool { fields.contains { $0.isSecret || $0.shape.hasSecrets } }
}
