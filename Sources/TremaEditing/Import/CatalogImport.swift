import TremaCatalog
import TremaDiagnostics
import TremaFormats
import TremaMessages

/// Brings what files of other formats say into a catalogue.
///
/// Every value is a change of one of the kinds of ``ImportChange``, or none. What does not conflict
/// is made; of the rest only what somebody accepts. What the files do not mention stays as it is.
public struct CatalogImport {
  public private(set) var catalogue: Catalog
  /// Conflicts and what was refused, in the order of the imports.
  public private(set) var diagnostics: [Diagnostic] = []
  public internal(set) var counts = Counts()
  /// The changes that were made, when ``lists`` asks for them.
  public private(set) var applied: [Applied] = []
  public var lists = false
  /// Conflicts that are applied all the same.
  public var accepted: Set<ImportChange.Group> = []
  /// Is asked what to do with each of the others; nil to keep what the catalogue has.
  public var choose: ((ImportChange, Diagnostic) -> Choice)?
  /// Somebody chose to quit: the catalogue is not to be written.
  public private(set) var isAbandoned = false

  let backslash: BackslashRule
  /// The catalogue was there before.
  private let isExisting: Bool
  /// How many texts the catalogue had.
  private let known: Int
  private var places: [ExactKey: Int] = [:]
  /// How the catalogue spells its languages: it may have `de_CH`.
  private var spellings: [LanguageTag: String] = [:]
  /// Those found for the languages of readings.
  private var knownSpellings: [String: String] = [:]

  /// - Parameters:
  ///   - isExisting: the catalogue was there before, so that a translation that it does not know is
  ///     odd.
  ///   - backslash: how the catalogue reads backslashes.
  public init(
    into catalogue: Catalog, isExisting: Bool = true, backslash: BackslashRule = .escape
  ) {
    self.catalogue = catalogue
    self.isExisting = isExisting
    self.backslash = backslash
    known = catalogue.texts.count
    for (index, text) in catalogue.texts.enumerated() where places[ExactKey(text.key)] == nil {
      places[ExactKey(text.key)] = index
    }
    let languages = catalogue.texts.flatMap { $0.values.map(\.language) }
    for language in [catalogue.header.masterLanguage] + languages
    where knownSpellings[language] == nil {
      knownSpellings[language] = language
      guard let tag = LanguageTag(language) else { continue }
      let first = spellings[tag] ?? language
      (spellings[tag], knownSpellings[language]) = (first, first)
    }
  }

  /// Adds the texts of one file.
  ///
  /// - Parameter isForTranslators: the file is of a format that translators give back.
  /// - Returns: an error for each text that a catalogue cannot hold; it is left out.
  public mutating func add(
    _ reading: FormatReading, isForTranslators: Bool = false
  ) -> [Diagnostic] {
    let source = ImportedFile(
      reading, isReturned: isForTranslators && isExisting,
      master: catalogue.header.masterLanguage)
    var errors: [Diagnostic] = []
    for text in reading.texts {
      if isAbandoned { break }
      let unwritable = text.unwritable
      errors += unwritable
      if unwritable.isEmpty { add(text, source) }
    }
    return errors
  }

  /// Puts the master's value first in the texts that are new, as people write them.
  public mutating func finish() {
    for index in catalogue.texts.indices.dropFirst(known) {
      var text = catalogue.texts[index]
      guard let master = text.index(ofLanguage: catalogue.header.masterLanguage), master > 0 else {
        continue
      }
      text.values.insert(text.values.remove(at: master), at: 0)
      catalogue.texts[index] = text
    }
  }

  private mutating func spelling(of language: String) -> String {
    if let known = knownSpellings[language] { return known }
    let spelling = LanguageTag(language).flatMap { spellings[$0] } ?? language
    knownSpellings[language] = spelling
    return spelling
  }

  // MARK: Texts

  private mutating func add(_ text: Text, _ source: ImportedFile) {
    var text = text
    for index in text.values.indices {
      let spelling = spelling(of: text.values[index].language)
      if text.values[index].language != spelling { text.values[index].language = spelling }
    }
    guard let index = places[ExactKey(text.key)] else { return addKey(text, source) }
    var old = catalogue.texts[index]
    // The context is for translators to read.
    if !source.isReturned { old.adoptContext(of: text) }
    var added: [Value] = []
    // The master first: translations are held against what it is then.
    for position in text.order(master: text.index(ofLanguage: source.master)) {
      let value = text.values[position]
      if let own = old.index(ofLanguage: value.language) {
        let change = ValueChange(
          value, of: text, to: old.values[own], of: old, source, in: catalogue.header)
        if let changed = resolve(change) { old.values[own] = named(changed, in: old) }
      } else if let value = resolveAddition(of: value, in: text, to: old, source) {
        if source.isReturned, source.isMaster(value) {
          // Where the translations of the file find it.
          old = named(old, adding: [value], of: text.file)
        } else {
          added.append(value)
        }
      }
    }
    catalogue.texts[index] = named(old, adding: added, of: text.file)
  }

  private mutating func addKey(_ text: Text, _ source: ImportedFile) {
    var text = text
    if source.isReturned {
      let status = settle(
        .keyAddition, .conflict(.translated), .addition(of: text, source), text.key)
      if status == nil { return }
      let master = text.index(ofLanguage: source.master).map { text.values[$0] }
      var values: [Value] = []
      // What is still to be translated comes back empty.
      for value in text.values where !value.source.isEmpty {
        if refuses(value, of: text, master: master, .keyAddition, source) { continue }
        values.append(value.withKnownStatus)
      }
      text.values = values
    } else {
      tally(.keyAddition) { $0.applied += 1 }
      list(Applied(change: .keyAddition, key: text.key, new: ""))
    }
    places[ExactKey(text.key)] = catalogue.texts.count
    var new = text
    new.values = []
    // The schema asks for one.
    new.context = text.context ?? Context("")
    catalogue.texts.append(named(new, adding: text.values, of: text.file))
    counts.texts += 1
    counts.values += text.values.count
  }

