import ConfigKit
import TremaCatalog
import TremaConfigValues
import TremaSupport

/// Writes the Kotlin file of a configuration: a data class that has a property for each key, and the
/// values of environments as its constants.
///
/// Secrets are left out: nothing in an app is one. The standard libraries of Kotlin 1.3 and Java are
/// all that it needs.
package struct KotlinConfiguration: Sendable {
  package struct Options: Hashable, Sendable {
    /// The name of the class.
    package var type = "AppConfiguration"
    /// Nil for none.
    package var package: String?
    /// The files that it is made of, without folders.
    package var sources: [String] = []

    package init() {}
  }

  private let options: Options
  private let structure: ConfigurationStructure
  private var problems: [ConfigurationProblem]
  private var values: [(environment: String, name: String, value: CompiledValue)] = []

  /// The most fields of a constructor in the Java virtual machine with what Kotlin adds to it, when each
  /// takes two places.
  private static let mostFields = 120
  static let step = "    "

  /// - Parameters:
  ///   - matrix: all environments: the class fits each of them.
  ///   - environments: the names of those whose values are in the file.
  package init(_ matrix: ConfigMatrix, environments: [String], options: Options = Options()) {
    let outline = ConfigurationOutline(matrix, name: options.type, in: .kotlin)
    self.options = options
    structure = outline.root
    problems = outline.problems
    refuseWide(structure, at: ConfigKeyPath())
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
      refuseLong(value, .structure(structure), ConfigKeyPath(), column.name)
      values.append((column.name, name, value))
    }
  }

  /// The problems; with an error among them, there is no file.
  package var diagnostics: [Diagnostic] { problems.diagnostics }

  /// The file.
  package func source() -> [UInt8] {
    var output: [UInt8] = []
    output += ConfigurationHeader.text(options.sources).utf8
    if let package = options.package.flatMap(KotlinName.package) {
      output += "package \(package)\n\n".utf8
    }
    writeType(structure, at: ConfigKeyPath(), indent: "", into: &output)
    return output
  }

  /// The constants of the class, behind its other parts.
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
        "The one environment that this file contains, under any name.", into: &output)
      output += "\(indent)val current: \(options.type) = \(only.name)\n".utf8
    }
    output += "\(Self.step)}\n".utf8
  }

  var hasValues: Bool { !values.isEmpty }
}

// What the Java virtual machine has no place for.
extension KotlinConfiguration {
  private mutating func refuseWide(_ structure: ConfigurationStructure, at path: ConfigKeyPath) {
    if structure.fields.count > Self.mostFields {
      problems.append(.tooManyKeys(path, structure.fields.count))
    }
    for field in structure.fields {
      var shape = field.shape
      while true {
        switch shape {
        case .array(let item), .map(let item):
          shape = item
          continue
        case .structure(let inner): refuseWide(inner, at: field.path)
        default: break
        }
        break
      }
    }
  }

  private mutating func refuseLong(
    _ value: CompiledValue, _ shape: ConfigurationShape, _ path: ConfigKeyPath,
    _ environment: String
  ) {
    switch (value, shape) {
    case (.string(let text), _), (.url(let text), _):
      if text.utf8.count > 65_535 { problems.append(.tooLong(path, environment)) }
    case (.array(let values), .array(let item)):
      for (index, value) in values.enumerated() {
        refuseLong(value, item, path.appending(index), environment)
      }
    case (.map(let entries), .map(let item)):
      for entry in entries { refuseLong(entry.value, item, path.appending(entry.key), environment) }
    case (.structure(let values), .structure(let structure)):
      for (value, field) in zip(values, structure.fields) {
        if let value { refuseLong(value, field.shape, field.path, environment) }
      }
    default: return
    }
  }
}
