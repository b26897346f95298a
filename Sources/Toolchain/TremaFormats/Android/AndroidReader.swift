import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// A reader for the `strings.xml` of Android and Compose Multiplatform. It reads texts, plurals and
/// text arrays in the language specified by the options.
///
/// Constructs that the resource compiler rejects are reported as errors. Resources that are not
/// texts are omitted and reported as notes.
///
/// Source: measured with `aapt2`; see `Documentation/Formats/Android.md` and `Compose.md`.
struct AndroidReader {
  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - options: The language and the limits.
  ///   - dialect: The rules of the file.
  /// - Throws: A diagnostic if the file is not XML, has a different root element, or has an unknown
  ///   language.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions, _ dialect: ResourceDialect
  ) throws(Diagnostic) -> FormatReading {
    guard let spelling = options.language ?? options.masterLanguage,
      let language = LanguageTag(spelling)
    else {
      throw Diagnostic(
        .error, "missing-language",
        options.language.map { "'\($0)' is not a language tag" }
          ?? "the language of this file is unknown",
        at: SourceLocation(file: options.file),
        hint: "specify the language, or move the file to a folder such as values-pt-rBR",
        kind: .usage)
    }
    let handler = AndroidHandler(options, dialect)
    let xml = XMLReader(file: options.file, handler: handler)
    try xml.feed(bytes)
    try xml.finish()
    // Resources are converted after the whole file has been read because a later resource may
    // replace an earlier one with the same name.
    var reader = AndroidReader(options, dialect, language)
    reader.reading.findings = handler.allFindings()
    for position in handler.strayComments {
      reader.reading.losses.note(.context, key: "", at: reader.location(position))
    }
    for resource in reader.preferredResources(of: handler.resources) { reader.append(resource) }
    reader.reading.findings.sort()
    return reader.reading
  }

  let options: ReadingOptions
  /// The rules of the file.
  let dialect: ResourceDialect
  let language: LanguageTag
  /// The language tag of each value.
  let languageName: String
  /// The texts and findings so far.
  var reading: FormatReading
  /// The positions of the keys, in UTF-8 because keys are compared byte for byte.
  var keys: [[UInt8]: SourcePosition] = [:]

  private init(
    _ options: ReadingOptions, _ dialect: ResourceDialect, _ language: LanguageTag
  ) {
    self.options = options
    self.dialect = dialect
    reading = FormatReading(options)
    self.language = language
    languageName = language.description
  }

  /// Returns the source location for a position in the file.
  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }

  /// Adds a finding.
  ///
  /// - Parameter first: The position of an earlier definition that the finding refers to.
  mutating func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: String? = nil, subject: @autoclosure () -> String,
    first: SourcePosition? = nil
  ) {
    let file = options.file
    reading.findings.add(
      severity, code, message(), at: location(position), hint: hint, subject: subject(),
      related: first.map { first in
        let location = SourceLocation(file: file, start: first)
        return [Diagnostic.Related("first defined here", at: location)]
      } ?? [])
  }

  // MARK: Names

  /// Returns one resource per name. If there are several for different products, this is the
  /// default product's resource or, if there is none, the first. Duplicates for the same product
  /// are reported.
  private mutating func preferredResources(of resources: [AndroidResource]) -> [AndroidResource] {
    var chosen: [AndroidResource] = []
    var indexes: [[UInt8]: Int] = [:]
    var products: Set<[UInt8]> = []
    for resource in resources {
      // Arrays and texts have different keys, so an array and a text may have the same name.
      let name = Array(resource.name.utf8) + (resource.isArray ? [0] : [])
      let isNew = products.insert(name + [0, 0] + Array((resource.product ?? "").utf8)).inserted
      guard let index = indexes[name] else {
        indexes[name] = chosen.count
        chosen.append(resource)
        continue
      }
      guard isNew else {
        report(
          .error, "duplicate-key", "key '\(resource.name)' is defined twice",
          at: resource.namePosition, hint: "rename or remove one of them",
          subject: resource.name, first: chosen[index].namePosition)
        continue
      }
      reading.losses.note(.variation, key: resource.name, at: location(resource.namePosition))
      let isDefault = resource.product == nil || resource.product == "default"
      if isDefault, chosen[index].product != nil { chosen[index] = resource }
    }
    return chosen
  }
}
