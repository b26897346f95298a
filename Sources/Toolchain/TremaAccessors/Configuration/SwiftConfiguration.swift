import ConfigKit
import TremaCatalog
import TremaConfigValues
import TremaSupport

/// Writes the Swift file of a configuration: a type that has a property for each key, the values of
/// environments, values for tests, and decoding from a property list.
package struct SwiftConfiguration: Sendable {
  package struct Options: Hashable, Sendable {
    /// The name of the type.
    package var type = "AppConfiguration"
    package var access = SwiftAccessors.Options.Access.public
    /// The files that it is made of, without folders.
    package var sources: [String] = []

    package init() {}
  }

  /// An environment whose values stand in the file.
  package struct Environment: Hashable, Sendable {
    package var name: String
    /// Whether they stand behind `#if DEBUG`, so that a release build does not hold them.
    package var isDebugOnly: Bool

    package init(_ name: String, isDebugOnly: Bool = false) {
      self.name = name
      self.isDebugOnly = isDebugOnly
    }
  }

  let options: Options
  let environments: [Environment]
  let structure: ConfigurationStructure
  private var problems: [ConfigurationProblem]
  private(set) var values: [(environment: Environment, name: String, value: CompiledValue)] = []
  let mock: CompiledValue

  /// - Parameters:
  ///   - matrix: all environments: the type fits each of them.
  ///   - environments: those whose values stand in the file.
  package init(_ matrix: ConfigMatrix, environments: [Environment], options: Options = Options()) {
    let outline = ConfigurationOutline(matrix, name: options.type, in: .swift)
    self.options = options
    self.environments = environments
    structure = outline.root
    problems = outline.problems
    for column in matrix.columns {
      var compiler = ConfigurationCompiler(environment: column.name)
      let value = compiler.compile(
        column.value, as: .structure(structure), at: ConfigKeyPath())
      problems += compiler.problems
      guard let value, let environment = environments.first(where: { $0.name == column.name })
      else { continue }
      let name = ConfigurationName.environment(column.name, in: .swift)
      if ["loaded", "mock", "named", "overridableKeys"].contains(name) {
        problems.append(.reserved(environment: column.name, .swift))
      }
      if let other = values.first(where: { $0.name == name }) {
        problems.append(
          .collision(ofEnvironments: column.name, other.environment.name, .swift))
      }
      values.append((environment, name, value))
    }
    mock = ConfigurationMock.value(of: structure, in: matrix.columns.map(\.value))
  }

  /// What is wrong; with an error among it, there is no file.
  package var diagnostics: [Diagnostic] { problems.diagnostics }

  /// The file.
  package func source() -> [UInt8] {
    var output: [UInt8] = []
    output += ConfigurationHeader.text(options.sources).utf8
    output += "import Foundation\n\n".utf8
    writeType(structure, at: ConfigKeyPath(), indent: "", into: &output)
    writeValues(into: &output)
    writeOverridableKeys(into: &output)
    writeDecoding(structure, type: options.type, into: &output)
    writeDoors(into: &output)
    return output
  }

  /// With a space behind it.
  var access: String { options.access.modifier }

  func comment(_ indent: String) -> Comment { Comment(language: .swift, indent: indent) }
}

/// The first line of a generated file.
enum ConfigurationHeader {
  static func text(_ sources: [String]) -> String {
    let names = sources.map(Comment.plain).joined(separator: " and ")
    return "// Generated from \(names.isEmpty ? "a configuration" : names).\n"
      + "// Do not edit: change the configuration and generate again.\n\n"
  }
}
