import Foundation
import Testing
import TremaTestSupport

/// A project with the files of an app, in a folder of its own.
struct AppProject {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes the catalogue.
  ///
  /// - Parameter texts: The texts, each with its key and its values by language.
  func texts(_ texts: [(key: String, values: KeyValuePairs<String, String>)]) throws {
    let elements = texts.map { key, values in
      let lines = values.map { language, value in
        "    <value lang=\"\(language)\" status=\"translated\">\(value)</value>\n"
      }
      return "  <text key=\"\(key)\">\n    <context/>\n\(lines.joined())  </text>\n"
    }
    try folder.write("<trema masterLang=\"en\">\n\(elements.joined())</trema>\n", to: "Texts.trm")
  }

  /// Writes the project file.
  ///
  /// - Parameters:
  ///   - app: The members of `app`.
  ///   - outputs: The members of each output.
  func project(app: String, languages: String = #""en", "de""#, _ outputs: String...) throws {
    let objects = outputs.map { "    { \($0) }" }.joined(separator: ",\n")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "languages": [\(languages)],
        "app": { \(app) },
        "outputs": [
      \(objects)
        ]
      }
      """, to: "trema.json")
  }

  /// Writes an Info.plist.
  ///
  /// - Parameter lines: The lines of the top-level dictionary, indented with one tab.
  func infoPlist(_ lines: String..., lineEnd: String = "\n") throws {
    try folder.write(
      Self.infoPlist(lines).replacing("\n", with: lineEnd), to: "App/Info.plist")
  }

  /// The contents of an Info.plist with the given lines.
  static func infoPlist(_ lines: [String]) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(lines.map { "\t\($0)\n" }.joined())</dict>
    </plist>

    """
  }

  func trema(_ arguments: String...) throws -> Tool.Result { try Tool.run(arguments, in: folder) }

  /// Returns the lines of a report with a finding or a hint, without the lines of source.
  func findings(_ arguments: String...) throws -> [String] {
    try Tool.run(arguments, in: folder).output.split(separator: "\n").compactMap { line in
      if line.contains(": warning: ") || line.contains(": error: ") || line.contains(": note: ") {
        return String(line)
      }
      return line.range(of: "hint: ").map { String(line[$0.lowerBound...]) }
    }
  }

  func text(_ path: String) throws -> String {
    String(decoding: try folder.read(path), as: UTF8.self)
  }
}
