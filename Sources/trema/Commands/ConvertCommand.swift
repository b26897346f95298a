import TremaAccessors
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaProject
import TremaSupport

extension Command {
  /// `trema convert`, which writes catalogues in other formats.
  ///
  /// The list of outputs is printed to standard output, and findings to standard error. If there
  /// are errors, nothing is written unless `--keep-going` is set.
  static let convert = Command(
    name: "convert", arguments: "FILE...",
    summary: "convert catalogues to native resources and typed accessors",
    discussion: """
      Several files are one catalogue: later ones override earlier ones by key and language. '-' reads
      standard input; '--output -' writes a single output to standard output. After an error nothing is
      written. Unchanged outputs are not touched.
      """,
    options: [
      Option("output", short: "o", .folder("DIR"), "write the outputs into this folder"),
      Option("format", .list(OutputFormat.names), "generate these formats"),
      CommandTable.Shared.languages,
      CommandTable.Shared.minimumCoverage,
      Option("status", .list(Status.names), "use only values of these statuses (default: all)"),
      Option(
        "table", .text("NAME"), "set the table, the first part of file names (default: Localizable)"
      ),
      Option(
        "compat", .choice(Compatibility.allCases.map(\.rawValue)),
        "write the same files as an older tool, except its errors"),
      Option("type", .text("NAME"), "set the name of the accessor type (default: Texts)"),
      Option("bundle", .text("main|module|EXPR"), "look up texts in this bundle (default: main)"),
      Option("import", .text("MODULE"), "import this module in the accessors; may repeat"),
      Option(
        "access", .choice(["public", "package", "internal"]),
        "set the access level of accessors (default: public)"),
      Option(
        "nest", .text("SEPARATOR"),
        "split keys at SEPARATOR into nested Swift types or JSON objects"),
      Option("swiftui", "also generate accessors as SwiftUI views"),
      Option(
        "kotlin-package", .text("NAME"), "set the Kotlin package of accessors (default: none)"),
      Option("android-namespace", .text("NAME"), "use the class R of this package"),
      Option(
        "kotlin-resources", .choice(KotlinAccessors.Options.Resources.allCases.map(\.rawValue)),
        "look up Kotlin texts in these resources (default: android)"),
      Option(
        "resources-package", .text("NAME"), "use the resource class of Compose in this package"),
      Option(
        "resources-class", .text("NAME"), "use the resource class of this name (default: Res)"),
      Option(
        "json-style", .choice(JSONStyleName.allCases.map(\.rawValue)),
        "lay out keys and plurals in JSON (default: flat)"),
      Option(
        "layout", .choice(TableLayout.allCases.map(\.rawValue)),
        "write tables with all languages, or with one and its original (default: catalogue)"),
      Option(
        "properties-encoding", .choice(PropertiesEncoding.allCases.map(\.rawValue)),
        "write .properties in this encoding (default: ascii)"),
      Option(
        "xliff-version", .choice(XLIFFVersion.allCases.map(\.rawValue)),
        "write this version of XLIFF (default: 1.2)"),
      CommandTable.Shared.prefix,
      Option(
        "default-language", .text("de"),
        "use this language where no other matches (default: the master)"),
      Option(
        "fallback", .choice(Selection.Fallback.allCases.map(\.rawValue)),
        "fill missing and empty values (default: none)"),
      CommandTable.Shared.keepGoing,
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.severity,
      CommandTable.Shared.failOn,
      CommandTable.Shared.maxFindings,
      CommandTable.Shared.maximumValueSize,
    ]
  ) { invocation in
    guard !invocation.arguments.isEmpty else {
      throw Invocation.usageError(
        "no catalogue is specified",
        hint: "run trema convert Texts.trm --output Resources --format strings,swift")
    }
    guard let folder = invocation.value("output") else {
      throw Invocation.usageError("--output is missing", hint: "specify the folder for the outputs")
    }
    guard let formats = invocation.list("format"), !formats.isEmpty else {
      throw Invocation.usageError(
        "--format is missing",
        hint: "specify one or more of \(OutputFormat.names.joined(separator: ", "))")
    }
    // The older tool determines which formats and options are permitted.
    let compatibility = try Compatibility.option(of: invocation, formats: formats)
    // Standard output accepts only one file, but the number of files is known only after the
    // conversion.
    let isFilter = folder == "-"
    var conversion = Conversion()
    conversion.catalogs = [Conversion.CatalogInput(paths: invocation.arguments)]
    for format in OutputFormat.all.filter({ formats.contains($0.name) }) {
      conversion.outputs.append(
        try output(format, invocation, compatibility, directory: isFilter ? "" : folder))
    }
    conversion.reserve(prefixes: conversion.outputs.compactMap(\.slice.prefix))
    try conversion.apply(invocation)
    if let compatibility { conversion.applyCompatibility(compatibility) }
    conversion.reportsAllLosses = true
    conversion.maxFindings = try invocation.maxFindings()
    let transaction = OutputTransaction(isFilter ? .collect : .write)
    let line = ProgressLine()
    conversion.progress = line.show
    defer { line.clear() }
    let report = try conversion.run(into: transaction)
    line.clear()
    DiagnosticPrinter.print(
      report.notes(isWritten: !report.hasErrors || conversion.continuesOnErrors),
      suppressed: report.suppressedCount)
    let status = ExitStatus.of(report.diagnostics, failOn: invocation.failOn)
    // Incomplete outputs are discarded.
    if report.hasErrors && !conversion.continuesOnErrors {
      transaction.abandon()
      return status
    }
    if isFilter {
      guard transaction.files.count == 1 else {
        let count = transaction.files.count
        throw Invocation.usageError(
          count == 0
            ? "there is no output for standard output"
            : "there are \(count) outputs, but standard output accepts only one",
          hint: "choose one format and one language of the catalogue: --languages de")
      }
      for file in transaction.files { try Console.print(file.bytes) }
    } else {
      try Console.printSummary(
        OutcomeText.text(try transaction.commit(), omitted: report.omittedLanguages))
    }
    return status
  }

