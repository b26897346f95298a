import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// One or more files that make one catalogue: later files override earlier ones by key and
/// language, and the first keeps its order. The first file streams; the others, usually small, are
/// held in memory.
struct LayeredCatalogue {
  private let files: [InputFile]
  private let options: TremaDecoder.Options
  private var decoder: TremaDecoder
  private var overlay: [ExactKey: Text] = [:]
  /// The last text that is not in the first file as it is.
  private let merged: TextBatch
  /// The keys of the overlay in their order, as long as they have not come up.
  private var remaining: [ExactKey] = []
  private var remainingIndex = 0
  private var diagnostics: [Diagnostic] = []
  /// Whether the first file has been read to its end.
  private var hasEnded = false
  /// Whether a text overrides one of the same key in the same file as well. All files are held in
  /// memory then.
  private let overridesDuplicates: Bool

  init(
    _ files: [InputFile], options: TremaDecoder.Options, overridesDuplicates: Bool = false
  ) throws(Diagnostic) {
    guard let first = files.first else {
      throw Diagnostic(.error, "no-catalogue", "no catalogue is named", kind: .usage)
    }
    self.files = files
    self.options = options
    self.overridesDuplicates = overridesDuplicates
    decoder = TremaDecoder(file: first.path, options: options, source: first.source())
    merged = TextBatch(file: first.path, backslash: options.backslash)
  }

  var progress: ReadingProgress { files.map(\.progress).reduce(ReadingProgress(), +) }

  mutating func header() throws(Diagnostic) -> CatalogHeader {
    let header = try decoder.header()
    hasEnded = overridesDuplicates
    if !overridesDuplicates {
      diagnostics += Checker.mergeConflicts(in: header.prolog, file: header.file)
    }
    for file in files.dropFirst(overridesDuplicates ? 0 : 1) { try read(file, over: header) }
    return header
  }

  /// The next text, or `nil` after the last one; valid until the next call.
  mutating func next() throws(Diagnostic) -> TextView? {
    if !hasEnded {
      if let text = try decoder.nextView() {
        guard !overlay.isEmpty, let over = overlay.removeValue(forKey: ExactKey(text.key)) else {
          return text
        }
        return view(of: Self.merge(Text(text), over))
      }
      end()
    }
    return nextOfOverlay().map { view(of: $0) }
  }

  private mutating func view(of text: Text) -> TextView {
    merged.removeAll()
    merged.append(text)
    return merged[0]
  }

  private mutating func end() {
    hasEnded = true
    noteConflicts(behind: decoder.footer, in: files[0].path)
  }

  private mutating func nextOfOverlay() -> Text? {
    while remainingIndex < remaining.count {
      remainingIndex += 1
      if let text = overlay.removeValue(forKey: remaining[remainingIndex - 1]) { return text }
    }
    return nil
  }

  mutating func takeDiagnostics() -> [Diagnostic] {
    let read = decoder.takeDiagnostics()
    if diagnostics.isEmpty { return read }
    defer { diagnostics = [] }
    return diagnostics + read
  }

  /// Returns summaries of the findings that were only counted, once everything is read.
  mutating func takeOmittedSummary() -> [Diagnostic] { decoder.takeOmittedSummary() }

  private mutating func read(_ file: InputFile, over base: CatalogHeader) throws(Diagnostic) {
    var decoder = TremaDecoder(file: file.path, options: options, source: file.source())
    let header = try decoder.header()
    if let conflict = Self.masterConflict(header, base) { diagnostics.append(conflict) }
    diagnostics += Checker.mergeConflicts(in: header.prolog, file: file.path)
    var seen: [ExactKey: SourceLocation] = [:]
    while var text = try decoder.next() {
      if overridesDuplicates { diagnostics += text.keepLastValues() }
      let key = ExactKey(text.key)
      if let first = seen[key] {
        var duplicate = Checker.duplicateKey(text, first: first)
        if overridesDuplicates {
          duplicate.hint = "the last one counts; rename one of the two, or merge their values"
          overlay[key] = overlay[key].map { Self.merge($0, text) }
        }
        diagnostics.append(duplicate)
        continue
      }
      seen[key] = text.location(text.position)
      if let earlier = overlay[key] {
        overlay[key] = Self.merge(earlier, text)
      } else {
        overlay[key] = text
        remaining.append(key)
      }
    }
    diagnostics += decoder.takeDiagnostics() + decoder.takeOmittedSummary()
    noteConflicts(behind: decoder.footer, in: file.path)
  }

