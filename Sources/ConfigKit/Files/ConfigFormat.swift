import TremaConfigValues
import TremaSupport

/// The formats of configuration files, by the extension of their names.
package enum ConfigFormat: String, CaseIterable, Sendable {
  /// A property list in XML, binary or text form, which is detected by its bytes.
  case plist
  /// JSON, in which `null` removes a key.
  case json
  /// One document of YAML 1.2 with the types of the core schema. The extension is `yaml` or `yml`.
  case yaml
  /// Lines of `KEY=VALUE`, as in `.env` files.
  case env
  /// Build settings of Xcode.
  case xcconfig

  /// Determines the format from the extension of a path.
  ///
  /// - Returns: `nil` for an unknown extension.
  package init?(path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = String(decoding: name[name.index(after: dot)...], as: UTF8.self)
    self.init(rawValue: ending == "yml" ? "yaml" : ending)
  }

  /// The value of a file, and the problems that did not prevent reading it.
  package struct DecodingResult: Sendable {
    /// The value, whose parts have their locations.
    package var value: ConfigValue
    /// The problems in the order in which they were found.
    package var problems: [Diagnostic]

    /// Creates a reading.
    package init(_ value: ConfigValue, problems: [Diagnostic] = []) {
      self.value = value
      self.problems = problems
    }
  }

  /// A closure that returns the bytes of an included file, or `nil` if it does not exist.
  package typealias Includes = (_ path: String) throws(Diagnostic) -> [UInt8]?

  /// The source for the conversion to the kinds of a schema; `nil` for a format that expresses all
  /// kinds itself.
  package var typing: ConfigTyping.Source? {
    switch self {
    case .plist: nil
    case .json, .yaml: .json
    case .env, .xcconfig: .text
    }
  }

  /// Reads one file without includes.
  ///
  /// - Throws: the errors of ``decode(_:file:includes:)``.
  package func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> DecodingResult {
    try decode(bytes, file: file, includes: Self.noIncludedFile)
  }

  /// Returns `nil`, as if no file existed.
  private static func noIncludedFile(_ path: String) throws(Diagnostic) -> [UInt8]? { nil }

  /// Reads one file.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - file: the path for diagnostics; it is not opened.
  ///   - includes: a closure that returns the included files. Their paths are relative to the same
  ///     folder as `file`.
  /// - Returns: a value whose parts have their locations. Of two entries with one key the first one
  ///   is used, and `problems` has the error `duplicate-key`. If a problem has the kind
  ///   `.unreadable`, the value is incomplete.
  /// - Throws: a diagnostic of kind `.unreadable` if nothing can be read.
  package func decode(
    _ bytes: [UInt8], file: String, includes: @escaping Includes
  ) throws(Diagnostic) -> DecodingResult {
    switch self {
    case .plist: try PropertyListConfig.decode(bytes, file: file)
    case .json: try JSONConfig.decode(bytes, file: file)
    case .yaml: try YAMLConfig.decode(bytes, file: file)
    case .env: try DotEnvConfig.decode(bytes, file: file)
    case .xcconfig: try XCConfig.decode(bytes, file: file, includes: includes)
    }
  }
}
