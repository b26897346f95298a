import Foundation
import TremaConfigValues
import TremaJSON

/// A file of a bundle that holds values.
struct ConfigurationFile {
  static let endings = ["plist", "json"]

  let name: String
  let url: URL

  /// - Parameter stem: `Configuration`, or `Configuration-staging`.
  /// - Returns: nil when the bundle has no such file.
  init?(_ stem: String, in bundle: Bundle) {
    for ending in Self.endings {
      guard let url = bundle.url(forResource: stem, withExtension: ending) else { continue }
      (name, self.url) = ("\(stem).\(ending)", url)
      return
    }
    return nil
  }

  /// - Parameter url: of any name; one that ends in `.json` is JSON.
  init(_ url: URL) { (name, self.url) = (url.lastPathComponent, url) }

  static func names(_ stem: String) -> [String] { endings.map { "\(stem).\($0)" } }

  /// - Throws: ``ConfigurationError/malformedFile(_:reason:)``, also for a file without a value.
  func layer(_ role: ConfigLayer.Role, _ rule: ConfigMerge.Rule) throws(ConfigurationError)
    -> ConfigLayer
  {
    let value = try read()
    guard value.kind == .dictionary else {
      throw .malformedFile(name, reason: "it holds \(value.kind.title), not a dictionary")
    }
    if rule == .girders { return ConfigLayer(role, name: name, value) }
    let (plain, problems) = ConfigDirectives.read(value, isOverlay: role != .base)
    if let problem = problems.first { throw .malformedFile(name, reason: problem.message) }
    return ConfigLayer(role, name: name, plain)
  }

  private func read() throws(ConfigurationError) -> ConfigValue {
    let data: Data
    do { data = try Data(contentsOf: url) } catch {
      throw .malformedFile(name, reason: "it cannot be read (\((error as NSError).code))")
    }
    if data.isEmpty { throw .malformedFile(name, reason: "it is empty") }
    return name.hasSuffix(".json") ? try json(data) : try propertyList(data)
  }

  private func json(_ data: Data) throws(ConfigurationError) -> ConfigValue {
    do { return ConfigValue(try JSONValue.decode(Array(data), file: name)) } catch {
      let place = error.location?.start.map { "line \($0.line): " } ?? ""
      throw .malformedFile(name, reason: place + error.message)
    }
  }

  private func propertyList(_ data: Data) throws(ConfigurationError) -> ConfigValue {
    let list: Any
    do { list = try PropertyListSerialization.propertyList(from: data, format: nil) } catch {
      throw .malformedFile(name, reason: Self.reason(error))
    }
    guard let value = ConfigValue(foundation: list, at: ConfigPlace(.file, name)) else {
      throw .malformedFile(name, reason: "it holds a value that no configuration has")
    }
    return value
  }

  /// Foundation has the line in an error below its own.
  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let detail = error.userInfo[NSDebugDescriptionErrorKey] as? String
    return detail ?? error.localizedDescription
  }
}
