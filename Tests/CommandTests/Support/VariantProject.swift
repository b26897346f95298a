import Foundation
import TremaTestSupport

/// A project with a text that has another wording on Android, and the files that it builds.
struct VariantProject {
  let folder: TemporaryFolder

  /// - Parameter folder: The folder of the project.
  init(in folder: TemporaryFolder) { self.folder = folder }

  init() throws { folder = try TemporaryFolder() }

  /// Writes a catalogue with texts in file order.
  ///
  /// - Parameter texts: The key, the context and the values by language of each text.
  func texts(
    _ texts: [(key: String, context: String, values: KeyValuePairs<String, String>)],
    to path: String = "Texts.trm"
  ) throws {
    let elements = texts.map { text in
      let values = text.values.map {
        "    <value lang=\"\($0)\" status=\"translated\">\($1)</value>\n"
      }
      return "  <text key=\"\(text.key)\">\n    <context>\(text.context)</context>\n"
        + "\(values.joined())  </text>\n"
    }
    try folder.write("<trema masterLang=\"en\">\n\(elements.joined())</trema>\n", to: path)
  }

  /// Writes the project file.
  ///
  /// - Parameters:
  ///   - outputs: The members of each output, except the folder.
  ///   - files: The files of each catalogue.
  func project(_ outputs: String..., files: [[String]] = [["Texts.trm"]]) throws {
    let objects = outputs.enumerated().map { index, members in
      "{ \"directory\": \"Out\(index)\", \(members) }"
    }
    let catalogs = files.map { "{ \"files\": \($0) }" }
    try folder.write(
      """
      {
        "catalogues": [\(catalogs.joined(separator: ", "))],
        "languages": ["en", "de"],
        "outputs": [
          \(objects.joined(separator: ",\n    "))
        ]
      }
      """, to: "trema.json")
  }

  func trema(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  /// Returns the contents of a file, which are empty if it does not exist.
  func text(_ path: String) throws -> String { try Snapshot(of: folder)[text: path] ?? "" }

  /// Returns a property list, as Foundation reads it.
  func propertyList(_ path: String) throws -> [String: String] {
    let list = try PropertyListSerialization.propertyList(
      from: Data(try text(path).utf8), format: nil)
    return list as? [String: String] ?? [:]
  }

  /// Returns a JSON object.
  func json(_ path: String) throws -> [String: String] {
    let object = try JSONSerialization.jsonObject(with: Data(try text(path).utf8))
    return object as? [String: String] ?? [:]
  }
}
