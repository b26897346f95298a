import ConfigKit
import TremaCatalog
import TremaConfigValues
import TremaSupport

/// A generator of the Kotlin file for a configuration: a data class with a property for each key,
/// and a constant with the values of each environment.
///
/// Secrets are omitted, because a value shipped in an app is not secret. The code requires only the
/// Kotlin 1.3 and Java standard libraries.
package struct KotlinConfiguration: Sendable {
  /// The appearance of the Kotlin file.
  package struct Options: Hashable, Sendable {
    /// The name of the class.
    package var type = "AppConfiguration"
    /// The package, or `nil` for none.
    package var package: String?
    /// The names of the source files, without folders, to mention in the file header.
    package var sources: [String] = []

    package init() {}
  }

  private let options: Options
  /// The type of the configuration.
  private let structure: ConfigurationStructure
  /// The problems found so far.
  private var problems: [ConfigurationProblem]
  /// The values to write, with the names of their constants.
  private var values: [(environment: String, name: String, value: CompiledValue)] = []

  /// The maximum number of constructor parameters. The JVM allows 255 slots; each parameter can
  /// take two of them, and Kotlin adds its own.
  private static let maxFields = 120
  /// The indentation per level.
  static let step = "    "

  /// Derives the type and checks the values of all environments.
  ///
  /// - Parameters:
  ///   - matrix: The values in all environments. The class accepts each environment's values.
  ///   - environments: The names of the environments whose values are in the file.
  ///   - options: The appearance of the file.
  package init(_ matrix: ConfigMatrix, environments: [String], options: Options = Options()) {
    let outline = ConfigurationOutline(matrix, name: options.type, in: .kotlin)
    self.options = options
    structure = outline.root
    problems = outline.problems
    reportWideStructures(structure, at: ConfigKeyPath())
    for column in matrix.columns {
      var compiler = ConfigurationCompiler(environment: column.name)
      let value = compiler.compile(
        column.value, as: .structure(structure), at: ConfigKeyPath())
      problems += compiler.problems
      guard let value, environments.contains(column.name) else { continue }
      let name = ConfigurationName.environment(column.name, in: .kotlin)
      if name == "current" { problems.append(.reserved(environment: column.name, .kotlin)) }
      if let other = values.first(where: { $0.name == name }) {
        problems.append(.collision(ofEnvironments: column.name, other.environment, .kotlin))
      }
      reportLongStrings(value, .structure(structure), ConfigKeyPath(), column.name)
      values.append((column.name, name, value))
    }
  }

  /// The findings. If they include an error, ``source()`` must not be called.
  package var diagnostics: [Diagnostic] { problems.diagnostics }

  /// Returns the source file in UTF-8.
  package func source() -> [UInt8] {
    var output: [UInt8] = []
    output += ConfigurationHeader.text(options.sources).utf8
    if let package = options.package.flatMap(KotlinName.package) {
      output += "package \(package)\n\n".utf8
    }
    writeType(structure, at: ConfigKeyPath(), indent: "", into: &output)
    return output
  }

  /// Appends the constants of the class, after its other parts.
  func writeValues(into output: inout [UInt8]) {
    output += "\n\(Self.step)companion object {\n".utf8
    let indent = Self.step + Self.step
    for (index, value) in values.enumerated() {
      if index > 0 { output.append(UInt8(ascii: "\n")) }
      Comment(language: .kotlin, indent: indent).write(
        "The environment ", value.environment, ".", into: &output)
      literal(value.value, .structure(structure), scope: nil).write(
        after: "\(indent)val \(value.name): \(options.type) = ", indent: indent, step: Self.step,
        hasTrailingCommas: false, into: &output)
    }
    if let only = values.first, values.count == 1 {
      output.append(UInt8(ascii: "\n"))
      Comment(language: .kotlin, indent: indent).write(
        "The only environment in this file.", into: &output)
      output += "\(indent)val current: \(options.type) = \(only.name)\n".utf8
    }
    output += "\(Self.step)}\n".utf8
  }

  /// Whether the file contains the values of an environment.
  var hasValues: Bool { !values.isEmpty }
}

// Checks JVM limits.
extension KotlinConfiguration {
  /// Reports structures with too many fields, including nested structures.
  private mutating func reportWideStructures(
    _ structure: ConfigurationStructure, at path: ConfigKeyPath
  ) {
    if structure.fields.count > Self.maxFields {
      problems.append(.tooManyKeys(path, structure.fields.count))
    }
    for field in structure.fields {
      var shape = field.shape
      while true {
        switch shape {
        case .array(let item), .map(let item):
          shape = item
          continue
        case .structure(let inner): reportWideStructures(inner, at: field.path)
        default: break
        }
        break
      }
    }
  }

  /// Reports strings longer than 65,535 bytes, the JVM limit for string constants.
  private mutating func reportLongStrings(
    _ value: CompiledValue, _ shape: ConfigurationShape, _ path: ConfigKeyPath,
    _ environment: String
  ) {
    switch (value, shape) {
    case (.string(let text), _), (.url(let text), _):
      if text.utf8.count > 65_535 { problems.append(.tooLong(path, environment)) }
    case (.array(let values), .array(let item)):
      for (index, value) in values.enumerated() {
        reportLongStrings(value, item, path.appending(index), environment)
      }
    case (.map(let entries), .map(let item)):
      for entry in entries {
        reportLongStrings(entry.value, item, path.appending(entry.key), environment)
      }
    case (.structure(let values), .structure(let structure)):
      for (value, field) in zip(values, structure.fields) {
        if let value { reportLongStrings(value, field.shape, field.path, environment) }
      }
    default: return
    }
  }
}
