import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// An output in a format with one file per language.
final class ResourceOutput {
  /// The requested output.
  let plan: ConversionOutput
  /// The format.
  let format: ResourceFormat
  /// The name of the catalog.
  private let source: String
  /// The master language.
  private let master: LanguageTag
  /// The languages to write, or `nil` for the texts' languages.
  let requestedLanguages: [LanguageTag]?
  /// The transaction that receives the files.
  private let transaction: OutputTransaction
  /// The features of texts that the format supports.
  let supportedFeatures: Features
  /// The values to write.
  private let selection: Selection
  /// The texts to write, or `nil` for all texts.
  private let scope: TextScope?
  /// Whether missing values are filled with the master value.
  private let fillsMissingValues: Bool
  /// Whether the output of an older tool is reproduced.
  private let isCompatible: Bool
  /// The languages by spelling.
  var table = LanguageTable()
  /// The files, by their language's index in ``batch``, which avoids looking up the spelling.
  private var batchTargets: [LanguageOutput?] = []
  /// The batch of the last value.
  private var batch: TextBatch?
  /// The files, by their language's canonical index in ``table``.
  var targets: [LanguageOutput?] = []
  /// The file differences reported so far so that each is reported only once.
  private var reportedDifferences: Set<String> = []
  /// The features of texts that the format does not support, with the affected texts.
  var losses = UnsupportedFeatures()
  /// The problems that prevented texts from being written.
  private var problems: [Diagnostic] = []
  /// The number of texts so far.
  private var count = 0

  /// The name of the format.
  var formatName: String { format.name }
  /// Opens the files for the requested languages.
  ///
  /// - Parameters:
  ///   - plan: The requested output.
  ///   - format: The format to write.
  ///   - source: The name of the catalog.
  ///   - master: The master language.
  ///   - wanted: The languages to write, or `nil` for the texts' languages.
  ///   - transaction: The transaction that receives the files.
  init(
    _ plan: ConversionOutput, format: ResourceFormat, source: String, master: LanguageTag,
    wanted: [LanguageTag]?, transaction: OutputTransaction
  ) throws(Diagnostic) {
    self.plan = plan
    self.format = format
    self.source = source
    self.master = master
    self.requestedLanguages = wanted
    self.transaction = transaction
    supportedFeatures = format.supportedFeatures(plan.jsonStyle)
    selection = plan.selection
    scope = plan.selection.scope
    fillsMissingValues = plan.selection.fallback == .master
    isCompatible = plan.compatibility != nil
    // The name of an older tool's file contains the catalog's spelling for the language, which is
    // not yet known.
    if plan.compatibility == nil {
      for tag in wanted ?? [] { try add(tag, spelling: tag.description) }
    }
  }

  /// Opens the files of a language.
  ///
  /// - Parameters:
  ///   - tag: The language.
  ///   - spelling: The language as spelled in the catalog.
  /// - Throws: A diagnostic if another output has the same path.
  func add(_ tag: LanguageTag, spelling: String) throws(Diagnostic) {
    var file = FileDescription(
      source: source, table: plan.table, language: tag,
      defaultLanguage: plan.selection.defaultLanguage ?? master, folderName: plan.folderNames[tag])
    file.spelling = spelling
    file.isChosenDefault = tag == plan.selection.defaultLanguage
    file.masterLanguage = master
    file.hasPluralFile = plan.hasPluralFile
    file.jsonStyle = plan.jsonStyle
    file.xliffVersion = plan.xliffVersion
    file.propertiesEncoding = plan.propertiesEncoding
    file.usesARBEscaping = format == .arb && FlutterSettings.useEscaping(near: plan.directory)
    file.isForTranslators = plan.isForTranslators
    let (paths, writer) = try plan.writing(format, file)
    var files: [OutputFile] = []
    for path in plan.fileName.map({ [$0] }) ?? paths {
      files.append(try plan.open(path, transaction))
    }
    let number = table.language(of: spelling).canonicalNumber
    while targets.count <= number { targets.append(nil) }
    targets[number] = LanguageOutput(file, writer, files)
  }

  /// Returns the file of a language by its canonical index, or `nil` if there is none.
  func target(_ number: Int) -> LanguageOutput? {
    number < targets.count ? targets[number] : nil
  }

  /// Appends a text to the files of its languages.
  ///
  /// - Returns: The differences from the output of an older tool.
  func append(_ text: TextView, outline: TextOutline) throws(Diagnostic) -> [Diagnostic] {
    if let scope, !scope.includes(text, outline) { return [] }
    var differences = isCompatible ? try openFiles(of: text) : []
    var masterIndex: Int?
    count += 1
    if let scope {
      for case let target? in targets where !scope.includes(text, in: target.tag) {
        target.lastTextNumber = count
      }
    }
    var entry = Entry(text, at: 0, outline)
    for index in 0..<text.valueCount {
      entry.move(to: index)
      let value = entry.value
      guard selection.includes(value.status) else { continue }
      if fillsMissingValues {
        if value.hasEmptyMessage { continue }
        if table.language(of: value.language).tag == master { masterIndex = index }
      }
      guard let target = try target(of: value) else { continue }
      if scope != nil, target.lastTextNumber == count { continue }
      try append(entry, to: target)
      if isCompatible { differences += target.takeDifferences(of: text, value) }
    }
    guard fillsMissingValues || format.reportsMissing else { return differences }
    for case let target? in targets where target.lastTextNumber != count {
      if fillsMissingValues, let masterIndex {
        entry.move(to: masterIndex)
        try append(entry, to: target)
        target.filledCount += 1
      } else if format.reportsMissing {
        try target.appendMissing(text.key, outline)
        noteReport(of: target, text)
      }
    }
    return differences
  }

