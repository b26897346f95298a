import ConfigKit
import TremaConfigValues
import TremaSupport

/// Verifies a built product, which must contain the configuration of one environment and nothing
/// from any other environment.
package struct BundleVerification {
  /// The findings in the product.
  package private(set) var findings: [Diagnostic] = []
  /// The files of the product.
  private var contents: BundleContents
  /// The values that the product must contain or must not contain.
  private let shipment: ConfigShipment
  /// The name of the file that the app reads.
  private let name: String

  /// Verifies a product.
  ///
  /// - Parameters:
  ///   - path: The path of a folder or an archive.
  ///   - environment: The name of the environment.
  ///   - set: The files of the configuration.
  ///   - name: The name of the file that the app reads, or `nil` for the base's name.
  ///   - secrets: Receives the secrets that no report may show, even if the configuration cannot be
  ///     read.
  /// - Throws: An `.unreadableFile` diagnostic if the configuration or the product cannot be read,
  ///   or a `.usage` diagnostic if there is no such environment.
  package init(
    _ path: String, contains environment: String, of set: ConfigurationSet, name: String?,
    hiding secrets: inout ConfigSecrets
  ) throws(Diagnostic) {
    var set = set
    // The build machine's local layers aren't part of a release.
    set.files.removeLocal()
    _ = try set.lineage.ancestry(of: environment)
    let loaded = try LoadedConfiguration(set)
    secrets = loaded.secrets
    if let problem = loaded.problems.first(where: { $0.kind != .finding }) { throw problem }
    guard let column = loaded.matrix[environment],
      let shipment = ConfigShipment(loaded.matrix, environment: environment)
    else {
      throw loaded.problems.first ?? Self.unknownEnvironment(environment)
    }
    self.shipment = shipment
    self.name =
      name ?? set.files.base.flatMap { $0.path.split(separator: "/").last }.map(String.init)
      ?? "Configuration.plist"
    contents = try BundleContents(path)
    // The expected values are not reliable if the layers have errors, so these errors are reported.
    findings = (loaded.problems + column.problems).filter { $0.severity == .error }
    try verify()
  }

  /// Examines all files of the product.
  private mutating func verify() throws(Diagnostic) {
    let configuration = configurationPath
    if configuration == nil { findings.append(missingConfiguration()) }
    for path in contents.paths {
      if Self.isLeftOver(path, besides: name) {
        findings.append(leftoverFile(path))
      } else if path == configuration || isInNestedBundle(path) {
        let reading = try read(path)
        findings += reading.problems
        verifyConfiguration(reading.value, path)
      } else if path.hasSuffix(".plist") {
        // An unreadable file that does not belong to the configuration is reported and skipped.
        do throws(Diagnostic) {
          let value = try read(path).value
          findings += shipment.findings(in: value, file: contents.displayPath(path))
          if Self.lastComponent(path) == "Info.plist" { findVariables(value, path) }
        } catch {
          guard error.code == "invalid-property-list" || error.code == "malformed-xml" else {
            throw error
          }
          findings.append(unreadableFile(path, error))
        }
      }
    }
  }

  /// Reads a file in the format indicated by its extension.
  private mutating func read(_ path: String) throws(Diagnostic) -> ConfigFormat.DecodingResult {
    let bytes = try contents.read(path)
    let format = ConfigFormat(path: path) ?? .json
    return try format.decode(bytes, file: contents.displayPath(path))
  }

  /// Compares a file with the expected configuration. JSON has fewer types, so the expected values
  /// are first converted to JSON types.
  private mutating func verifyConfiguration(_ value: ConfigValue, _ path: String) {
    let file = contents.displayPath(path)
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

  /// The path of the file that the app reads, which is the least deeply nested one with the name.
  private var configurationPath: String? {
    contents.paths.filter { Self.lastComponent($0) == name }
      .min { a, b in
        let depths = [a, b].map { $0.utf8.count { $0 == UInt8(ascii: "/") } }
        return depths[0] < depths[1]
      }
  }

  /// Returns whether a file is the configuration of a watch app, an extension or a framework in the
  /// product.
  private func isInNestedBundle(_ path: String) -> Bool {
    Self.lastComponent(path) == name
      && path.split(separator: "/").dropLast().contains { folder in
        [".app", ".appex", ".framework"].contains { folder.hasSuffix($0) }
      }
  }

  /// Returns the file name of a path.
  private static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns whether a file belongs to an app's sources, such as the files of other environments,
  /// the schema, or build settings.
  ///
  /// Case is ignored, because developers' file systems usually ignore it.
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

  /// Reports build variables that have not been replaced.
  private mutating func findVariables(_ value: ConfigValue, _ path: String) {
    let file = contents.displayPath(path)
    for (keys, variable, location) in UnresolvedVariables.all(in: value) {
      var finding = Diagnostic(
        .error, "unresolved-variable", "'\(keys)' contains the unresolved variable \(variable)",
        at: location.diagnosticLocation ?? SourceLocation(file: file),
        hint: "set it in the Xcode build configuration that builds the app",
        subject: keys.description)
      finding.key = keys.description
      findings.append(finding)
    }
  }

  // MARK: Messages

  /// Returns the error for a missing configuration.
  private func missingConfiguration() -> Diagnostic {
    Diagnostic(
      .error, "missing-bundle-configuration", "'\(contents.root)' does not contain '\(name)'",
      at: SourceLocation(file: contents.root),
      hint: "add the merged file to the app, or specify its name with --name")
  }

  /// Returns the error for a source file in the product.
  private func leftoverFile(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "leftover-file", "'\(path)' is a source file and must not be in the product",
      at: SourceLocation(file: contents.displayPath(path)),
      hint: "remove it from the copied resources", subject: path)
  }

  /// Returns the error about an unreadable file as a warning.
  private func unreadableFile(_ path: String, _ error: Diagnostic) -> Diagnostic {
    var finding = error
    finding.severity = .warning
    finding.kind = .finding
    finding.subject = path
    return finding
  }

  /// Returns the error for an unknown environment.
  private static func unknownEnvironment(_ environment: String) -> Diagnostic {
    Diagnostic(
      .error, "unknown-environment", "unknown environment '\(environment)'", kind: .usage)
  }
}