  /// Returns the output for a format according to the options.
  ///
  /// The options have the same meaning as the fields of an output in `trema.json`, and are
  /// validated in the same way.
  ///
  /// - Throws: A diagnostic of the kind `.usageError` if an option is invalid.
  private static func output(
    _ format: OutputFormat, _ invocation: Invocation, _ compatibility: Compatibility?,
    directory: String
  ) throws(Diagnostic) -> ConversionOutput {
    var output = ProjectFile.Output(format: format, directory: Located(directory))
    output.table = invocation.value("table").map { Located($0) }
    output.type = invocation.value("type").map { Located($0) }
    output.bundle = invocation.value("bundle")
    output.imports = invocation.all("import")
    output.access = invocation.choice("access")
    output.nest = invocation.value("nest")
    output.includesSwiftUI = invocation.isSet("swiftui")
    output.package = invocation.value("kotlin-package").map { Located($0) }
    output.androidNamespace = invocation.value("android-namespace").map { Located($0) }
    output.resources = invocation.choice("kotlin-resources")
    output.resourcesPackage = invocation.value("resources-package").map { Located($0) }
    output.resourcesClass = invocation.value("resources-class").map { Located($0) }
    output.style = invocation.choice("json-style")
    output.layout = invocation.choice("layout")
    output.encoding = invocation.choice("properties-encoding")
    output.version = invocation.choice("xliff-version")
    output.prefix = invocation.value("prefix").map { Located($0) }
    output.defaultLanguage = invocation.value("default-language").map { Located($0) }
    output.fallback = invocation.choice("fallback")
    output.statuses = invocation.list("status")
    let (result, problems) = output.conversionOutput(in: directory, compatibility: compatibility)
    if let result { return result }
    let problem = problems.first
    throw Invocation.usageError(
      problem.map { "--\(option(for: $0.field)): \($0.message)" } ?? "", hint: problem?.hint)
  }

  /// Returns the name of the option for a field in `trema.json`.
  private static func option(for field: String) -> String {
    switch field {
    case "package": "kotlin-package"
    case "androidNamespace": "android-namespace"
    case "resourcesPackage": "resources-package"
    case "resourcesClass": "resources-class"
    case "defaultLanguage": "default-language"
    default: field
    }
  }
}

/// The result of writing outputs as text.
enum OutcomeText {
  /// Returns the list of outputs and their number.
  ///
  /// - Parameters:
  ///   - outcome: The outputs of the transaction.
  ///   - removed: The outputs of a previous build that were removed.
  ///   - omitted: The omitted languages, with the number of their texts.
  ///   - isDryRun: Whether the outputs were only compared.
  ///   - project: The project to name, or `nil` if it is the only one.
  static func text(
    _ outcome: OutputTransaction.Outcome, removed: [String] = [],
    omitted: [(tag: LanguageTag, texts: Int)] = [], isDryRun: Bool = false, project: String? = nil
  ) -> String {
    var text = ""
    for path in outcome.changed { text += "\(isDryRun ? "out of date:" : "wrote") \(path)\n" }
    if Console.verbosity.value == .verbose {
      for path in outcome.unchanged { text += "unchanged \(path)\n" }
    }
    for path in removed { text += "\(isDryRun ? "no longer an output:" : "removed") \(path)\n" }
    if !omitted.isEmpty {
      let list = omitted.map { "\($0.tag) (\(counted($0.texts, "text")))" }.joined(separator: ", ")
      text += "skipped \(counted(omitted.count, "language")): \(list)\n"
    }
    let count = outcome.changed.count + outcome.unchanged.count
    return text
      + self.text(
        of: count, written: outcome.changed.count, isDryRun: isDryRun, project: project)
  }

  /// Returns the line with the number of outputs.
  static func text(
    of outputs: Int, written: Int, isDryRun: Bool = false, project: String? = nil
  ) -> String {
    let prefix = project.map { "\(TerminalText.escaped($0)): " } ?? ""
    let change = isDryRun ? "out of date" : "written"
    return "\(prefix)\(counted(outputs, "output")), \(written) \(change)\n"
  }
}
