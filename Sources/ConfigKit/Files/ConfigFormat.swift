import TremaConfigValues
import TremaSupport

/// The forms that a configuration comes in, by the ending of the file's name.
package enum ConfigFormat: String, CaseIterable, Sendable {
  /// A property list: XML, binary or as text, whichever its bytes say.
  case plist
  case json
  /// One document of YAML 1.2 with the types of the core schema; the file ends with `.yaml` or `.yml`.
  case yaml
  /// Lines of `KEY=VALUE`.
  case env
  /// Xcode's build settings.
  case xcconfig

  /// - Returns: nil when the ending is none of ours.
  package init?(path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = String(decoding: name[name.index(after: dot)...], as: UTF8.self)
    self.init(rawValue: ending == "yml" ? "yaml" : ending)
  }

  /// The value of a file, and its problems that do not prevent reading.
  package struct Reading: Sendable {
    package var value: ConfigValue
    package var problems: [Diagnostic]

    package init(_ value: ConfigValue, problems: [Diagnostic] = []) {
      self.value = value
      self.problems = problems
    }
  }

  /// Gives the bytes of a file that another one includes, by its path; nil when there is none.
  package typealias Includes = (_ path: String) throws(Diagnostic) -> [UInt8]?

  /// The form that its values are written in, where that is not their kinds.
  package var typing: ConfigTyping.Source? {
    switch self {
    case .plist: nil
    case .json, .yaml: .json
    case .env, .xcconfig: .text
    }
  }

  /// Reads one file that includes no other.
  ///
  /// - Throws: as ``decode(_:file:includes:)`` does.
  package func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Reading {
    try decode(bytes, file: file, includes: Self.nothing)
  }

  private static func nothing(_ path: String) throws(Diagnostic) -> [UInt8]? { nil }

  /// Reads one file.
  ///
  /// - Parameters:
  ///   - bytes: the whole of it.
  ///   - file: the path to print in diagnostics; it is not opened.
  ///   - includes: asked for the files that this one includes, by their paths from where `file`
  ///     starts.
  /// - Returns: a value whose parts know their bytes; of two entries with one key it has the first,
  ///   and `problems` the error `duplicate-key`. Where problems are of the kind `.unreadable`, lines
  ///   are missing.
  /// - Throws: kind `.unreadable`, at the first mistake that leaves nothing to read.
  package func decode(
    _ bytes: [UInt8], file: String, includes: @escaping Includes
  ) throws(Diagnostic) -> Reading {
    switch self {
    case .plist: try PropertyListConfig.decode(bytes, file: file)
    case .json: try JSONConfig.decode(bytes, file: file)
    case .yaml: try YAMLConfig.decode(bytes, file: file)
    case .env: try DotEnvConfig.decode(bytes, file: file)
    case .xcconfig: try XCConfig.decode(bytes, file: file, includes: includes)
    }
  }
}
