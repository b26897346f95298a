import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaProject
import TremaSupport

/// The options that commands about catalogues share, and what they make of a conversion.
extension Conversion {
  /// The catalogues that a command is about: the files named, or what the project declares.
  ///
  /// - Returns: no conversion where the project file is wrong; what is wrong with it, or odd.
  static func named(
    by invocation: Invocation
  ) throws(Diagnostic) -> (conversion: Conversion?, problems: [Diagnostic]) {
    if invocation.arguments.isEmpty {
      let (conversion, problems) = try ProjectFile.conversion(invocation)
      return (conversion, problems)
    }
    var conversion = Conversion()
    conversion.catalogues = [Catalogue(paths: invocation.arguments)]
    try conversion.apply(invocation)
    return (conversion, [])
  }

  mutating func apply(_ invocation: Invocation) throws(Diagnostic) {
    if let languages = try invocation.languages("languages") {
      chosenLanguages = languages
      refusesUnknownLanguages = true
    }
    if let percent = try invocation.number("minimum-coverage") { minimumCoverage = percent }
    if invocation.isSet("raw-backslash") {
      for index in catalogues.indices { catalogues[index].backslash = .literal }
    }
    keepsGoing = keepsGoing || invocation.isSet("keep-going")
    if let size = try invocation.number("max-value-size") { maximumValueSize = size }
    try policy.apply(invocation, objection: { Checker.objection(to: $0, for: $1) })
  }
}

extension CheckPolicy {
  /// Applies `--severity` over the severities of the project.
  ///
  /// - Parameter objection: why that cannot be said of a check.
  mutating func apply(
    _ invocation: Invocation,
    objection: (CheckLevel?, String) -> (message: String, hint: String)?
  ) throws(Diagnostic) {
    for setting in invocation.all("severity") {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let level = CheckLevel(rawValue: parts[1]) else {
        throw Invocation.usage(
          "--severity: '\(setting)' is not CODE=LEVEL",
          hint: "for instance missing-translation=error; levels are error, warning, note, off")
      }
      if let objection = objection(level, parts[0]) {
        throw Invocation.usage("--severity: \(objection.message)", hint: objection.hint)
      }
      set(parts[0], to: level)
    }
  }
}

extension Conversion.Report {
  /// The findings, and notes on how much was filled in or left out.
  ///
  /// - Parameter isWritten: whether there are outputs, which may lack something.
  func notes(isWritten: Bool = true) -> [Diagnostic] {
    let leftOut = isWritten ? leftOutNote : nil
    // A copy of many findings would take longer than to look.
    if filled.isEmpty, leftOut == nil { return diagnostics }
    return diagnostics + [leftOut].compactMap(\.self)
      + filled.sorted { $0.key < $1.key }.map { language, count in
        let values = count == 1 ? "value was" : "values were"
        return Diagnostic(
          .note, "filled", "\(count) \(values) filled into '\(language)' from the master language")
      }
  }

  private var leftOutNote: Diagnostic? {
    if leftOut.texts == 0 { return nil }
    let languages = leftOut.languages.map { "\($0.values) in '\($0.language)'" }
    return Diagnostic(
      .note, "left-out",
      "\(leftOut.texts) \(leftOut.texts == 1 ? "text was" : "texts were") left out"
        + (languages.isEmpty ? "" : ": " + languages.joined(separator: ", ")))
  }
}
