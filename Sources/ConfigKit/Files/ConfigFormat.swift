import TremaConfigValues
import TremaSupport

/// The formats of configuration files, by file name extension.
package enum ConfigFormat: String, CaseIterable, Sendable {
  /// A property list in XML, binary or text form. The form is detected from the contents.
  case plist
  /// JSON, in which `null` removes a key.
  case json
  /// A single YAML 1.2 document with the core schema's types. The extension is `yaml` or `yml`.
  case yaml
  /// Lines of `KEY=VALUE`, as in `.env` files.
  case env
  /// Xcode build settings.
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
    /// The value. Each of its parts has a location.
    package var value: ConfigValue
    /// The problems in the order in which they were found.
    package var problems: [Diagnostic]

    /// Creates a decoding result.
    package init(_ value: ConfigValue, problems: [Diagnostic] = []) {
      self.value = value
      self.problems = problems
    }
  }

  /// A closure that returns the bytes of an included file, or `nil` if it does not exist.
  package typealias Includes =
    (_ path: String, _ isOptional: Bool) throws(Diagnostic) -> [UInt8]?

  /// The source for conversion to the kinds of a schema, or `nil` for a format that can represent
  /// all kinds.
  package var typing: ConfigTyping.Source? {
    switch self {
    case .plist: nil
    case .json, .yaml: .json
    case .env, .xcconfig: .text
    }
  }

  /// Reads a file without includes.
  ///
  /// - Throws: The same errors as ``decode(_:file:includes:)``.
  package func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> DecodingResult {
    try decode(bytes, file: file, includes: Self.noIncludedFile)
  }

  /// Returns `nil`, as if no file existed.
  private static func noIncludedFile(
    _ path: String, _ isOptional: Bool
  ) throws(Diagnostic) -> [UInt8]? { nil }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: The path for diagnostics. It is not opened.
  ///   - includes: A closure that returns the included files. Their paths are relative to the
  ///     folder of `file`.
  /// - Returns: A value whose parts have locations. If two entries have the same key, the first one
  ///   is used and `problems` has the error `duplicate-key`. If a problem has the kind
  ///   `.unreadable`, the value is incomplete.
  /// - Throws: A diagnostic of kind `.unreadable` if nothing can be read.
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
