import Foundation
import PackagePlugin

/// The fields of `trema.json` that the plugin needs to plan a build.
///
/// Plugins cannot import modules of their package, so the file is decoded as JSON5 by Foundation,
/// which supports comments and trailing commas. Foundation accepts more than `trema` does; `trema`
/// reports the remaining errors, with their positions, when it runs.
struct ProjectFile {
  static let name = "trema.json"

  struct Catalogue: Decodable {
    var files: [String]
  }

  struct Output: Decodable {
    var format: String
    var directory: String
    var table: String?
    var type: String?
    var bundle: String?
    var languages: [String]?
    var languageNames: [String: String]?
  }

  struct Ships: Decodable {
    var state: String?
  }

  struct Configuration: Decodable {
    var directory: String?
    var schema: String?
    var swift: OneOrMany<Code>?

    struct Code: Decodable {
      var directory: String?
      var type: String?
    }
  }

  /// An object, or an array of them.
  struct OneOrMany<Element: Decodable>: Decodable {
    var elements: [Element]

    init(from decoder: any Decoder) throws {
      do {
        elements = try [Element](from: decoder)
      } catch DecodingError.typeMismatch {
        elements = [try Element(from: decoder)]
      }
    }
  }

  private struct Contents: Decodable {
    var catalogues: [Catalogue]?
    var languages: [String]?
    var ships: Ships?
    var outputs: [Output]?
    var configuration: Configuration?
  }

  var file: URL
  var catalogues: [Catalogue]
  var languages: [String]
  /// The outputs that the plugin generates.
  var outputs: [Output]
  /// The list of shipping languages, or `nil` if all languages ship.
  var shippingList: URL?
  /// The configuration, or `nil` if no Swift code is generated from it.
  var configuration: Configuration?

  /// Returns the first `trema.json` in some folders, or `nil` if there is none.
  static func find(in folders: [URL]) -> URL? {
    folders.map { $0.appending(path: name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Decodes a project file and reports its errors.
  ///
  /// - Returns: The file, or `nil` if it cannot be built.
  static func read(_ file: URL) -> ProjectFile? {
    let contents: Contents
    do {
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      contents = try decoder.decode(Contents.self, from: Data(contentsOf: file))
    } catch is DecodingError {
      // Foundation does not report the line, but `trema` does: a placeholder output makes it run.
      let placeholder = Output(format: "swift", directory: ".")
      return ProjectFile(file: file, catalogues: [], languages: [], outputs: [placeholder])
    } catch {
      Diagnostics.error(
        "cannot read '\(file.path)': \(error.localizedDescription)", file: file.path)
      return nil
    }
    let configuration = contents.configuration.flatMap { $0.swift == nil ? nil : $0 }
    let hasTexts = configuration == nil || contents.catalogues?.isEmpty == false
    var languages = contents.languages ?? []
    if hasTexts, languages.isEmpty {
      Diagnostics.error(
        "\(file.path): TremaPlugin requires the field 'languages', because a build declares its"
          + " outputs before it starts", file: file.path)
      return nil
    }
    var shippingList: URL?
    if let ships = contents.ships {
      let list = file.deletingLastPathComponent()
        .appending(path: ships.state ?? "trema-languages.json")
      guard let shipping = shippingLanguages(in: list, of: file) else { return nil }
      shippingList = list
      languages.removeAll { !shipping.contains(tag($0)) }
    }
    let outputs = (contents.outputs ?? []).filter { formats.contains($0.format) }
    if outputs.isEmpty, configuration == nil {
      Diagnostics.warning(
        "\(file.path): TremaPlugin generates nothing, because no output has one of the formats"
          + " \(formats.joined(separator: ", "))", file: file.path)
    }
    return ProjectFile(
      file: file, catalogues: contents.catalogues ?? [], languages: languages, outputs: outputs,
      shippingList: shippingList, configuration: configuration)
  }

  /// Returns the languages that the last `trema build` has written, in canonical spelling. If their
  /// list is missing, reports it and returns `nil`.
  private static func shippingLanguages(in list: URL, of file: URL) -> Set<String>? {
    struct State: Decodable {
      var languages: [String]
    }
    do {
      let state = try JSONDecoder().decode(State.self, from: Data(contentsOf: list))
      return Set(state.languages.map(tag))
    } catch {
      Diagnostics.error(
        "\(file.path): TremaPlugin requires the list of shipping languages '\(list.lastPathComponent)': run"
          + " 'trema build' in its folder, and commit the list", file: file.path)
      return nil
    }
  }

  /// The master language of the first catalogue as spelled in its root element, or `nil` if it has
  /// none. Every output contains it.
  var masterLanguage: String? {
    let folder = file.deletingLastPathComponent()
    guard let path = catalogues.first?.files.first,
      let text = try? String(contentsOf: URL(filePath: path, relativeTo: folder), encoding: .utf8),
      let name = text.range(of: "masterLang=")
    else { return nil }
    let value = text[name.upperBound...]
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }

  /// The configuration files, sorted by name, and the schema. The local layer is excluded.
  var configurationFiles: [URL] {
    guard let configuration else { return [] }
    let root = file.deletingLastPathComponent()
    let folder = configuration.directory.map { root.appending(path: $0) } ?? root
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("Configuration") && !$0.hasPrefix("Configuration-local.") }
      .sorted().map { folder.appending(path: $0).absoluteURL }
      + [configuration.schema].compactMap { $0.map { root.appending(path: $0).absoluteURL } }
  }

  /// Warns about accessors that use the main bundle, which never contains the resources of a
  /// SwiftPM target.
  func warnUnlessAccessorsUseModuleBundle() {
    guard outputs.contains(where: { $0.format == "strings" }) else { return }
    for output in outputs where output.format == "swift" && (output.bundle ?? "main") == "main" {
      Diagnostics.warning(
        "\(file.path): the accessors '\(output.type ?? "Texts")' will not find any texts;"
          + " set \"bundle\": \"module\"", file: file.path)
    }
  }
}