  private mutating func noteConflicts(behind footer: CatalogFooter, in file: String) {
    diagnostics += Checker.mergeConflicts(in: footer.beforeEnd, file: file)
    diagnostics += Checker.mergeConflicts(in: footer.epilog, file: file)
  }

  /// All files of one call translate from one language.
  static func masterConflict(_ header: CatalogHeader, _ base: CatalogHeader) -> Diagnostic? {
    let (own, first) = (header.masterLanguage, base.masterLanguage)
    let tag = LanguageTag(own)
    guard own != first, tag == nil || tag != LanguageTag(first) else { return nil }
    var diagnostic = Diagnostic(
      .error, "master-conflict",
      "the master language is '\(own)', but '\(first)' in '\(base.file)'",
      at: SourceLocation(file: header.file, start: header.masterPosition),
      hint: "catalogues that are used together have one master language")
    diagnostic.related = [
      Diagnostic.Related(
        "'\(first)' is here", at: SourceLocation(file: base.file, start: base.masterPosition))
    ]
    return diagnostic
  }

  /// The values of `over` take the places of those in the same language; others follow.
  private static func merge(_ base: Text, _ over: Text) -> Text {
    var result = base
    result.values.removeAll()
    func language(_ value: Value) -> String {
      LanguageTag(value.language)?.description ?? value.language
    }
    // Two values for one language stay two: a check reports them.
    var new: [String: [Value]] = [:]
    let languages = over.values.map(language)
    for (own, value) in zip(languages, over.values) {
      var value = value
      value.file = value.file ?? over.file
      new[own, default: []].append(value)
    }
    let replaced = Set(languages)
    for value in base.values {
      let own = language(value)
      if let values = new.removeValue(forKey: own) {
        result.values += values
      } else if !replaced.contains(own) {
        result.values.append(value)
      }
    }
    for own in languages { result.values += new.removeValue(forKey: own) ?? [] }
    if base.context?.text.isEmpty ?? true, var context = over.context {
      context.file = context.file ?? over.file
      result.context = context
    }
    return result
  }
}

extension Conversion {
  /// How the files of a catalogue are read.
  func decoding(of catalogue: Catalogue) -> TremaDecoder.Options {
    var options = TremaDecoder.Options(
      backslash: catalogue.backslash, maximumValueSize: maximumValueSize)
    options.maxFindings = maxFindings
    return options
  }

  /// - Throws: when one of its files cannot be opened.
  func stream(of catalogue: Catalogue) throws(Diagnostic) -> LayeredCatalogue {
    var options = decoding(of: catalogue)
    // No output has them.
    options.keepsElements = false
    return try LayeredCatalogue(
      catalogue.open(), options: options, overridesDuplicates: catalogue.overridesDuplicates)
  }
}

extension Text {
  /// Removes all values of a language but the last one.
  ///
  /// - Returns: a finding for each value that is removed.
  fileprivate mutating func keepLastValues() -> [Diagnostic] {
    var last: [String: Int] = [:]
    var removed: [Int] = []
    for (index, value) in values.enumerated() {
      let language = LanguageTag(value.language)?.description ?? value.language
      if let earlier = last.updateValue(index, forKey: language) { removed.append(earlier) }
    }
    if removed.isEmpty { return [] }
    let findings = removed.map { index in
      Checker.duplicateLanguage(values[index], in: self)
    }
    for index in removed.sorted(by: >) { values.remove(at: index) }
    return findings
  }
}