  // MARK: Values

  /// - Returns: the value, when it is to be added.
  private mutating func resolveAddition(
    of value: Value, in text: Text, to old: Text, _ source: ImportedFile
  ) -> Value? {
    let isMaster = source.isMaster(value)
    let change = isMaster ? ImportChange.masterAddition : .languageAddition
    // What is still to be translated comes back empty.
    if source.isReturned, value.source.isEmpty { return nil }
    let master = old.index(ofLanguage: source.master).map { old.values[$0] }
    if source.isReturned, refuses(value, of: text, master: master, change, source) { return nil }
    let decision = source.isReturned ? ImportDecision.conflict(.translated) : .applied(.translated)
    guard
      settle(
        change, decision, .addition(of: value, in: text, source), text.key, value.language,
        new: value) != nil
    else { return nil }
    counts.values += 1
    return source.isReturned ? value.withKnownStatus : value
  }

  /// - Returns: what the value of the catalogue becomes; nil when it stays.
  private mutating func resolve(_ change: ValueChange) -> Value? {
    guard let kind = change.kind else {
      counts.known += 1
      return nil
    }
    let (own, value) = (change.own, change.value)
    if change.isTextual, change.source.isReturned {
      let master = change.old.index(ofLanguage: change.source.master)
        .map { change.old.values[$0] }
      if refuses(value, of: change.text, master: master, kind, change.source) { return nil }
    }
    let decision = change.decision
    guard
      let status = settle(
        kind, decision, .conflict(change, kind, decision), change.text.key, value.language,
        old: own, new: value)
    else { return nil }
    if change.isTextual, own.source.isEmpty { counts.values += 1 } else { counts.changed += 1 }
    var changed = own
    changed.status = status
    guard change.isTextual else { return changed }
    changed.setSource(value.source, backslash: backslash)
    changed.hasMarkup = value.hasMarkup
    changed.file = change.text.file
    changed.textPosition = value.textPosition
    return changed
  }

  /// Whether a value is one that no catalogue should have; it is left out then, whatever is accepted.
  private mutating func refuses(
    _ value: Value, of text: Text, master: Value?, _ change: ImportChange, _ source: ImportedFile
  ) -> Bool {
    guard !value.source.isEmpty else { return false }
    let diagnostic: Diagnostic
    if let reason = value.invalidity {
      diagnostic = .invalid(value, in: text, reason, source)
    } else if let master, !source.isMaster(value), !master.source.isEmpty,
      let words = ArgumentObjection.words(
        value, against: master,
        parameters: Annotations(text.context).parameters.mapValues(\.name))
    {
      diagnostic = .brokenArguments(value, in: text, words, master, source)
    } else {
      return false
    }
    diagnostics.append(diagnostic)
    counts.refused += 1
    tally(change) { $0.refused += 1 }
    return true
  }

  // MARK: Decisions

  /// - Returns: the status that the change leads to; nil when it is not made.
  private mutating func settle(
    _ change: ImportChange, _ decision: ImportDecision, _ conflict: @autoclosure () -> Diagnostic,
    _ key: String, _ language: String? = nil, old: Value? = nil, new: Value? = nil
  ) -> Status? {
    var taken: Status?
    var isKept = false
    switch decision {
    case .applied(let status): taken = status
    case .conflict(let status) where accepted.contains(change.group): taken = status
    case .conflict(let status):
      if let choose {
        isKept = true
        switch choose(change, conflict()) {
        case .take: taken = status
        case .keep: break
        case .quit: isAbandoned = true
        }
      }
    case .refused: break
    }
    guard let taken else {
      counts.conflicts += 1
      tally(change) { $0.conflicts += 1 }
      // What somebody was asked about is decided, and was told.
      if !isKept { diagnostics.append(conflict()) }
      return nil
    }
    tally(change) { $0.applied += 1 }
    list(
      Applied(
        change: change, key: key, language: language, old: old?.source, new: new?.source ?? "",
        oldStatus: old?.status.words, newStatus: taken.words))
    return taken
  }

  private mutating func tally(_ change: ImportChange, _ count: (inout Tally) -> Void) {
    count(&counts.changes[change, default: Tally()])
  }

  private mutating func list(_ change: @autoclosure () -> Applied) {
    if lists { applied.append(change()) }
  }

  // MARK: Names of arguments

  private func named(_ text: Text, adding values: [Value], of file: String) -> Text {
    if values.isEmpty { return text }
    var text = text
    for var value in values {
      if file != text.file { value.file = file }
      text.values.append(value)
    }
    guard values.contains(where: \.message.hasArguments) else { return text }
    let names = text.argumentNames()
    if names.isEmpty { return text }
    for index in text.values.indices.suffix(values.count) {
      text.values[index].rename(names, backslash: backslash)
    }
    return text
  }

  private func named(_ value: Value, in text: Text) -> Value {
    guard value.message.hasArguments else { return value }
    var value = value
    value.rename(text.argumentNames(), backslash: backslash)
    return value
  }
}

extension Value {
  /// A word that trema does not know is a mistake of whoever wrote the table.
  fileprivate var withKnownStatus: Value {
    guard case .undefined = status else { return self }
    var value = self
    value.status = .translated
    return value
  }
}
