import Foundation
import PackagePlugin

/// The part of `trema.json` that a build needs before `trema` itself is built.
///
/// Plugins cannot import modules of their package, so this is Foundation's JSON 5, which takes the
/// comments and trailing commas of `trema.json` as well. It takes more than `trema` does; what is
/// wrong beyond that, `trema` reports with its place when it runs.
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
    var languageNames: [String: String]?
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
    var outputs: [Output]?
    var configuration: Configuration?
  }

  var file: URL
  var catalogues: [Catalogue]
  var languages: [String]
  /// The outputs that the plugin makes.
  var outputs: [Output]
  /// When code is made of it.
  var configuration: Configuration?

  static func find(in folders: [URL]) -> URL? {
    folders.map { $0.appending(path: name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// - Returns: nil when there is nothing to build; errors are reported.
  static func read(_ file: URL) -> ProjectFile? {
    let contents: Contents
    do {
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      contents = try decoder.decode(Contents.self, from: Data(contentsOf: file))
    } catch is DecodingError {
      // Foundation does not know the line. `trema` does: plan anything, so that it runs and fails.
      let anything = Output(format: "swift", directory: ".")
      return ProjectFile(file: file, catalogues: [], languages: [], outputs: [anything])
    } catch {
      Diagnostics.error(
        "\(file.path): cannot be read: \(error.localizedDescription)", file: file.path)
      return nil
    }
    let configuration = contents.configuration.flatMap { $0.swift == nil ? nil : $0 }
    let hasTexts = configuration == nil || contents.catalogues?.isEmpty == false
    let languages = contents.languages ?? []
    if hasTexts, languages.isEmpty {
      Diagnostics.error(
        "\(file.path): TremaPlugin needs the field 'languages': a build must know its outputs"
          + " before it begins", file: file.path)
      return nil
    }
    let outputs = (contents.outputs ?? []).filter { formats.contains($0.format) }
    if outputs.isEmpty, configuration == nil {
      Diagnostics.warning(
        "\(file.path): there are no outputs of the formats"
          + " \(formats.joined(separator: " and ")); TremaPlugin makes nothing", file: file.path)
    }
    return ProjectFile(
      file: file, catalogues: contents.catalogues ?? [], languages: languages, outputs: outputs,
      configuration: configuration)
  }

  /// The files of the configuration, by their names, and the schema.
  var configurationFiles: [URL] {
    guard let configuration else { return [] }
    let root = file.deletingLastPathComponent()
    let folder = configuration.directory.map { root.appending(path: $0) } ?? root
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("Configuration") && !$0.hasPrefix("Configuration-local.") }
      .sorted().map { folder.appending(path: $0).absoluteURL }
      + [configuration.schema].compactMap { $0.map { root.appending(path: $0).absoluteURL } }
  }

  /// The resources of a SwiftPM target are never in the main bundle.
  func warnUnlessAccessorsLookIntoModule() {
    guard outputs.contains(where: { $0.format == "strings" }) else { return }
    for output in outputs where output.format == "swift" && (output.bundle ?? "main") == "main" {
      Diagnostics.warning(
        "\(file.path): the accessors '\(output.type ?? "Texts")' will find no texts:"
          + " write \"bundle\": \"module\"", file: file.path)
    }
  }
}
