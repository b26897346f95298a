import ConfigKit
import TremaConfigValues
import TremaSupport

/// Looks into a built product: whether it holds the configuration of an environment, and nothing of
/// another one.
package struct BundleVerification {
  package private(set) var findings: [Diagnostic] = []
  private var contents: BundleContents
  private let shipment: ConfigShipment
  /// The name of the file that the app reads.
  private let name: String

  /// - Parameters:
  ///   - path: a folder or an archive.
  ///   - name: of the file that the app reads; nil for that of the base.
  ///   - secrets: gets what no report may show, also of a configuration that cannot be read.
  /// - Throws: kind `.unreadable`, when the configuration or the product cannot be read; kind
  ///   `.usage`, when there is no such environment.
  package init(
    _ path: String, holds environment: String, of set: ConfigurationSet, name: String?,
    hiding secrets: inout ConfigSecrets
  ) throws(Diagnostic) {
    var set = set
    // A release knows nothing of the machine it was built on.
    set.files.removeLocal()
    _ = try set.lineage.ancestry(of: environment)
    let loaded = try LoadedConfiguration(set)
    secrets = loaded.secrets
    if let problem = loaded.problems.first(where: { $0.kind != .finding }) { throw problem }
    guard let column = loaded.matrix[environment],
      let shipment = ConfigShipment(loaded.matrix, environment: environment)
    else {
      throw loaded.problems.first ?? Self.unknown(environment)
    }
    self.shipment = shipment
    self.name =
      name ?? set.files.base.flatMap { $0.path.split(separator: "/").last }.map(String.init)
      ?? "Configuration.plist"
    contents = try BundleContents(path)
    // What is expected is not sure while its layers contradict each other.
    findings = (loaded.problems + column.problems).filter { $0.severity == .error }
    try verify()
  }

  private mutating func verify() throws(Diagnostic) {
    let configuration = configurationPath
    if configuration == nil { findings.append(noConfiguration()) }
    for path in contents.paths {
      if Self.isLeftOver(path, besides: name) {
        findings.append(leftOver(path))
      } else if path == configuration || isOfNestedBundle(path) {
        let reading = try read(path)
        findings += reading.problems
        verifyConfiguration(reading.value, path)
      } else if path.hasSuffix(".plist") {
        // A file of another owner that cannot be read is skipped, and reported.
        do throws(Diagnostic) {
          let value = try read(path).value
          findings += shipment.findings(in: value, file: contents.shown(path))
          if Self.lastComponent(path) == "Info.plist" { findVariables(value, path) }
        } catch {
          guard error.code == "invalid-property-list" || error.code == "malformed-xml" else {
            throw error
          }
          findings.append(unreadable(path, error))
        }
      }
    }
  }

  private mutating func read(_ path: String) throws(Diagnostic) -> ConfigFormat.Reading {
    let bytes = try contents.read(path)
    let format = ConfigFormat(path: path) ?? .json
    return try format.decode(bytes, file: contents.shown(path))
  }

  private mutating func verifyConfiguration(_ value: ConfigValue, _ path: String) {
    let file = contents.shown(path)
    guard path.hasSuffix(".json"),
      let bytes = try? ConfigOutput.json.bytes(of: shipment.expected, file: file),
      let expected = try? ConfigFormat.json.decode(bytes, file: file).value
    else {
      findings += shipment.findings(inConfiguration: value, file: file)
      findVariables(value, path)
      return
    }
    findings += shipment.findings(
      inConfiguration: value, expecting: expected, isJSON: true, file: file)
    findVariables(value, path)
  }

  /// The file that the app reads: the one that is least deep in folders.
  private var configurationPath: String? {
    contents.paths.filter { Self.lastComponent($0) == name }
      .min { a, b in
        let depths = [a, b].map { $0.utf8.count { $0 == UInt8(ascii: "/") } }
        return depths[0] < depths[1]
      }
  }

  /// Whether a watch app, an extension or a framework in the product reads the file.
  private func isOfNestedBundle(_ path: String) -> Bool {
    Self.lastComponent(path) == name
      && path.split(separator: "/").dropLast().contains { folder in
        [".app", ".appex", ".framework"].contains { folder.hasSuffix($0) }
      }
  }

  private static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether a file belongs to the sources of an app: the files of other environments, the schema,
  /// settings of the build. The disks of developers do not tell small letters from capitals.
  private static func isLeftOver(_ path: String, besides name: String) -> Bool {
    let last = lastComponent(path).lowercased()
    let name = name.lowercased()
    if last == name { return false }
    if last == ".env" || last.hasPrefix(".env.") || last.hasSuffix(".env")
      || last.hasSuffix(".xcconfig") || last == ProjectFile.name
    {
      return true
    }
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    let isOurs = ConfigFormat(path: last) != nil
    return isOurs
      && [stem, ConfigurationFiles.stem.lowercased()].contains { stem in
        last.hasPrefix("\(stem)-") || last == "\(stem).schema.json"
          || last == "\(stem).baseline.json"
      }
  }

  private mutating func findVariables(_ value: ConfigValue, _ path: String) {
    let file = contents.shown(path)
    for (keys, variable, place) in UnresolvedVariables.all(in: value) {
      var finding = Diagnostic(
        .error, "unresolved-variable", "'\(keys)' still says \(variable)",
        at: place.location ?? SourceLocation(file: file),
        hint: "the build did not replace it: is it set for this configuration of Xcode?",
        subject: keys.description)
      finding.key = keys.description
      findings.append(finding)
    }
  }

  // MARK: Words

  private func noConfiguration() -> Diagnostic {
    Diagnostic(
      .error, "missing-bundle-configuration", "there is no '\(name)' in '\(contents.root)'",
      at: SourceLocation(file: contents.root),
      hint: "add the merged file to the app; --name says what it is called there")
  }

  private func leftOver(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "leftover-file", "'\(path)' belongs to the sources, not into the product",
      at: SourceLocation(file: contents.shown(path)),
      hint: "remove it from the resources that are copied", subject: path)
  }

  private func unreadable(_ path: String, _ error: Diagnostic) -> Diagnostic {
    var finding = error
    finding.severity = .warning
    finding.kind = .finding
    finding.subject = path
    return finding
  }

  private static func unknown(_ environment: String) -> Diagnostic {
    Diagnostic(
      .error, "unknown-environment", "there is no environment '\(environment)'", kind: .usage)
  }
}
