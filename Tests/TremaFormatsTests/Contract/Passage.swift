import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// A round trip of a catalogue through another format: written as `convert` writes it, read and
/// combined as `import` does.
struct Passage {
  struct Failure: Error, CustomStringConvertible { let description: String }

  private(set) var files: [(language: LanguageTag, bytes: [UInt8])] = []
  private(set) var catalogue: Catalog
  /// The features that the writers and readers could not express.
  private(set) var losses: Set<Feature> = []
  private(set) var diagnostics: [Diagnostic] = []

  init(
    _ texts: [Text], through format: ReadableFormat, _ writing: FormatContract.Writing,
    languages: [LanguageTag]
  ) throws {
    catalogue = Catalog(
      header: CatalogHeader(file: "Back.trm", masterLanguage: languages[0].description))
    switch writing {
    case .trema:
      var original = catalogue
      original.texts = texts
      files = [(languages[0], original.encoded())]
    case .languages(let format): writeLanguages(texts, format, languages)
    case .catalogue(let format): writeCatalogue(texts, format, languages)
    }
    try read(format)
  }

  private mutating func writeLanguages(
    _ texts: [Text], _ format: ResourceFormat, _ languages: [LanguageTag]
  ) {
    let master = languages[0]
    for language in languages {
      var file = FileDescription(
        source: "Texts.trm", table: "Texts", language: language, defaultLanguage: master)
      file.masterLanguage = master
      // Without it a text with braces of its own cannot be written.
      file.usesARBEscaping = true
      var writer = format.writer(file)
      var output: [UInt8] = []
      writer.begin(into: &output)
      for text in texts {
        let annotations = Annotations(text.context)
        let outline = TextOutline(text, annotations: annotations, master: master.description)
        if let index = text.index(ofLanguage: language.description) {
          writer.append(Entry(text, at: index, outline), into: &output)
        } else if format.reportsMissing {
          writer.appendMissing(text.key, outline, into: &output)
        }
        losses.formUnion(writer.takeLosses())
        losses.formUnion(
          Feature.features(of: TextBatch.view(of: text), outline).subtracting(
            format.supportedFeatures()
          ).all)
        diagnostics += writer.takeProblems()
      }
      writer.end(into: &output)
      files.append((language, output))
    }
  }

  private mutating func writeCatalogue(
    _ texts: [Text], _ format: CatalogFormat, _ languages: [LanguageTag]
  ) {
    var writer = format.writer(
      CatalogDescription(
        source: "Texts.trm", table: "Texts", masterLanguage: languages[0], languages: languages))
    var output: [UInt8] = []
    writer.begin(into: &output)
    for text in texts {
      let annotations = Annotations(text.context)
      let outline = TextOutline(
        text, annotations: annotations, master: languages[0].description)
      writer.append(text, outline, into: &output)
      losses.formUnion(writer.takeLosses())
      losses.formUnion(
        Feature.features(of: TextBatch.view(of: text), outline).subtracting(
          format.supportedFeatures
        ).all)
      diagnostics += writer.takeProblems()
    }
    writer.end(into: &output)
    files.append((languages[0], output))
  }

  private mutating func read(_ format: ReadableFormat) throws {
    var work = CatalogImport(into: catalogue)
    var originals: [ExactKey: Text] = [:]
    for (language, bytes) in files {
      var options = ReadingOptions(
        file: "f.\(language)", language: format.namesLanguages ? nil : language.description)
      options.masterLanguage = catalogue.header.masterLanguage
      options.originals = Originals(originals.values)
      options.usesARBEscaping = true
      let reading = try format.read(bytes, options)
      for text in reading.texts where originals[ExactKey(text.key)] == nil {
        originals[ExactKey(text.key)] = text
      }
      diagnostics += reading.diagnostics
      diagnostics += work.add(reading)
    }
    work.finish()
    diagnostics += work.diagnostics
    catalogue = work.catalog
  }

  /// The files as text, for the comment of an expectation.
  var shown: String {
    files.map { "\($0.language):\n\(String(decoding: $0.bytes.prefix(4000), as: UTF8.self))" }
      .joined(separator: "\n")
  }
}
