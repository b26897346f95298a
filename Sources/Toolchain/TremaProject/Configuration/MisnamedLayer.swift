import ConfigKit
import TremaSupport

/// A file that is called nearly as a layer, a schema or a baseline is, and so is not read.
struct MisnamedLayer: Hashable, Sendable {
  var path: String
  /// The name that it should have.
  var name: String
  /// The environment whose layer it would be then; nil for the base and for other files.
  var environment: String?
  var isBase = false

  /// - Returns: `nil` for a name that does not resemble one of a layer.
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
    guard isReadable || Self.otherEndings.contains(ending),
      let environment = Self.environment(middle)
    else { return nil }
    let format = isReadable ? ending : "plist"
    if environment.isEmpty {
      // Without a capital letter, and with an ending of something else, it is another program's.
      guard isReadable else { return nil }
      isBase = true
      self.name = "\(stem).\(format)"
    } else {
      self.environment = environment
      self.name = "\(stem)-\(environment).\(format)"
    }
  }

  /// Such files of configurations that are not read at all.
  private static let otherEndings: Set<String> = ["toml", "json5", "jsonc", "ini"]

  private static let companions = [
    "schema": ConfigurationFiles.schemaName, "baseline": ConfigurationFiles.baselineName,
  ]

  /// Returns the part after the stem, without its separator.
  ///
  /// - Returns: nil for the name of something else, such as `ConfigurationTests`.
  private static func environment(_ middle: String) -> String? {
    guard let first = middle.utf8.first else { return "" }
    let rest = String(middle.dropFirst())
    if "-_. ".utf8.contains(first) {
      return rest.isEmpty || rest.utf8.contains(UInt8(ascii: ".")) ? nil : rest
    }
    let word = middle.lowercased()
    return words.contains(word) ? word : nil
  }

  /// The names of environments that are common enough to be seen in `ConfigurationStaging.plist`.
  private static let words: Set<String> = [
    "dev", "development", "debug", "test", "testing", "qa", "uat", "stage", "staging", "stg",
    "preprod", "beta", "demo", "local", "prod", "production", "release", "live",
  ]

  var diagnostic: Diagnostic {
    let own = path.split(separator: "/").last.map(String.init) ?? path
    return Diagnostic(
      .error, "misnamed-layer", "'\(own)' is not read, because of its name",
      at: SourceLocation(file: path),
      hint: "rename it to \(name), or give it a name that does not begin as one of a layer",
      subject: own)
  }
}

/// The names by which environments are known as those that customers get.
enum ProductionName {
  static func isOne(_ name: String) -> Bool { names.contains(name.lowercased()) }

  private static let names: Set<String> = ["production", "prod", "prd", "release", "live"]
}
