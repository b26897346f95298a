import TremaConfigValues

// Generates the class and its nested types.
extension KotlinConfiguration {
  /// Appends the class of a structure.
  ///
  /// - Parameters:
  ///   - structure: The structure to write.
  ///   - path: The path of the structure's key, or empty for the root.
  ///   - indent: The indentation of the class.
  func writeType(
    _ structure: ConfigurationStructure, at path: ConfigKeyPath, indent: String,
    into output: inout [UInt8]
  ) {
    let isRoot = path.components.isEmpty
    let fields = structure.fields.filter { !$0.isSecret }
    let inner = indent + Self.step
    let comment = Comment(language: .kotlin, indent: indent)
    let summary = structure.summary ?? (isRoot ? "The configuration of the app." : nil)
    comment.write(
      prose: ConfigurationProse.lines(summary), key: isRoot ? nil : path.description,
      into: &output)
    if fields.isEmpty {
      output += "\(indent)class \(structure.type)".utf8
    } else {
      output += "\(indent)data class \(structure.type)(\n".utf8
      for (index, field) in fields.enumerated() {
        Comment(language: .kotlin, indent: inner).write(
          prose: ConfigurationProse.lines(of: field), key: field.path.description, into: &output)
        if let deprecation = field.deprecation {
          let message = Self.quoted(ConfigurationProse.message(deprecation))
          output += "\(inner)@property:Deprecated(\(message))\n".utf8
        }
        output += "\(inner)val \(field.name): \(Self.type(of: field))".utf8
        if field.isOptional {
          output += " = null".utf8
        } else if let value = field.defaultValue {
          output += " = \(literal(value, field.shape, scope: "").line)".utf8
        }
        output += index == fields.count - 1 ? "\n".utf8 : ",\n".utf8
      }
      output += "\(indent))".utf8
    }
    writeBody(of: fields, isRoot: isRoot, indent: indent, into: &output)
  }

  /// Appends the body of a class with its nested types, and, for the root, the values.
  private func writeBody(
    of fields: [ConfigurationField], isRoot: Bool, indent: String, into output: inout [UInt8]
  ) {
    var body: [UInt8] = []
    for field in fields {
      writeType(in: field.shape, at: field.path, indent: indent + Self.step, into: &body)
    }
    if isRoot, hasValues { writeValues(into: &body) }
    if body.isEmpty {
      output.append(UInt8(ascii: "\n"))
      return
    }
    // Each part of the body starts with an empty line, except the first.
    output += " {\n".utf8
    output += body.dropFirst()
    output += "\(indent)}\n".utf8
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
      Comment(language: .kotlin, indent: indent).write(
        prose: ConfigurationProse.lines(choice.summary), key: path.description, into: &output)
      output += "\(indent)enum class \(choice.type)(val value: String) {\n".utf8
      let cases = choice.cases.map { "\(indent)\(Self.step)\($0.name)(\(Self.quoted($0.value)))" }
      output += "\(cases.joined(separator: ",\n"))\n\(indent)}\n".utf8
    case .array(let item), .map(let item):
      writeType(in: item, at: path, indent: indent, into: &output)
    default: return
    }
  }

  /// Returns the type of a property in Kotlin.
  private static func type(of field: ConfigurationField) -> String {
    type(of: field.shape) + (field.isOptional ? "?" : "")
  }

  /// Returns the type of a value in Kotlin.
  private static func type(of shape: ConfigurationShape) -> String {
    switch shape {
    case .string, .url: "String"
    case .boolean: "Boolean"
    case .real: "Double"
    case .integer(.small): "Int"
    case .integer(.large): "Long"
    case .integer(.unsigned): "java.math.BigInteger"
    case .date: "java.util.Date"
    case .data: "List<Byte>"
    case .duration: "java.time.Duration"
    case .size: "Long"
    case .choice(let choice): choice.type
    case .array(let item): "List<\(type(of: item))>"
    case .map(let item): "Map<String, \(type(of: item))>"
    case .structure(let structure): structure.type
    }
  }
}
