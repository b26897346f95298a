import Foundation
import PackagePlugin

/// The command that generates all outputs of a target.
struct BuildPlan {
  var project: URL
  /// The other input files.
  var inputs: [URL]
  /// The folder of the outputs.
  var root: URL
  /// The paths of the outputs, relative to `root`.
  var outputs: [String]

  func command(_ tool: URL, for target: String, options: [String] = []) -> Command {
    .buildCommand(
      displayName: "Generating texts for \(target)",
      executable: tool,
      arguments: [
        "build", "--quiet", "--project=\(project.path)",
        "--only=\(ProjectFile.formats.joined(separator: ","))", "--output-root=\(root.path)",
        // The bundle would lack the language without any diagnostic.
        "--severity=stray-language=error",
      ] + options + outputs.map { "--planned=\($0)" },
      inputFiles: [project] + inputs,
      outputFiles: outputs.map { root.appending(path: $0) })
  }
}

extension ProjectFile {
  /// The formats that a Swift target can use. `trema build` generates all others, for example those
  /// of an Android app in the same repository.
  static let formats = ["strings", "stringsdict", "xcstrings", "swift"]

  /// Returns the build plan with outputs below `root`.
  func plan(below root: URL) -> BuildPlan {
    var paths: [String] = []
    for output in outputs {
      let folders = output.directory.split(separator: "/").filter { $0 != "." }
      let prefix = folders.map { "\($0)/" }.joined()
      switch output.format {
      case "strings", "stringsdict":
        paths += languages(of: output).map { language in
          let name = output.languageNames?[language] ?? Self.tag(language)
          return "\(prefix)\(name).lproj/\(output.table ?? "Localizable").\(output.format)"
        }
      case "xcstrings": paths.append("\(prefix)\(output.table ?? "Localizable").xcstrings")
      case "swift": paths.append("\(prefix)\(output.type ?? "Texts").swift")
      default: break
      }
    }
    for code in configuration?.swift?.elements ?? [] {
      let folders = (code.directory ?? ".").split(separator: "/").filter { $0 != "." }
      let prefix = folders.map { "\($0)/" }.joined()
      paths.append("\(prefix)\(code.type ?? "AppConfiguration").swift")
    }
    let folder = file.deletingLastPathComponent()
    return BuildPlan(
      project: file,
      inputs: catalogues.flatMap(\.files).map {
        URL(filePath: $0, relativeTo: folder).absoluteURL
      } + [shippingList].compactMap(\.self) + configurationFiles,
      root: root, outputs: paths)
  }

  /// Returns the languages of an output: its own and the master language, or those of the project.
  private func languages(of output: Output) -> [String] {
    guard let own = output.languages else { return languages }
    let tags = Set((own + [masterLanguage].compactMap(\.self)).map(Self.tag))
    return languages.filter { tags.contains(Self.tag($0)) }
  }

  /// Returns the canonical spelling of a language tag (`pt-BR` for `pt_br`), the name of its
  /// folder.
  ///
  /// Malformed tags are not rejected: `trema` reports them with their positions.
  static func tag(_ spelling: String) -> String {
    var parts: [String] = []
    for part in spelling.split(whereSeparator: { $0 == "-" || $0 == "_" }) {
      let isFirst = parts.count == 1
      let isAfterScript = parts.count == 2 && parts[1].count == 4
      if isFirst, part.count == 4, part.allSatisfy(\.isLetter) {
        parts.append(part.capitalized)
      } else if isFirst || isAfterScript, part.count == 2 {
        parts.append(part.uppercased())
      } else {
        parts.append(part.lowercased())
      }
    }
    return parts.joined(separator: "-")
  }
}
