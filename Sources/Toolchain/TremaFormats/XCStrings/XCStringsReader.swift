import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// A reader for Xcode's string catalogs. Each key becomes a text with values in all languages,
/// starting with the source language.
///
/// See `Documentation/Formats/XCStrings.md`.
struct XCStringsReader {
  private let options: ReadingOptions
  /// The source language.
  private let source: String
  private var reading: FormatReading

  /// Reads a whole file.
  ///
  /// - Throws: An `.unreadable` diagnostic if the file is not a string catalog, or has no source
  ///   language.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let document = try XCStringsDocument.decode(bytes, file: options.file)
    guard let source = document.sourceLanguage ?? options.masterLanguage else {
      throw missingSource(document, options)
    }
    var reader = XCStringsReader(options: options, source: tag(source))
    reader.reading.masterLanguage = reader.source
    reader.reading.hasStatuses = true
    for member in document.root.members
    where !["sourceLanguage", "strings", "version"].contains(member.name) {
      reader.reading.losses.note(
        .unknownField, key: member.name, at: member.nameLocation, named: member.name)
    }
    for member in document.strings {
      reader.read(member, isVariation: false)
      for text in XCStringsDevices.texts(of: member) { reader.read(text, isVariation: true) }
    }
    return reader.reading
  }

  private init(options: ReadingOptions, source: String) {
    self.options = options
    self.source = source
    reading = FormatReading(options)
  }

  /// Returns the diagnostic for a file without `sourceLanguage`.
  private static func missingSource(
    _ document: XCStringsDocument, _ options: ReadingOptions
  ) -> Diagnostic {
    Diagnostic(
      .error, "missing-master-language", "the catalogue has no 'sourceLanguage'",
      at: document.root["sourceLanguage"]?.location
        ?? SourceLocation(file: options.file, start: .start),
      hint: "add \"sourceLanguage\" : \"en\"", kind: .unreadable)
  }

  /// Returns a language tag in canonical form. An invalid tag is kept so that the checks report it.
  private static func tag(_ spelling: String) -> String {
    LanguageTag(spelling)?.description ?? spelling
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - member: The key and its object.
  ///   - isVariation: Whether the text is a device variant.
  private mutating func read(_ member: JSONObject.Member, isVariation: Bool) {
    guard let entry = member.value.object else {
      reading.findings.addUnexpected(member.value, wanted: "an object", of: member.name)
      return
    }
    let key = member.name
    let position = member.nameLocation?.start ?? .start
    var annotations = Annotations("")
    annotations.isVariation = isVariation
    var values: [Value] = []
    var names: [Int: String] = [:]
    var conversions: [Int: String] = [:]
    for field in entry.members {
      switch field.name {
      case "comment":
        if let comment = string(field) { annotations = merged(annotations, comment) }
      case "extractionState":
        if let state = string(field), state != "manual" {
          reading.losses.note(.extractionState, key: key, at: field.value.location)
        }
      case "shouldTranslate":
        if let isTrue = field.value.bool {
          annotations.isTranslatable = isTrue
        } else {
          reading.findings.addUnexpected(field.value, wanted: "true or false", of: field.name)
        }
      case "localizations": values = localizations(field, key: key, &names, &conversions)
      default:
        reading.losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
      }
    }
    // Xcode updates texts without a state from the code. Catalogs that trema writes mark all texts
    // as manual.
    if !isVariation, entry["extractionState"] == nil {
      reading.losses.note(.extractionState, key: key, at: member.nameLocation)
    }
    annotations.conversions.merge(conversions) { existing, _ in existing }
    for (number, name) in names where annotations.parameters[number] == nil {
      annotations.parameters[number] = Annotations.Parameter(name)
    }
    let hasSource = entry["localizations"]?.object?.members.contains { Self.tag($0.name) == source }
    if !isVariation, hasSource != true, !values.contains(where: { $0.language == source }) {
      // Apple platforms display the key if there is no value in the source language.
      let message = Message.parseAsShown(key).message
      reading.losses.noteSpelling(of: message, key: key, at: member.nameLocation)
      values.insert(
        Value(language: source, message: message, options: options, at: position), at: 0)
    }
    reading.texts.append(
      Text(key: key, annotations: annotations, values: values, options: options, at: position))
  }

  /// Returns the annotations in a comment, with the `isTranslatable` property that has already been
  /// read.
  private func merged(_ annotations: Annotations, _ comment: String) -> Annotations {
    var result = Annotations(comment)
    if !annotations.isTranslatable { result.isTranslatable = false }
    return result
  }

  /// Returns the string in a field. Reports a problem if it is not a string.
  private mutating func string(_ field: JSONObject.Member) -> String? {
    if let string = field.value.string { return string }
    reading.findings.addUnexpected(field.value, wanted: "a string", of: field.name)
    return nil
  }

  /// Reads the values of all languages.
  ///
  /// - Parameters:
  ///   - field: The `localizations` member.
  ///   - names: The argument names, to which the names from substitutions are added. Names from the
  ///     source language have priority.
  ///   - conversions: The conversions that no form displays. Conversions from the source language
  ///     have priority.
  private mutating func localizations(
    _ field: JSONObject.Member, key: String, _ names: inout [Int: String],
    _ conversions: inout [Int: String]
  ) -> [Value] {
    guard let languages = field.value.object else {
      reading.findings.addUnexpected(field.value, wanted: "an object", of: field.name)
      return []
    }
    var values: [Value] = []
    var seen: Set<String> = []
    for member in languages.members {
      let language = Self.tag(member.name)
      if !seen.insert(language).inserted {
        reading.findings.add(
          .error, "duplicate-language", "'\(key.shortened)' has two values for '\(language)'",
          at: member.nameLocation, hint: "remove one of them", subject: key)
        continue
      }
      // The findings are moved to the node reader and back, which keeps them in one list without
      // copying.
      var node = XCStringsNodeReader(key: key, language: LanguageTag(language))
      swap(&node.findings, &reading.findings)
      if let (message, units) = node.message(of: member.value) {
        reading.losses.noteSpelling(of: message, key: key, at: units.first?.location)
        if let first = units.first, units.contains(where: { $0.state != first.state }) {
          reading.losses.note(.state, key: key, at: first.location)
        }
        let position = units.first?.location?.start ?? .start
        var value = Value(
          language: language, status: Status(units), message: message, options: options,
          at: position)
        value.languagePosition = member.nameLocation?.start ?? position
        // The source language comes first because it determines the argument numbers.
        values.insert(value, at: language == source ? 0 : values.count)
        names.merge(node.names) { first, new in language == source ? new : first }
        conversions.merge(node.conversions) { first, new in language == source ? new : first }
      }
      swap(&node.findings, &reading.findings)
      reading.losses.merge(node.losses)
    }
    return values
  }
}

