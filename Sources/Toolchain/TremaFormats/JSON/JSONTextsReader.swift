import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// A reader for JSON with keys and strings in one language. Objects may be flat or nested; nested
/// names are joined with dots. Plurals may be in ICU or i18next syntax.
///
/// See `Documentation/Formats/JSON.md`.
struct JSONTextsReader {
  private let options: ReadingOptions
  /// The canonical language tag, or the given string if it is not a valid tag.
  private let language: String
  /// The language, or `nil` if its tag is invalid.
  private let tag: LanguageTag?
  /// The positions of escape sequences, used to locate issues in texts.
  private let escapePositions: JSONStringLocations
  /// Whether the file is in i18next format.
  private let isI18next: Bool
  /// The locations of the keys so far.
  private var keyLocations: [ExactKey: SourceLocation?] = [:]
  /// The texts and findings so far.
  private var reading: FormatReading

  /// The maximum length of a key's prefix, in bytes. Every key repeats the names of its enclosing
  /// objects, so long names could multiply a file's size.
  static let maxPrefixLength = 4096

  /// Reads a whole file.
  ///
  /// - Throws: A diagnostic if the file is not JSON, its root is not an object, or its language is
  ///   unknown.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    guard let language = options.language else { throw .missingLanguage(of: options.file) }
    let document = try JSONValue.decode(bytes, file: options.file)
    guard let root = document.object else {
      throw .unexpectedDocument(
        document, "an object of keys and texts", at: document.location)
    }
    var reader = JSONTextsReader(options, language, JSONStringLocations(bytes), root)
    if ExtensionMessages.matches(root) {
      reader.read(extensionMessages: root)
    } else {
      reader.read(root, prefix: "", isArray: false)
    }
    return reader.reading
  }

  private init(
    _ options: ReadingOptions, _ language: String, _ escapePositions: JSONStringLocations,
    _ root: JSONObject
  ) {
    self.options = options
    reading = FormatReading(options)
    tag = LanguageTag(language)
    self.language = tag?.description ?? language
    self.escapePositions = escapePositions
    isI18next = I18nextDetector(in: root, tag, originals: options.originals).isI18next
  }

  /// Reads the members of an object.
  ///
  /// - Parameters:
  ///   - object: The object, or an array as an object with indices as names.
  ///   - prefix: The key of the object and a dot, or empty for the root.
  ///   - isArray: Whether the object is an array.
  private mutating func read(_ object: JSONObject, prefix: String, isArray: Bool) {
    guard prefix.utf8.count <= Self.maxPrefixLength else {
      reading.findings.add(
        .error, "invalid-key", "a key is longer than \(Self.maxPrefixLength) bytes",
        at: object.members.first?.nameLocation, hint: "shorten the names of the nested objects")
      return
    }
    let plurals = isArray || !isI18next ? [:] : I18nextPlural.all(in: object, tag)
    for member in object.members {
      let key = prefix + member.name
      switch member.value.content {
      case .string(let text):
        if let form = I18nextKey(member.name), let plural = plurals[ExactKey(form.base)] {
          // All forms of a plural are read at the first form.
          if plural.isFirst(member) { add(plural, prefix: prefix) }
        } else if member.name.equalsExactly("_comment") {
          reading.losses.note(.context, key: key, at: member.nameLocation)
        } else {
          add(text, key, member, isArray: isArray)
        }
      case .object where prefix.isEmpty && member.name.equalsExactly("@metadata"):
        // In MediaWiki files, this member contains the authors of the translation.
        reading.losses.note(.unknownField, key: key, at: member.nameLocation, named: member.name)
      case .object(let inner) where inner.members.isEmpty:
        reading.losses.note(.unknownField, key: key, at: member.nameLocation, named: member.name)
      case .object(let inner): read(inner, prefix: "\(key).", isArray: false)
      case .array(let elements):
        if elements.isEmpty {
          reading.losses.note(.emptyArray, key: key, at: member.nameLocation)
        } else if elements.contains(where: { $0.object != nil || $0.array != nil }) {
          // The items will be written as objects whose names are their indices.
          reading.losses.note(.nestedArray, key: key, at: member.nameLocation)
        }
        let members = elements.enumerated().map { index, element in
          JSONObject.Member(String(index), at: element.location, element)
        }
        read(JSONObject(members), prefix: "\(key).", isArray: true)
      case .null, .bool, .number:
        reading.findings.add(
          .warning, "unexpected-value",
          "'\(key.shortened)' must be a string, not \(member.value.kind)",
          at: member.value.location, hint: "quote it, or remove it", subject: key)
      }
    }
  }

  /// Adds a text, unless it is invalid.
  private mutating func add(
    _ text: String, _ key: String, _ member: JSONObject.Member, isArray: Bool
  ) {
    guard let message = message(text, key: key, at: member.value.location) else { return }
    var annotations = Annotations("")
    annotations.isArray = isArray
    add(message, annotations, key, member)
  }

  /// Adds the text of a plural at its first form. Invalid forms are omitted.
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

  /// Parses a text, and reports unsupported syntax.
  ///
  /// - Returns: The message, or `nil` if the text is invalid.
  private mutating func message(
    _ text: String, key: String, at location: SourceLocation?
  ) -> Message? {
    let read = I18nextText(text, isI18next: isI18next)
    for range in read.unparsedRanges {
      reading.findings.add(
        .warning, "unsupported-placeholder",
        "the double braces in '\(key.shortened)' do not contain a name; they are kept as text",
        at: location.map { escapePositions.location(of: range, in: $0) },
        hint: "use an argument name of letters, digits and '_'", subject: key)
    }
    if let nesting = I18nextText.nesting(in: text) {
      reading.findings.add(
        .note, "nested-text",
        "'\(key.shortened)' refers to another text with $t(…); the reference is kept as text",
        at: location.map { escapePositions.location(of: nesting, in: $0) }, subject: key)
    }
    // A text with syntax errors isn't imported.
    for case (let range, let reason) in read.syntaxErrors {
      reading.findings.addInvalidMessage(
        reason, key: key, at: location.map { escapePositions.location(of: range, in: $0) })
    }
    if !read.syntaxErrors.isEmpty { return nil }
    if read.message.hasTooManyArguments {
      reading.findings.addTooManyArguments(key: key, at: location)
      return nil
    }
    if read.hasUnsupportedFormat { reading.losses.note(.argumentStyle, key: key, at: location) }
    return read.message
  }

  /// Records the loss of an unknown field.
  mutating func noteLoss(_ field: JSONObject.Member, of key: String) {
    reading.losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
  }

  /// Adds a text, with its arguments numbered as in its original, unless its key already exists.
  ///
  /// - Parameters:
  ///   - message: The parsed value.
  ///   - fileAnnotations: The annotations from the file.
  ///   - member: The member with the value, for locations.
  mutating func add(
    _ message: Message, _ fileAnnotations: Annotations, _ key: String, _ member: JSONObject.Member
  ) {
    if let first = keyLocations.updateValue(member.nameLocation, forKey: ExactKey(key)) {
      reading.findings.add(
        .error, "duplicate-key", "key '\(key.shortened)' is defined twice", at: member.nameLocation,
        hint: "rename or remove one of them", subject: key,
        related: first.map { [Diagnostic.Related("first defined here", at: $0)] } ?? [])
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
    var annotations = fileAnnotations
    // Only names that the message doesn't contain are declared.
    let numbers = ArgumentNumbers([converted])
    for (number, name) in names where numbers[name] != number && name != "arg\(number)" {
      annotations.parameters[number] = Annotations.Parameter(name)
    }
    let position = member.nameLocation?.start ?? .start
    let isICU = !isI18next && converted == message
    let value = Value(
      language: language, message: converted,
      spelling: message.hasArguments && !isICU ? nil : member.value.string, options: options,
      at: member.value.location?.start ?? position)
    reading.texts.append(
      Text(key: key, annotations: annotations, values: [value], options: options, at: position))
  }
}

