import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaXML

/// Reads Android's `strings.xml`: texts, plurals and arrays of texts in the language of the options.
///
/// What the resource compiler refuses is an error here too, at its place in the file; what is no
/// text stays behind with a note.
///
/// Source: measured with `aapt2`; see `Documentation/Formats/Android.md`.
struct AndroidReader {
  /// - Throws: where the file is no XML or has another root, or when nobody says its language.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    guard let spelling = options.language ?? options.masterLanguage,
      let language = LanguageTag(spelling)
    else {
      throw Diagnostic(
        .error, "missing-language",
        options.language.map { "'\($0)' is no language tag" }
          ?? "nothing says in which language this file is",
        at: SourceLocation(file: options.file),
        hint: "name the language, or put the file into a folder such as values-pt-rBR",
        kind: .usage)
    }
    let handler = AndroidHandler(file: options.file)
    let xml = XMLReader(file: options.file, handler: handler)
    try xml.feed(bytes)
    try xml.finish()
    var reader = AndroidReader(options, language)
    reader.reading.diagnostics = handler.allDiagnostics()
    for position in handler.strayComments {
      reader.reading.losses.note(.context, key: "", at: reader.location(position))
    }
    for resource in reader.chosen(of: handler.resources) { reader.append(resource) }
    reader.reading.diagnostics.sort(by: Diagnostic.inReadingOrder)
    return reader.reading
  }

  private let options: ReadingOptions
  private let language: LanguageTag
  private var reading = FormatReading()
  /// The texts of the file by name, for references.
  private var strings: [[UInt8]: AndroidResource] = [:]
  private var keys: [[UInt8]: SourcePosition] = [:]

  /// References that lead from one to the next; more are a circle.
  private static let mostReferences = 16

  private init(_ options: ReadingOptions, _ language: LanguageTag) {
    self.options = options
    self.language = language
  }

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }

  private mutating func report(
    _ severity: Severity, _ code: String, _ message: String, at position: SourcePosition,
    hint: String? = nil, subject: String, first: SourcePosition? = nil
  ) {
    var diagnostic = Diagnostic(
      severity, code, message, at: location(position), hint: hint, subject: subject)
    if let first {
      diagnostic.related = [Diagnostic.Related("the first stands here", at: location(first))]
    }
    reading.diagnostics.append(diagnostic)
  }

  // MARK: Names

  /// One resource a name: of several for different products the one for all others, else the first.
  private mutating func chosen(of resources: [AndroidResource]) -> [AndroidResource] {
    var chosen: [AndroidResource] = []
    var places: [[UInt8]: Int] = [:]
    var products: Set<[UInt8]> = []
    for resource in resources {
      // Arrays give other keys than texts do.
      let name = Array(resource.name.utf8) + (resource.isArray ? [0] : [])
      let isNew = products.insert(name + [0, 0] + Array((resource.product ?? "").utf8)).inserted
      guard let place = places[name] else {
        places[name] = chosen.count
        chosen.append(resource)
        continue
      }
      guard isNew else {
        report(
          .error, "duplicate-key", "'\(resource.name)' is defined twice",
          at: resource.namePosition, hint: "rename one of the two, or remove it",
          subject: resource.name, first: chosen[place].namePosition)
        continue
      }
      reading.losses.note(.variation, key: resource.name, at: location(resource.namePosition))
      let isDefault = resource.product == nil || resource.product == "default"
      if isDefault, chosen[place].product != nil { chosen[place] = resource }
    }
    for resource in chosen {
      if case .string = resource.content { strings[Array(resource.name.utf8)] = resource }
    }
    return chosen
  }

  // MARK: Texts

  private mutating func append(_ resource: AndroidResource) {
    if resource.hasOtherAttributes {
      reading.losses.note(.unknownField, key: resource.name, at: location(resource.namePosition))
    }
    switch resource.content {
    case .string(let leaf):
      guard let (leaf, isFormatted) = resolved(leaf, resource) else { return }
      let message = message(leaf, isFormatted: isFormatted, key: resource.name)
      checkNumbers(of: message, leaf, resource)
      append(resource.name, message, [leaf], resource, isArray: false)
    case .plurals(let items): appendPlurals(items, resource)
    case .array(let items):
      for (index, item) in items.enumerated() {
        guard let (leaf, isFormatted) = resolved(item, resource) else { continue }
        let key = "\(resource.name).\(index)"
        let message = message(leaf, isFormatted: isFormatted, key: key)
        append(
          key, message, [leaf], resource, isArray: true, comments: index == 0 ? nil : [])
      }
    }
  }

  private mutating func append(
    _ key: String, _ message: Message, _ leaves: [AndroidLeaf], _ resource: AndroidResource,
    isArray: Bool, comments: [String]? = nil
  ) {
    let position = isArray ? leaves[0].tagPosition : resource.namePosition
    if let first = keys.updateValue(position, forKey: Array(key.utf8)) {
      keys[Array(key.utf8)] = first
      report(
        .error, "duplicate-key", "two resources give the key '\(key)'", at: position,
        hint: "rename one of the two", subject: key, first: first)
      return
    }
    let prose = (comments ?? resource.comments) + leaves.flatMap(\.comments)
    var annotations = Annotations(prose.joined(separator: "\n"))
    annotations.isTranslatable = annotations.isTranslatable && resource.isTranslatable
    annotations.isArray = annotations.isArray || isArray
    for leaf in leaves {
      if leaf.text.hasMarkup {
        reading.losses.note(.markup, key: key, at: location(leaf.position))
      }
      name(leaf, in: &annotations, key: key)
    }
    let value = Value(
      language: language.description, message: message, options: options,
      at: leaves[0].position)
    reading.texts.append(
      Text(key: key, annotations: annotations, values: [value], options: options, at: position))
  }

  /// What stands in `xliff:g` names the argument that is shown there.
  private mutating func name(_ leaf: AndroidLeaf, in annotations: inout Annotations, key: String) {
    for part in leaf.text.protected {
      var number: Int?
      var next = 1
      for (range, percent) in Placeholder.percents(in: leaf.text.bytes) {
        guard case .placeholder(let placeholder) = percent, placeholder.type != .none else {
          continue
        }
        let own = placeholder.position ?? next
        if placeholder.position == nil { next += 1 }
        guard part.range.contains(range.lowerBound) else { continue }
        number = number ?? own
      }
      guard let number, part.id != nil || part.example != nil else {
        reading.losses.note(.unknownField, key: key, at: location(leaf.position))
        continue
      }
      if annotations.parameters[number] != nil { continue }
      annotations.parameters[number] = Annotations.Parameter(
        Self.words(part.id ?? "").joined(separator: "_").ifEmpty("_"),
        documentation: Self.words(part.example ?? "").joined(separator: " "))
    }
  }

  private static func words(_ text: String) -> [String] {
    text.utf8.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Messages

  /// - Parameter isFormatted: percent signs are placeholders.
  private mutating func message(
    _ leaf: AndroidLeaf, isFormatted: Bool, key: String
  ) -> Message {
    let text = String(decoding: leaf.text.bytes, as: UTF8.self)
    let (message, issues) = Message.parse(text, backslash: .literal)
    // `android.icu.text.MessageFormat` knows no percent signs.
    if message.hasBranches { return Message.parseICU(text).message ?? message }
    guard isFormatted else { return Message(text) }
    if issues.contains(where: { $0.kind == .unescapedPercent }) { reportPercent(leaf, key: key) }
    return message
  }

  private mutating func reportPercent(_ leaf: AndroidLeaf, key: String) {
    report(
      .warning, "unescaped-percent", "a percent sign that is no placeholder stands beside one",
      at: leaf.position, hint: "write %% where a percent sign is meant", subject: key)
  }

  private mutating func checkNumbers(
    of message: Message, _ leaf: AndroidLeaf, _ resource: AndroidResource
  ) {
    guard resource.isFormatted, resource.isTranslatable, !message.hasBranches,
      message.placeholders.count(where: { $0.position == nil }) > 1
    else { return }
    report(
      .warning, "unnumbered-placeholders",
      "'\(resource.name)' has several placeholders without numbers, which aapt2 refuses",
      at: leaf.position, hint: "number them: %1$s, %2$d", subject: resource.name)
  }

  /// The text that a reference leads to, and whether percent signs are placeholders in it.
  ///
  /// - Returns: nil when it leads out of the file or nowhere.
  private mutating func resolved(
    _ leaf: AndroidLeaf, _ resource: AndroidResource
  ) -> (AndroidLeaf, isFormatted: Bool)? {
    var text = leaf.text
    var isFormatted = resource.isFormatted
    var count = 0
    while let reference = text.reference {
      let prefix = Array("@string/".utf8)
      count += 1
      guard reference.starts(with: prefix), count <= Self.mostReferences,
        let target = strings[Array(reference[prefix.count...])],
        case .string(let next) = target.content
      else {
        report(
          .warning, "unresolved-reference",
          "'\(String(decoding: leaf.text.bytes, as: UTF8.self))' is no text of this file; "
            + "'\(resource.name)' stays behind", at: leaf.position,
          hint: "put the text itself here", subject: resource.name)
        return nil
      }
      text = next.text
      isFormatted = target.isFormatted
    }
    var resolved = leaf
    resolved.text = text
    return (resolved, isFormatted)
  }

  // MARK: Plurals

  private mutating func appendPlurals(
    _ items: [(quantity: XMLAttribute?, leaf: AndroidLeaf)], _ resource: AndroidResource
  ) {
    let key = resource.name
    let used = PluralRules(language).categories
    var forms: [(category: PluralCategory, leaf: AndroidLeaf, message: Message)] = []
    var firsts: [PluralCategory: SourcePosition] = [:]
    var isGood = true
    for item in items {
      guard let category = item.quantity.flatMap({ PluralCategory(rawValue: $0.value) }) else {
        isGood = false
        report(
          .error, "unknown-quantity",
          item.quantity.map { "'\($0.value)' is no quantity" } ?? "this item has no quantity",
          at: item.quantity?.valuePosition ?? item.leaf.tagPosition,
          hint: "write zero, one, two, few, many or other", subject: key)
        continue
      }
      if let first = firsts[category] {
        isGood = false
        report(
          .error, "duplicate-quantity", "'\(category.rawValue)' stands twice in '\(key)'",
          at: item.leaf.tagPosition, hint: "remove one of the two", subject: key, first: first)
        continue
      }
      firsts[category] = item.leaf.tagPosition
      guard used.contains(category) else {
        report(
          .note, "unused-quantity",
          "'\(language)' has no '\(category.rawValue)', so this is never shown and stays behind",
          at: item.leaf.tagPosition, subject: "\(key) \(category.rawValue)")
        continue
      }
      guard let (leaf, _) = resolved(item.leaf, resource) else {
        isGood = false
        continue
      }
      forms.append((category, leaf, printf(leaf, isFormatted: resource.isFormatted, key: key)))
    }
    if firsts[.other] == nil {
      isGood = false
      report(
        .error, "missing-other", "'\(key)' has no item for 'other'", at: resource.namePosition,
        hint: "Android needs it in every language", subject: key)
    }
    guard isGood else { return }
    let number =
      forms.flatMap(\.message.numberedPlaceholders).first { $0.placeholder.type == .integer }?
      .argument ?? 1
    let branches = PluralCategory.allCases.compactMap { category in
      forms.first { $0.category == category }.map { form in
        MessageArgument.PluralBranch(
          .category(category), Self.numbered(form.message, chosenBy: number))
      }
    }
    append(
      key,
      Message([
        .argument(
          MessageArgument(.numbered(number), .plural(MessageArgument.Plural(.cardinal, branches))))
      ]),
      forms.map(\.leaf), resource, isArray: false)
  }

  /// A branch: what would be an ICU message by itself is none there.
  private mutating func printf(
    _ leaf: AndroidLeaf, isFormatted: Bool, key: String
  ) -> Message {
    let bytes = leaf.text.bytes
    guard isFormatted else { return Message(String(decoding: bytes, as: UTF8.self)) }
    var elements: [Message.Element] = []
    var done = 0
    var hasLone = false
    func copy(upTo end: Int) {
      elements.append(.text(String(decoding: bytes[done..<end], as: UTF8.self)))
    }
    for (range, percent) in Placeholder.percents(in: bytes) {
      switch percent {
      case .placeholder(let placeholder):
        copy(upTo: range.lowerBound)
        elements.append(.placeholder(placeholder))
      case .doubled: copy(upTo: range.lowerBound + 1)
      case .lone:
        copy(upTo: range.upperBound)
        hasLone = true
      }
      done = range.upperBound
    }
    copy(upTo: bytes.count)
    let message = Message(elements)
    if hasLone, message.hasPlaceholders { reportPercent(leaf, key: key) }
    return message
  }

  /// The branch with a number on each placeholder; `%,d` of the number itself is ICU's `#`.
  private static func numbered(_ message: Message, chosenBy number: Int) -> Message {
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    return Message(
      message.elements.map { element in
        guard case .placeholder(var placeholder) = element else { return element }
        placeholder.position = numbers.popFirst()
        let isPlain =
          placeholder.flags == .grouped && placeholder.width == nil && placeholder.precision == nil
        if placeholder.position == number, placeholder.isDecimal, isPlain { return .pluralNumber }
        return .placeholder(placeholder)
      })
  }
}

extension String {
  fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}
