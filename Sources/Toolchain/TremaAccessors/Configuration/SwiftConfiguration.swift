import ConfigKit
import TremaCatalog
import TremaConfigValues
import TremaSupport

/// A generator of the Swift file for a configuration: a type with a property for each key, the
/// values of environments, values for tests, and decoding from a property list.
package struct SwiftConfiguration: Sendable {
  /// The appearance of the Swift file.
  package struct Options: Hashable, Sendable {
    /// The name of the type.
    package var type = "AppConfiguration"
    /// The access level of the generated declarations.
    package var access = SwiftAccessors.Options.Access.public
    /// The names of the source files, without folders, to mention in the file header.
    package var sources: [String] = []

    package init() {}
  }

  /// An environment whose values are in the file.
  package struct Environment: Hashable, Sendable {
    /// The name of the environment in the configuration.
    package var name: String
    /// Whether the values are inside `#if DEBUG` so that a release build does not contain them.
    package var isDebugOnly: Bool

    package init(_ name: String, isDebugOnly: Bool = false) {
      self.name = name
      self.isDebugOnly = isDebugOnly
    }
  }

  /// The appearance of the file.
  let options: Options
  /// The environments whose values are in the file.
  let environments: [Environment]
  /// The type of the configuration.
  let structure: ConfigurationStructure
  /// The problems found so far.
  private var problems: [ConfigurationProblem]
  /// The values to write, with the names of their constants.
  private(set) var values: [(environment: Environment, name: String, value: CompiledValue)] = []
  /// The values for tests.
  let mock: CompiledValue

  /// Derives the type and checks the values of all environments.
  ///
  /// - Parameters:
  ///   - matrix: The values in all environments. The type accepts each environment's values.
  ///   - environments: The environments whose values are in the file.
  ///   - options: The appearance of the file.
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

  /// The findings. If they include an error, ``source()`` must not be called.
  package var diagnostics: [Diagnostic] { problems.diagnostics }

  /// Returns the source file in UTF-8.
  package func source() -> [UInt8] {
    var output: [UInt8] = []
    output += ConfigurationHeader.text(options.sources).utf8
    output += "import Foundation\n\n".utf8
    writeType(structure, at: ConfigKeyPath(), indent: "", into: &output)
    writeValues(into: &output)
    writeOverridableKeys(into: &output)
    writeDecoding(structure, type: options.type, into: &output)
    writeHelperTypes(into: &output)
    return output
  }

  /// The access modifier followed by a space.
  var access: String { options.access.modifier }

  /// Returns the style of Swift comments with the given indentation.
  func commentStyle(_ indent: String) -> Comment { Comment(language: .swift, indent: indent) }
}

/// The first lines of a generated file.
enum ConfigurationHeader {
  /// Returns the file header, which mentions the source files.
  static func text(_ sources: [String]) -> String {
    let names = sources.map(Comment.lineCommentText).joined(separator: " and ")
    return "// Generated from \(names.isEmpty ? "a configuration" : names).\n"
      + "// Do not edit: change the configuration and regenerate this file.\n\n"
  }
}

// Generates the keys that environment variables and command-line options can override.
extension SwiftConfiguration {
  /// Appends the dictionary of overridable keys, if there are any.
  func writeOverridableKeys(into output: inout [UInt8]) {
    let keys = Self.overridableKeys(of: structure, isInside: false)
    if keys.isEmpty { return }
    output += "\nextension \(options.type) {\n".utf8
    commentStyle("  ").write(
      prose: [
        "The keys that environment variables and command-line arguments can override, and the "
          + "kinds of their values. Pass it to ConfigurationOverrides."
      ], key: nil, into: &output)
    output += "  \(access)static let overridableKeys = [\n".utf8
    for (path, kind) in keys {
      let (path, kind) = (SourceText.quoted(path.description), SourceText.quoted(kind))
      output += "    \(path): \(kind),\n".utf8
    }
    output += "  ]\n}\n".utf8
  }

  /// Returns the overridable keys and the kinds of their values.
  ///
  /// - Parameters:
  ///   - structure: The structure to search.
  ///   - isInside: Whether it is part of a dictionary that can be overridden as a whole.
  private static func overridableKeys(
    of structure: ConfigurationStructure, isInside: Bool
  ) -> [(path: ConfigKeyPath, kind: String)] {
    structure.fields.flatMap { field -> [(path: ConfigKeyPath, kind: String)] in
      let isOverridable = isInside || field.isOverridable
      if case .structure(let inner) = field.shape {
        return overridableKeys(of: inner, isInside: isOverridable)
      }
      guard isOverridable, field.path.keys != nil else { return [] }
      return [(field.path, (field.isSecret ? "secret " : "") + kind(of: field.shape))]
    }
  }

  /// Returns a value's kind, as written in `overridableKeys`.
  private static func kind(of shape: ConfigurationShape) -> String {
    switch shape {
    case .string, .url, .choice, .duration, .size: "string"
    case .boolean: "boolean"
    case .real: "real"
    case .integer: "integer"
    case .date: "date"
    case .data: "data"
    case .array(let item): "array \(kind(of: item))"
    case .map, .structure: "dictionary"
    }
  }
}
