import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// Reads Android's `strings.xml`: texts, plurals and arrays of texts in the language of the options.
///
/// What the resource compiler refuses is an error here too, at its place in the file; what is no
/// text stays behind with a note.
///
/// Source: measured with `aapt2`; see `Documentation/Formats/Android.md`.
struct AndroidReader {
  /// - Throws: when the file is no XML or has another root, or when its language is unknown.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    guard let spelling = options.language ?? options.masterLanguage,
      let language = LanguageTag(spelling)
    else {
      throw Diagnostic(
        .error, "missing-language",
        options.language.map { "'\($0)' is no language tag" }
          ?? "the language of this file is unknown",
        at: SourceLocation(file: options.file),
        hint: "name the language, or put the file into a folder such as values-pt-rBR",
        kind: .usage)
    }
    let handler = AndroidHandler(options)
    let xml = XMLReader(file: options.file, handler: handler)
    try xml.feed(bytes)
    try xml.finish()
    var reader = AndroidReader(options, language)
    reader.reading.findings = handler.allFindings()
    for position in handler.strayComments {
      reader.reading.losses.note(.context, key: "", at: reader.location(position))
    }
    for resource in reader.chosen(of: handler.resources) { reader.append(resource) }
    reader.reading.findings.sort()
    return reader.reading
  }

  let options: ReadingOptions
  let language: LanguageTag
  /// The language of each value.
  let languageName: String
  var reading: FormatReading
  var keys: [[UInt8]: SourcePosition] = [:]

  private init(_ options: ReadingOptions, _ language: LanguageTag) {
    self.options = options
    reading = FormatReading(options)
    self.language = language
    languageName = language.description
  }

  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }

  mutating func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: String? = nil, subject: @autoclosure () -> String,
    first: SourcePosition? = nil
  ) {
    let file = options.file
    reading.findings.add(
      severity, code, message(), at: location(position), hint: hint, subject: subject(),
      related: first.map { first in
        let place = SourceLocation(file: file, start: first)
        return [Diagnostic.Related("the first is here", at: place)]
      } ?? [])
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
    return chosen
  }
}
