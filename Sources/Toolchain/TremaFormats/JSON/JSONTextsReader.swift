import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// Reads JSON of keys and texts in one language: flat, or objects in objects, whose names are joined
/// by dots; plurals as ICU or as i18next has them.
///
/// Source: see `Documentation/Formats/JSON.md`.
struct JSONTextsReader {
  private let options: ReadingOptions
  private let language: String
  private let tag: LanguageTag?
  private let places: JSONStringPlaces
  private let isI18next: Bool
  private var firsts: [ExactKey: SourceLocation?] = [:]
  private var reading: FormatReading

  /// Names that are before those of more texts; a longer one could multiply a file.
  static let longestPrefix = 4096

  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    guard let language = options.language else { throw .missingLanguage(of: options.file) }
    let document = try JSONValue.decode(bytes, file: options.file)
    guard let root = document.object else {
      throw .wrongDocument("object of keys and texts", at: document.location)
    }
    var reader = JSONTextsReader(options, language, JSONStringPlaces(bytes), root)
    if ExtensionMessages.are(root) {
      reader.read(extensionMessages: root)
    } else {
      reader.read(root, prefix: "", isArray: false)
    }
    return reader.reading
  }

  private init(
    _ options: ReadingOptions, _ language: String, _ places: JSONStringPlaces, _ root: JSONObject
  ) {
    self.options = options
    reading = FormatReading(options)
    tag = LanguageTag(language)
    self.language = tag?.description ?? language
    self.places = places
    isI18next = I18nextSigns(in: root, tag, originals: options.originals).isI18next
  }

  private mutating func read(_ object: JSONObject, prefix: String, isArray: Bool) {
    guard prefix.utf8.count <= Self.longestPrefix else {
      reading.findings.add(
        .error, "invalid-key", "a key has more than \(Self.longestPrefix) bytes",
        at: object.members.first?.nameLocation, hint: "shorten the names of the objects")
      return
    }
    let plurals = isArray || !isI18next ? [:] : I18nextPlural.all(in: object, tag)
    for member in object.members {
      let key = prefix + member.name
      switch member.value.content {
      case .string(let text):
        if let form = I18nextKey(member.name), let plural = plurals[ExactKey(form.base)] {
          // All forms of a plural are read where the first of them is.
          if plural.isFirst(member) { add(plural, prefix: prefix) }
        } else if member.name.isExactly("_comment") {
          reading.losses.note(.context, key: key, at: member.nameLocation)
        } else {
          add(text, key, member, isArray: isArray)
        }
      case .object where prefix.isEmpty && member.name.isExactly("@metadata"):
        // The authors of a translation, in the files of MediaWiki.
        reading.losses.note(.unknownField, key: key, at: member.nameLocation, named: member.name)
      case .object(let inner) where inner.members.isEmpty:
        reading.losses.note(.unknownField, key: key, at: member.nameLocation, named: member.name)
      case .object(let inner): read(inner, prefix: "\(key).", isArray: false)
      case .array(let elements):
        if elements.isEmpty {
          reading.losses.note(.emptyArray, key: key, at: member.nameLocation)
        } else if elements.contains(where: { $0.object != nil || $0.array != nil }) {
          // Its items are objects with numbers for names in what is written.
          reading.losses.note(.nestedArray, key: key, at: member.nameLocation)
        }
        let members = elements.enumerated().map { index, element in
          JSONObject.Member(String(index), at: element.location, element)
        }
        read(JSONObject(members), prefix: "\(key).", isArray: true)
      case .null, .bool, .number:
        reading.findings.add(
          .warning, "unexpected-value", "'\(key.shortened)' is \(member.value.kind), not a text",
          at: member.value.location, hint: "put it in quotation marks, or remove it", subject: key)
      }
    }
  }

  private mutating func add(
    _ text: String, _ key: String, _ member: JSONObject.Member, isArray: Bool
  ) {
    guard let message = message(text, key: key, at: member.value.location) else { return }
    var annotations = Annotations("")
    annotations.isArray = isArray
    add(message, annotations, key, member)
  }

  private mutating func add(_ plural: I18nextPlural, prefix: String) {
    let key = prefix + plural.base
    var forms: [PluralCategory: Message] = [:]
    for (category, member) in plural.forms {
      guard let text = member.value.string,
        let message = message(text, key: key, at: member.value.location)
      else { continue }
      forms[category] = I18nextPlural.form(message)
    }
    guard let first = plural.forms.first?.member,
      let message = I18nextPlural.message(forms, plural.kind, in: tag)
    else { return }
    add(message, Annotations(""), key, first)
  }

  private mutating func message(
    _ text: String, key: String, at location: SourceLocation?
  ) -> Message? {
    let read = I18nextText(text, isI18next: isI18next)
    for range in read.unread {
      reading.findings.add(
        .warning, "unsupported-placeholder",
        "'\(key.shortened)' has something in double braces that is no name; it stays text",
        at: location.map { places.location(of: range, in: $0) },
        hint: "name the argument with letters, digits and '_'", subject: key)
    }
    if let nesting = I18nextText.nesting(in: text) {
      reading.findings.add(
        .note, "nested-text", "'\(key.shortened)' names another text with $t(…); it stays text",
        at: location.map { places.location(of: nesting, in: $0) }, subject: key)
    }
    for case (let range, let reason) in read.mistakes {
      reading.findings.addInvalidMessage(
        reason, key: key, at: location.map { places.location(of: range, in: $0) })
    }
    if !read.mistakes.isEmpty { return nil }
    if read.message.hasTooManyArguments {
      reading.findings.addTooManyArguments(key: key, at: location)
      return nil
    }
    if read.losesStyle { reading.losses.note(.argumentStyle, key: key, at: location) }
    return read.message
  }

  mutating func lose(_ field: JSONObject.Member, of key: String) {
    reading.losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
  }

  mutating func add(
    _ message: Message, _ given: Annotations, _ key: String, _ member: JSONObject.Member
  ) {
    if let first = firsts.updateValue(member.nameLocation, forKey: ExactKey(key)) {
      reading.findings.add(
        .error, "duplicate-key", "key '\(key.shortened)' is defined twice", at: member.nameLocation,
        hint: "rename one of the two", subject: key,
        related: first.map { [Diagnostic.Related("first here", at: $0)] } ?? [])
      return
    }
    let signature =
      options.originals[ExactKey(key)].map { ArgumentSignature($0, master: options.masterLanguage) }
      ?? ArgumentSignature(known: ["count": Placeholder("d")])
    let (converted, names) = signature.applied(to: message) {
      reading.losses.note(.argumentStyle, key: key, at: member.value.location)
    } unknown: { name, placeholder in
      reading.findings.addUnknownArgument(
        name, placeholder, key: key, at: member.value.location)
    }
    var annotations = given
    let shown = ArgumentNumbers([converted])
    for (number, name) in names where shown[name] != number && name != "arg\(number)" {
      annotations.parameters[number] = Annotations.Parameter(name)
    }
    let place = member.nameLocation?.start ?? .start
    let isICU = !isI18next && converted == message
    let value = Value(
      language: language, message: converted,
      spelling: message.hasArguments && !isICU ? nil : member.value.string, options: options,
      at: member.value.location?.start ?? place)
    reading.texts.append(
      Text(key: key, annotations: annotations, values: [value], options: options, at: place))
  }
}