/// An Xcode string catalog, with all of its fields in order, including unknown ones. Decoding and
/// encoding a file in Xcode's layout gives the same bytes.
package struct XCStringsDocument: Hashable, Sendable {
  /// The root object.
  package var root: JSONObject
  /// Whether the file ends with a line feed. Xcode does not write one.
  package var hasFinalNewline = false

  package init(root: JSONObject) { self.root = root }

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, in UTF-8.
  ///   - file: The path to print in diagnostics. The file is not opened.
  /// - Throws: `invalid-json` for invalid JSON or a duplicate key, or `wrong-root` for JSON that is
  ///   not a string catalog.
  package static func decode(
    _ bytes: [UInt8], file: String
  ) throws(Diagnostic) -> XCStringsDocument {
    let value = try JSONValue.decode(bytes, file: file)
    guard let root = value.object, root["strings"]?.object != nil else {
      throw .unexpectedDocument(value, "an Xcode string catalogue", at: root(value))
    }
    var document = XCStringsDocument(root: root)
    document.hasFinalNewline = bytes.last == UInt8(ascii: "\n")
    return document
  }

  /// Returns the file in Xcode's layout.
  package func encoded() -> [UInt8] {
    JSONWriter(layout: .xcode, endsWithNewline: hasFinalNewline).bytes(of: JSONValue(.object(root)))
  }

  /// The language tag in `sourceLanguage`, if there is one.
  package var sourceLanguage: String? { root["sourceLanguage"]?.string }

  /// The keys and their objects, in file order.
  package var strings: [JSONObject.Member] { root["strings"]?.object?.members ?? [] }

  /// Returns the location of the problem in a file that is not a string catalog: the value of
  /// `strings` or, if there is none, the document.
  private static func root(_ value: JSONValue) -> SourceLocation? {
    value.object?["strings"]?.location ?? value.location
  }
}