  /// Returns the file of a value's language. The file is opened for its first value.
  ///
  /// - Returns: `nil` for a language that is not written.
  private func target(of value: ValueView) throws(Diagnostic) -> LanguageOutput? {
    if batch !== value.batch { (batch, batchTargets) = (value.batch, []) }
    let number = value.languageNumber
    if number < batchTargets.count, let target = batchTargets[number] { return target }
    let language = table.language(of: value.language)
    guard let tag = language.tag else { return nil }
    if target(language.canonicalNumber) == nil {
      // If languages are declared, other languages aren't written.
      guard requestedLanguages == nil else { return nil }
      try add(tag, spelling: tag.description)
    }
    while batchTargets.count <= number { batchTargets.append(nil) }
    batchTargets[number] = target(language.canonicalNumber)
    return batchTargets[number]
  }

  /// Whether the format's files list texts without a value in their language.
  var reportsMissing: Bool { format.reportsMissing }

  /// Appends a value to a file.
  private func append(_ entry: Entry, to target: LanguageOutput) throws(Diagnostic) {
    target.lastTextNumber = count
    try target.append(entry)
    noteReport(of: target, entry.text)
  }

  /// Records the losses and problems in the last text that a writer wrote.
  private func noteReport(of target: LanguageOutput, _ text: TextView) {
    if let report = target.takeReport() {
      note(report, text.key, text.location(text.keyPosition))
    }
  }

  /// Records losses and problems.
  ///
  /// - Parameters:
  ///   - report: The losses and problems of the text.
  ///   - key: The key of the text.
  ///   - location: The location of the key, for problems without their own location.
  func note(_ report: LanguageOutput.Report, _ key: String, _ location: SourceLocation) {
    for feature in report.losses {
      // Features that Apple's plural file can't express are written to the text file next to it.
      if plan.hasTextFile, feature == .plural || feature == .select { continue }
      losses.note(feature, key: key, at: location)
    }
    for var problem in report.problems {
      problem.location = problem.location ?? location
      problems.append(problem)
    }
  }

  /// Returns and clears the problems that prevented texts or whole files from being written.
  func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  /// Records the features of a text that the format does not support.
  func noteLosses(_ features: Features, of text: TextView, _ outline: TextOutline) {
    if features.isSubset(of: supportedFeatures) { return }
    if let scope, !scope.includes(text, outline) { return }
    // The output of an older tool is reproduced, so its losses are not reported.
    if plan.compatibility != nil { return }
    for feature in features.subtracting(supportedFeatures).all {
      losses.note(feature, key: text.key, at: text.location(text.keyPosition))
    }
  }

  /// Opens the files of a text's languages for an older tool, which uses the catalog's spelling in
  /// file names.
  ///
  /// - Returns: The differences between the file names and the names that the older tool used.
  private func openFiles(of text: TextView) throws(Diagnostic) -> [Diagnostic] {
    guard let compatibility = plan.compatibility else { return [] }
    var differences: [Diagnostic] = []
    for index in 0..<text.valueCount {
      let value = text[index]
      // `trema-core` wrote a file even if none of its values was selected.
      guard compatibility == .tremaCore || selection.includes(value.status) else { continue }
      let language = table.language(of: value.language)
      guard let tag = language.tag, requestedLanguages?.contains(tag) ?? true else { continue }
      let isNew = target(language.canonicalNumber) == nil
      if isNew { try add(tag, spelling: value.language) }
      guard let file = target(language.canonicalNumber)?.description else { continue }
      var difference = isNew ? compatibility.pathDifference(format, file) : nil
      if file.spelling != value.language {
        difference =
          "\(compatibility.rawValue) wrote the \(format.name) of '\(value.language)' to a "
          + "separate file instead of '\(file.spelling)'"
      }
      guard let difference, reportedDifferences.insert(difference).inserted else { continue }
      differences.append(
        .difference(difference, at: text.location(value.languagePosition, of: value), difference))
    }
    return differences
  }

  /// Ends the files, and discards files in languages that the app does not have.
  ///
  /// - Parameter languages: The languages of the app.
  /// - Returns: The number of texts that were filled with the master value, by language.
  func finish(languages: [LanguageTag]) throws(Diagnostic) -> [LanguageTag: Int] {
    if plan.compatibility == .tremaCore {
      // Unlike `trema.rb`, `trema-core` wrote a file for languages without values.
      for tag in requestedLanguages ?? []
      where target(table.language(of: tag.description).canonicalNumber) == nil {
        try add(tag, spelling: tag.description)
      }
    }
    var filled: [LanguageTag: Int] = [:]
    // A set is used because there may be a thousand languages.
    let languages = Set(languages)
    var unusedFiles: [OutputFile] = []
    for case let target? in targets {
      if requestedLanguages == nil, plan.compatibility == nil, !languages.contains(target.tag) {
        unusedFiles += target.files
        continue
      }
      target.finish()
      problems += target.takeProblems()
      if target.filledCount > 0 { filled[target.tag] = target.filledCount }
    }
    transaction.discard(unusedFiles)
    return filled
  }
}