/// The signs that a file is in the format of i18next, since nothing in it says so.
struct I18nextSigns {
  /// Something is in double braces.
  private var hasBraces = false
  /// A text has conversions, is an ICU message or has the braces of another language of templates,
  /// which i18next knows nothing of.
  private var hasOthers = false
  /// The forms of a plural show its `{{count}}`, or the text that is translated is that plural.
  private var hasPlural = false

  private let language: LanguageTag?
  private let originals: Originals

  init(in root: JSONObject, _ language: LanguageTag?, originals: Originals) {
    self.language = language
    self.originals = originals
    look(at: root, prefix: "")
  }

  var isI18next: Bool { hasPlural || hasBraces && !hasOthers }

  private mutating func look(at object: JSONObject, prefix: String) {
    for plural in I18nextPlural.all(in: object, language).values {
      hasPlural = hasPlural || plural.showsCount || isOriginal(plural, prefix: prefix)
    }
    for member in object.members { look(at: member.value, prefix: "\(prefix)\(member.name).") }
  }

  private mutating func look(at value: JSONValue, prefix: String) {
    switch value.content {
    case .string(let text):
      let read = I18nextText(text)
      hasBraces = hasBraces || read.hasBraces
      hasOthers = hasOthers || read.hasOthers || read.isForeign
    case .object(let object): look(at: object, prefix: prefix)
    case .array(let elements): for element in elements { look(at: element, prefix: prefix) }
    case .null, .bool, .number: break
    }
  }

  private func isOriginal(_ plural: I18nextPlural, prefix: String) -> Bool {
    guard !originals.isEmpty, prefix.utf8.count <= JSONTextsReader.longestPrefix,
      let original = originals[ExactKey(prefix + plural.base)]
    else { return false }
    return original.values.contains(where: \.message.hasBranches)
      && !plural.forms.contains { originals[ExactKey(prefix + $0.member.name)] != nil }
  }
}
