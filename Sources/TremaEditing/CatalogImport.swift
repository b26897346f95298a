import TremaCatalog
import TremaDiagnostics
import TremaFormats
import TremaMessages

/// Brings what files of other formats say into a catalogue.
///
/// What is new is added; what is there already is never changed without a word: where the two
/// disagree the catalogue keeps its value and the difference is a conflict.
public struct CatalogImport {
  public private(set) var catalogue: Catalog
  /// Conflicts, in the order of the imports.
  public private(set) var diagnostics: [Diagnostic] = []
  public private(set) var counts = Counts()

  public struct Counts: Hashable, Sendable {
    /// Texts that the catalogue did not have.
    public var texts = 0
    /// Values of those, and values that a text did not have in a language.
    public var values = 0
    /// Values that the catalogue has already.
    public var known = 0
    public var conflicts = 0

    public init() {}
  }

  private let backslash: BackslashRule
  /// How many texts the catalogue had.
  private let known: Int
  private var places: [ExactKey: Int] = [:]
  /// How the catalogue spells its languages: it may have `de_CH`.
  private var spellings: [LanguageTag: String] = [:]
  /// Those found for the languages of readings.
  private var knownSpellings: [String: String] = [:]

  /// - Parameter backslash: how the catalogue reads backslashes.
  public init(into catalogue: Catalog, backslash: BackslashRule = .escape) {
    self.catalogue = catalogue
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
  /// - Returns: an error for each text that a catalogue cannot hold; it is left out.
  public mutating func add(_ reading: FormatReading) -> [Diagnostic] {
    var errors: [Diagnostic] = []
    for text in reading.texts {
      let unwritable = text.unwritable
      errors += unwritable
      if unwritable.isEmpty { add(text) }
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

  private mutating func add(_ text: Text) {
    var text = text
    for index in text.values.indices {
      let spelling = spelling(of: text.values[index].language)
      if text.values[index].language != spelling { text.values[index].language = spelling }
    }
    let key = ExactKey(text.key)
    guard let index = places[key] else {
      places[key] = catalogue.texts.count
      var new = text
      new.values = []
      // The schema asks for one.
      new.context = text.context ?? Context("")
      catalogue.texts.append(named(new, adding: text.values, of: text.file))
      counts.texts += 1
      counts.values += text.values.count
      return
    }
    var old = catalogue.texts[index]
    old.adoptContext(of: text)
    var added: [Value] = []
    for value in text.values {
      guard let position = old.index(ofLanguage: value.language) else {
        added.append(value)
        continue
      }
      let own = old.values[position]
      if own.source.isEmpty, !value.source.isEmpty {
        var value = value
        value.before = own.before
        value.file = text.file
        old.values[position] = named(value, in: old)
        counts.values += 1
      } else if says(own, in: old, the: value, in: text) || value.source.isEmpty {
        counts.known += 1
      } else {
        counts.conflicts += 1
        let isImported = own.file ?? old.file != catalogue.header.file
        diagnostics.append(
          .conflict(value, of: text, with: own, of: old, isImported: isImported))
      }
    }
    counts.values += added.count
    catalogue.texts[index] = named(old, adding: added, of: text.file)
  }

  /// Whether two values say the same, whatever they call their arguments.
  private func says(_ own: Value, in old: Text, the new: Value, in text: Text) -> Bool {
    if own.source.utf8.elementsEqual(new.source.utf8) { return true }
    func canonical(_ value: Value, _ text: Text) -> String? {
      let names = Annotations(text.context).parameters.mapValues(\.name)
      let numbers = ArgumentNumbers([value.message], parameters: names)
      return value.message.numbered(by: numbers)
        .spelled(MessageSpelling(.canonical, keepsNames: false))
    }
    guard let ownText = canonical(own, old), let newText = canonical(new, text) else {
      return false
    }
    return ownText.utf8.elementsEqual(newText.utf8)
  }

  private func named(_ text: Text, adding values: [Value], of file: String) -> Text {
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
    var value = value
    value.rename(text.argumentNames(), backslash: backslash)
    return value
  }
}

extension Value {
  fileprivate mutating func rename(_ names: [Int: String], backslash: BackslashRule) {
    let named = message.named(by: names).withoutOwnNumbers(named: names)
    if named != message { setSource(named.source(backslash: backslash), backslash: backslash) }
  }
}

extension Text {
  /// What the arguments are to be called in braces, by number: as `@param` says, and `count` for the
  /// only plural when nobody says. Empty when names would count otherwise than the numbers do.
  fileprivate func argumentNames() -> [Int: String] {
    let parameters = Annotations(context).parameters.mapValues(\.name)
    var names = parameters.filter { $0.value != "_" && Self.isName($0.value) }
    let uses = values.map(\.message).flatMap { $0.uses(ArgumentNumbers([])) }
    let plurals = Set(
      uses.compactMap { use in if case .plural = use.demand { use.number } else { nil } })
    if plurals.count == 1, let only = plurals.first, parameters[only] == nil,
      !names.values.contains("count")
    {
      names[only] = "count"
    }
    for value in values where value.message.hasBranches {
      let named = value.message.named(by: names).withoutOwnNumbers(named: names)
      let numbers = ArgumentNumbers([named], parameters: parameters)
      if names.contains(where: { numbers[$0.value] ?? $0.key != $0.key }) { return [:] }
    }
    return names
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
        || (0x61...0x7A).contains(byte | 0x20)
    }
  }

  /// Takes over what the context of another does not say.
  fileprivate mutating func adoptContext(of other: Text) {
    guard let theirs = other.context, !theirs.text.isEmpty else { return }
    guard let ours = context, !ours.text.isEmpty else {
      context = theirs
      if other.file != file { context?.file = other.file }
      return
    }
    var annotations = Annotations(ours)
    let added = Annotations(theirs)
    if annotations.prose.isEmpty { annotations.prose = added.prose }
    annotations.parameters.merge(added.parameters) { own, _ in own }
    annotations.maximumLength = annotations.maximumLength ?? added.maximumLength
    annotations.ignored.merge(added.ignored) { own, _ in own }
    annotations.isTranslatable = annotations.isTranslatable && added.isTranslatable
    annotations.isArray = annotations.isArray || added.isArray
    // A context that says it all already keeps its spelling.
    if annotations != Annotations(ours) {
      context = Context(annotations.text)
      context?.attributes = ours.attributes
      context?.before = ours.before
    }
  }
}

extension Diagnostic {
  fileprivate static func conflict(
    _ new: Value, of text: Text, with own: Value, of old: Text, isImported: Bool
  ) -> Diagnostic {
    let place = old.location(own.textPosition, of: own)
    let keeper =
      isImported
      ? "'\(place.file)', which was imported first" : "the catalogue, which keeps its value"
    var conflict = Diagnostic(
      .error, "import-conflict",
      "'\(text.key)' in '\(own.language)' is '\(excerpt(new.source))' here and "
        + "'\(excerpt(own.source))' in \(keeper)",
      at: text.location(new.textPosition, of: new),
      hint: isImported
        ? "change one of the two, or import them into catalogues of their own"
        : "change one of the two, or remove the value from the catalogue and import again",
      subject: "\(text.key) \(own.language)")
    conflict.related = [
      Related(isImported ? "the value imported first" : "the value of the catalogue", at: place)
    ]
    return conflict
  }

  private static func excerpt(_ source: String) -> String {
    source.count <= 40 ? source : "\(source.prefix(40))…"
  }
}
