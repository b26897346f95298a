import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaProject
import TremaSupport

/// Applies the options that catalogue commands share.
extension Conversion {
  /// Returns the conversion of a command, for the specified catalogues or for the project.
  ///
  /// - Returns: The conversion, or `nil` if the project file has errors, and the problems of the
  ///   project file.
  static func requested(
    by invocation: Invocation
  ) throws(Diagnostic) -> (conversion: Conversion?, problems: [Diagnostic]) {
    if invocation.arguments.isEmpty {
      let (conversion, problems) = try ProjectFile.conversion(invocation)
      return (conversion, problems)
    }
    var conversion = Conversion()
    conversion.catalogs = [CatalogInput(paths: invocation.arguments)]
    try conversion.apply(invocation)
    return (conversion, [])
  }

  /// Applies the command-line options, which override the project's settings.
  ///
  /// - Parameter invocation: The command line. Options that the command does not have are ignored.
  /// - Throws: A diagnostic of the kind `.usageError` if an option is invalid.
  mutating func apply(_ invocation: Invocation) throws(Diagnostic) {
    if let name = invocation.value("slice") { try restrict(toOutputsNamed: name) }
    if let languages = try invocation.languages("languages") {
      chosenLanguages = languages
      refusesUnknownLanguages = true
    }
    if let percent = try invocation.number("minimum-coverage") { minimumCoverage = percent }
    if invocation.isSet("raw-backslash") {
      for index in catalogs.indices { catalogs[index].backslash = .literal }
    }
    continuesOnErrors = continuesOnErrors || invocation.isSet("keep-going")
    if let size = try invocation.number("max-value-size") { maximumValueSize = size }
    try policy.apply(invocation, rejectionReason: { Checker.rejectionReason(of: $0, for: $1) })
  }
}

extension CheckPolicy {
  /// Applies `--severity`, which overrides the settings of the project.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - rejectionReason: Returns the reason why a level is not permitted for a code, or `nil` if
  ///     it is permitted.
  /// - Throws: A diagnostic of the kind `.usageError` if an argument is invalid or a level is not
  ///   permitted.
  mutating func apply(
    _ invocation: Invocation,
    rejectionReason: (CheckLevel?, String) -> (message: String, hint: String)?
  ) throws(Diagnostic) {
    for setting in invocation.all("severity") {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let level = CheckLevel(rawValue: parts[1]) else {
        throw Invocation.usageError(
          "--severity: '\(setting)' is not CODE=LEVEL",
          hint:
            "use for example missing-translation=error; the levels are error, warning, note and off"
        )
      }
      if let rejectionReason = rejectionReason(level, parts[0]) {
        throw Invocation.usageError(
          "--severity: \(rejectionReason.message)", hint: rejectionReason.hint)
      }
      set(parts[0], to: level)
    }
  }
}

extension Conversion.Report {
  /// Returns the findings, and notes about values that were filled and texts that were omitted.
  ///
  /// - Parameter isWritten: Whether outputs were written. Texts can be missing only in written
  ///   outputs.
  func notes(isWritten: Bool = true) -> [Diagnostic] {
    let note = isWritten ? omittedNote : nil
    // Without notes, the array is returned unchanged, because copying many findings is expensive.
    if filled.isEmpty, note == nil { return diagnostics }
    return diagnostics + [note].compactMap(\.self)
      + filled.sorted { $0.key < $1.key }.map { language, count in
        let values = count == 1 ? "value was" : "values were"
        return Diagnostic(
          .note, "filled", "\(count) \(values) filled into '\(language)' from the master language")
      }
  }

  /// The note about omitted texts, or `nil` if there are none.
  private var omittedNote: Diagnostic? {
    if omitted.texts == 0 { return nil }
    let languages = omitted.languages.map { "\($0.values) in '\($0.language)'" }
    return Diagnostic(
      .note, "left-out",
      "\(omitted.texts) \(omitted.texts == 1 ? "text was" : "texts were") omitted"
        + (languages.isEmpty ? "" : ": " + languages.joined(separator: ", ")))
  }
}
