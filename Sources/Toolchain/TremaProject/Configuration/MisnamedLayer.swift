import ConfigKit
import TremaSupport

/// A file that is not read because its name differs slightly from the name of a layer, schema or
/// baseline.
struct MisnamedLayer: Hashable, Sendable {
  /// The path of the file.
  var path: String
  /// The correct file name.
  var name: String
  /// The environment of the layer with the correct name, or `nil` for the base and other files.
  var environment: String?
  /// Whether the file would be the base.
  var isBase = false

  /// Recognizes a misnamed file.
  ///
  /// - Returns: `nil` if the name does not resemble the name of a layer, or is correct.
  init?(_ path: String, _ name: String) {
    let stem = ConfigurationFiles.stem
    guard name.utf8.count > stem.utf8.count, let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
      name.prefix(stem.utf8.count).lowercased() == stem.lowercased()
    else { return nil }
    let start = name.utf8.index(name.startIndex, offsetBy: stem.utf8.count)
    guard start <= dot else { return nil }
    let ending = name[name.utf8.index(after: dot)...].lowercased()
    let middle = String(name[start..<dot])
    self.path = path
    if let companion = Self.companions[String(middle.dropFirst()).lowercased()] {
      guard ending == "json", companion != name else { return nil }
      self.name = companion
      return
    }
    let isReadable = ConfigFormat(path: "x.\(ending)") != nil
    guard isReadable || Self.otherExtensions.contains(ending),
      let environment = Self.environment(middle)
    else { return nil }
    let format = isReadable ? ending : "plist"
    if environment.isEmpty {
      // A file such as `configuration.toml` belongs to a different program.
      guard isReadable else { return nil }
      isBase = true
      self.name = "\(stem).\(format)"
    } else {
      self.environment = environment
      self.name = "\(stem)-\(environment).\(format)"
    }
  }

  /// The extensions of configuration formats that are not supported.
  private static let otherExtensions: Set<String> = ["toml", "json5", "jsonc", "ini"]

  /// The correct file names of the schema and the baseline.
  private static let companions = [
    "schema": ConfigurationFiles.schemaName, "baseline": ConfigurationFiles.baselineName,
  ]

  /// Returns the part of a name after the stem, without its separator, or empty if there is none.
  ///
  /// - Returns: `nil` for other names such as `ConfigurationTests`.
  private static func environment(_ middle: String) -> String? {
    guard let first = middle.utf8.first else { return "" }
    let rest = String(middle.dropFirst())
    if "-_. ".utf8.contains(first) {
      return rest.isEmpty || rest.utf8.contains(UInt8(ascii: ".")) ? nil : rest
    }
    let word = middle.lowercased()
    return words.contains(word) ? word : nil
  }

  /// The environment names that are recognized without a separator, as in
  /// `ConfigurationStaging.plist`.
  private static let words: Set<String> = [
    "dev", "development", "debug", "test", "testing", "qa", "uat", "stage", "staging", "stg",
    "preprod", "beta", "demo", "local", "prod", "production", "release", "live",
  ]

  /// The error for the file.
  var diagnostic: Diagnostic {
    let fileName = path.split(separator: "/").last.map(String.init) ?? path
    return Diagnostic(
      .error, "misnamed-layer", "'\(fileName)' is ignored because of its name",
      at: SourceLocation(file: path),
      hint: "rename it to \(name), or to a name that does not begin like a layer's name",
      subject: fileName)
  }
}

/// The names used to recognize production environments.
enum ProductionName {
  /// Returns whether an environment is a production environment according to its name, ignoring
  /// case.
  static func matches(_ name: String) -> Bool { names.contains(name.lowercased()) }

  private static let names: Set<String> = ["production", "prod", "prd", "release", "live"]
}