/// Detects whether a file is in i18next format, which the file itself does not declare.
struct I18nextDetector {
  /// Whether any text contains double braces.
  private var hasBraces = false
  /// Whether any text contains conversions, an ICU message or the braces of a different template
  /// language, which i18next does not interpret.
  private var hasOtherSyntax = false
  /// Whether the forms of any plural display `{{count}}`, or their original is a plural.
  private var hasPlural = false

  private let language: LanguageTag?
  private let originals: Originals

  /// Checks all texts of a file.
  ///
  /// - Parameters:
  ///   - language: The language, or `nil` if its tag is invalid.
  ///   - originals: The originals of the texts.
  init(in root: JSONObject, _ language: LanguageTag?, originals: Originals) {
    self.language = language
    self.originals = originals
    check(at: root, prefix: "")
  }

  /// Whether the file is in i18next format.
  var isI18next: Bool { hasPlural || hasBraces && !hasOtherSyntax }

  /// Checks an object.
  ///
  /// - Parameter prefix: The key of the object and a dot, or empty for the root.
  private mutating func check(at object: JSONObject, prefix: String) {
    for plural in I18nextPlural.all(in: object, language).values {
      hasPlural = hasPlural || plural.showsCount || isOriginal(plural, prefix: prefix)
    }
    for member in object.members { check(at: member.value, prefix: "\(prefix)\(member.name).") }
  }

  /// Checks a value.
  ///
  /// - Parameter prefix: The key of the value and a dot.
  private mutating func check(at value: JSONValue, prefix: String) {
    switch value.content {
    case .string(let text):
      let read = I18nextText(text)
      hasBraces = hasBraces || read.hasDoubleBraces
      hasOtherSyntax = hasOtherSyntax || read.hasConversionsOrICUSyntax || read.hasForeignSyntax
    case .object(let object): check(at: object, prefix: prefix)
    case .array(let elements): for element in elements { check(at: element, prefix: prefix) }
    case .null, .bool, .number: break
    }
  }

  /// Returns whether a plural's original has branches and its forms' keys are not texts themselves.
  private func isOriginal(_ plural: I18nextPlural, prefix: String) -> Bool {
    guard !originals.isEmpty, prefix.utf8.count <= JSONTextsReader.maxPrefixLength,
      let original = originals[ExactKey(prefix + plural.base)]
    else { return false }
    return original.values.contains(where: \.message.hasBranches)
      && !plural.forms.contains { originals[ExactKey(prefix + $0.member.name)] != nil }
  }
}
