import Foundation
import TremaConfigValues
import TremaJSON

/// A file with the values of one layer.
struct ConfigurationFile {
  /// The file extensions, in the order they are tried.
  static let fileExtensions = ["plist", "json"]

  /// The name of the file with its extension.
  let name: String
  /// The file's location.
  let url: URL

  /// Finds a file in a bundle.
  ///
  /// - Parameter stem: The name without its extension, such as `Configuration` or
  ///   `Configuration-staging`.
  /// - Returns: `nil` if the bundle has no such file.
  init?(_ stem: String, in bundle: Bundle) {
    for ending in Self.fileExtensions {
      guard let url = bundle.url(forResource: stem, withExtension: ending) else { continue }
      (name, self.url) = ("\(stem).\(ending)", url)
      return
    }
    return nil
  }

  /// Creates a file with any name. It is read as JSON if its extension is `json`, and as a property
  /// list otherwise.
  init(_ url: URL) { (name, self.url) = (url.lastPathComponent, url) }

  /// Returns the file names that are tried for a stem.
  static func names(_ stem: String) -> [String] { fileExtensions.map { "\(stem).\($0)" } }

  /// Reads the file as a layer. With the `girders` rule, directives are ordinary keys.
  ///
  /// - Throws: ``ConfigurationError/malformedFile(_:reason:)`` if the file cannot be parsed or is
  ///   empty, or if its root is not a dictionary.
  func layer(_ role: ConfigLayer.Role, _ rule: ConfigMerge.Rule) throws(ConfigurationError)
    -> ConfigLayer
  {
    let value = try read()
    guard value.kind == .dictionary else {
      throw .malformedFile(
        name, reason: "the top-level value must be a dictionary, not \(value.kind.title)")
    }
    if rule == .girders { return ConfigLayer(role, name: name, value) }
    let (plain, problems) = ConfigDirectives.read(value, isOverlay: role != .base)
    if let problem = problems.first { throw .malformedFile(name, reason: problem.message) }
    return ConfigLayer(role, name: name, plain)
  }

  /// Reads the file without interpreting its directives.
  private func read() throws(ConfigurationError) -> ConfigValue {
    let data: Data
    do { data = try Data(contentsOf: url) } catch {
      throw .malformedFile(
        name, reason: "the file cannot be read (error \((error as NSError).code))")
    }
    if data.isEmpty { throw .malformedFile(name, reason: "the file is empty") }
    return name.hasSuffix(".json") ? try json(data) : try propertyList(data)
  }

  /// Parses JSON. The reason in an error contains the line, but not the path of the file.
  private func json(_ data: Data) throws(ConfigurationError) -> ConfigValue {
    do { return ConfigValue(try JSONValue.decode(Array(data), file: name)) } catch {
      let linePrefix = error.location?.start.map { "line \($0.line): " } ?? ""
      throw .malformedFile(name, reason: linePrefix + error.message)
    }
  }

  /// Parses a property list with Foundation.
  private func propertyList(_ data: Data) throws(ConfigurationError) -> ConfigValue {
    let list: Any
    do { list = try PropertyListSerialization.propertyList(from: data, format: nil) } catch {
      throw .malformedFile(name, reason: Self.reason(error))
    }
    guard let value = ConfigValue(foundation: list, at: ConfigLocation(.file, name)) else {
      throw .malformedFile(name, reason: "the file contains a value that is not allowed")
    }
    return value
  }

  /// Returns the reason of a Foundation error. The debug description is preferred, because it
  /// contains the line.
  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let detail = error.userInfo[NSDebugDescriptionErrorKey] as? String
    return detail ?? error.localizedDescription
  }
}
