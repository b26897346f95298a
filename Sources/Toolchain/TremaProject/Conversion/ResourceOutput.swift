import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// Writes the files of one format, one a language.
final class ResourceOutput {
  let plan: ConversionOutput
  let format: ResourceFormat
  private let source: String
  private let master: LanguageTag
  /// The languages to write; nil for all that turn up.
  let wanted: [LanguageTag]?
  private let transaction: OutputTransaction
  /// The features that the format has a place for.
  let carried: Features
  private let selection: Selection
  private let scope: TextScope?
  private let fills: Bool
  private let isCompatible: Bool
  var table = LanguageTable()
  /// The files of the languages of a batch, by their numbers in it.
  private var batchTargets: [LanguageTarget?] = []
  private var batch: TextBatch?
  /// The targets by canonical number in `table`.
  var targets: [LanguageTarget?] = []
  /// Differences that are about a file, each said once.
  private var noted: Set<String> = []
  var losses = UnsupportedFeatures()
  private var problems: [Diagnostic] = []
  /// How many texts there were so far.
  private var count = 0

  var formatName: String { format.name }
  init(
    _ plan: ConversionOutput, format: ResourceFormat, source: String, master: LanguageTag,
    wanted: [LanguageTag]?, transaction: OutputTransaction
  ) throws(Diagnostic) {
    self.plan = plan
    self.format = format
    self.source = source
    self.master = master
    self.wanted = wanted
    self.transaction = transaction
    carried = format.supportedFeatures(plan.jsonStyle)
    selection = plan.selection
    scope = plan.selection.scope
    fills = plan.selection.fallback == .master
    isCompatible = plan.compatibility != nil
    // Older tools name a file as the catalogue spells the language, which is not known yet.
    if plan.compatibility == nil {
      for tag in wanted ?? [] { try add(tag, spelling: tag.description) }
    }
  }

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
    let number = table.language(of: spelling).canonical
    while targets.count <= number { targets.append(nil) }
    targets[number] = LanguageTarget(file, writer, files)
  }

  func target(_ number: Int) -> LanguageTarget? {
    number < targets.count ? targets[number] : nil
  }

  /// - Returns: what is written otherwise than an older tool wrote it.
  func append(_ text: TextView, outline: TextOutline) throws(Diagnostic) -> [Diagnostic] {
    if let scope, !scope.includes(text, outline) { return [] }
    var differences = isCompatible ? try openFiles(of: text) : []
    var masterIndex: Int?
    count += 1
    if let scope {
      for case let target? in targets where !scope.includes(text, in: target.tag) {
        target.lastText = count
      }
    }
    var entry = Entry(text, at: 0, outline)
    for index in 0..<text.valueCount {
      entry.move(to: index)
      let value = entry.value
      guard selection.includes(value.status) else { continue }
      if fills {
        if value.hasEmptyMessage { continue }
        if table.language(of: value.language).tag == master { masterIndex = index }
      }
      guard let target = try target(of: value) else { continue }
      if scope != nil, target.lastText == count { continue }
      try append(entry, to: target)
      if isCompatible { differences += target.takeDifferences(of: text, value) }
    }
    guard fills || format.reportsMissing else { return differences }
    for case let target? in targets where target.lastText != count {
      if fills, let masterIndex {
        entry.move(to: masterIndex)
        try append(entry, to: target)
        target.filled += 1
      } else if format.reportsMissing {
        try target.pass(text.key, outline)
        noteReport(of: target, text)
      }
    }
    return differences
  }

  /// The file of a value's language, which is opened for the first of its values.
  ///
  /// - Returns: `nil` for a language that is not written.
  private func target(of value: ValueView) throws(Diagnostic) -> LanguageTarget? {
    if batch !== value.batch { (batch, batchTargets) = (value.batch, []) }
    let number = value.languageNumber
    if number < batchTargets.count, let target = batchTargets[number] { return target }
    let language = table.language(of: value.language)
    guard let tag = language.tag else { return nil }
    if target(language.canonical) == nil {
      // With a list of languages the others are strays.
      guard wanted == nil else { return nil }
      try add(tag, spelling: tag.description)
    }
    while batchTargets.count <= number { batchTargets.append(nil) }
    batchTargets[number] = target(language.canonical)
    return batchTargets[number]
  }

  /// Whether files are told of texts that have no value for them.
  var reportsMissing: Bool { format.reportsMissing }

  private func append(_ entry: Entry, to target: LanguageTarget) throws(Diagnostic) {
    target.lastText = count
    try target.append(entry)
    noteReport(of: target, entry.text)
  }

  /// Notes what a writer could not do with the text it was given last.
  private func noteReport(of target: LanguageTarget, _ text: TextView) {
    if let report = target.takeReport() {
      note(report, text.key, text.location(text.keyPosition))
    }
  }

  func note(_ report: LanguageTarget.Report, _ key: String, _ location: SourceLocation) {
    for feature in report.losses {
      // What plurals of Apple cannot say is in the file of texts beside them.
      if plan.hasTextFile, feature == .plural || feature == .select { continue }
      losses.note(feature, key: key, at: location)
    }
    for var problem in report.problems {
      problem.location = problem.location ?? location
      problems.append(problem)
    }
  }

  /// Returns the problems that kept texts or whole files from being written.
  func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  /// Notes the features of a text that the format never represents.
  func noteLosses(_ features: Features, of text: TextView, _ outline: TextOutline) {
    if features.isSubset(of: carried) { return }
    if let scope, !scope.includes(text, outline) { return }
    // An older tool said what it said.
    if plan.compatibility != nil { return }
    for feature in features.subtracting(carried).all {
      losses.note(feature, key: text.key, at: text.location(text.keyPosition))
    }
  }

  /// For an older tool: makes the files of the languages of a text, named as it spells them.
  private func openFiles(of text: TextView) throws(Diagnostic) -> [Diagnostic] {
    guard let compatibility = plan.compatibility else { return [] }
    var differences: [Diagnostic] = []
    for number in 0..<text.valueCount {
      let value = text[number]
      // trema-core wrote a file even when none of its values was to be exported.
      guard compatibility == .tremaCore || selection.includes(value.status) else { continue }
      let language = table.language(of: value.language)
      guard let tag = language.tag, wanted?.contains(tag) ?? true else { continue }
      let isNew = target(language.canonical) == nil
      if isNew { try add(tag, spelling: value.language) }
      guard let file = target(language.canonical)?.description else { continue }
      var difference = isNew ? compatibility.pathDifference(format, file) : nil
      if file.spelling != value.language {
        difference =
          "\(compatibility.rawValue) wrote the \(format.name) of '\(value.language)' to a file of its "
          + "own, apart from '\(file.spelling)'"
      }
      guard let difference, noted.insert(difference).inserted else { continue }
      differences.append(
        .difference(difference, at: text.location(value.languagePosition, of: value), difference))
    }
    return differences
  }

  /// Ends the files; those of languages that are not spoken are given up.
  ///
  /// - Returns: how many texts were filled from the master, by language.
  func finish(spoken: [LanguageTag]) throws(Diagnostic) -> [LanguageTag: Int] {
    if plan.compatibility == .tremaCore {
      // Unlike trema.rb, trema-core wrote a file for a language that has no value.
      for tag in wanted ?? [] where target(table.language(of: tag.description).canonical) == nil {
        try add(tag, spelling: tag.description)
      }
    }
    var filled: [LanguageTag: Int] = [:]
    // There may be a thousand languages of either kind.
    let spoken = Set(spoken)
    var strays: [OutputFile] = []
    for case let target? in targets {
      if wanted == nil, plan.compatibility == nil, !spoken.contains(target.tag) {
        strays += target.files
        continue
      }
      target.finish()
      problems += target.takeProblems()
      if target.filled > 0 { filled[target.tag] = target.filled }
    }
    transaction.discard(strays)
    return filled
  }
}
