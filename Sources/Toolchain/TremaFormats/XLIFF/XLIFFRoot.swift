import TremaMessages
import TremaSupport
import TremaXML

/// The `xliff` element: the version, and in 2.x the languages.
struct XLIFFRoot {
  /// 1 or 2.
  let generation: Int
  private let tag: XMLTag
  private let options: ReadingOptions

  init(_ tag: XMLTag, name: String, uri: String, _ options: ReadingOptions) throws(Diagnostic) {
    self.tag = tag
    self.options = options
    guard name == "xliff" else {
      throw Self.unreadable(
        "wrong-root", "the root element is '\(tag.name)', not 'xliff'", at: tag.position, options,
        hint: "is this an XLIFF file?")
    }
    guard XLIFFNamespace.isXLIFF(uri) else {
      throw Self.unreadable(
        "wrong-root", "the namespace '\(uri)' is none of XLIFF's", at: tag.position, options,
        hint: "is this an XLIFF file? xmlns=\"\(XLIFFNamespace.one)\"")
    }
    guard let version = tag.attribute("version") else {
      throw Self.unreadable(
        "missing-version", "the root has no attribute 'version'", at: tag.position, options,
        hint: "say which XLIFF it is: version=\"1.2\"")
    }
    guard let generation = XLIFFNamespace.generations[version.value] else {
      throw Self.unreadable(
        "unknown-version", "version '\(version.value)' of XLIFF is not known",
        at: version.valuePosition, options, hint: "1.0, 1.1, 1.2, 2.0, 2.1 and 2.2 are")
    }
    self.generation = generation
  }

  /// - Parameter tag: of a `file` element.
  func file(_ tag: XMLTag, _ options: ReadingOptions) throws(Diagnostic) -> XLIFFFile {
    let target = generation == 1 ? tag.attribute("target-language") : self.tag.attribute("trgLang")
    return XLIFFFile(
      source: try source(of: tag), target: try target.map(language), position: tag.position)
  }

  func source(of tag: XMLTag) throws(Diagnostic) -> LanguageTag {
    let name = generation == 1 ? "source-language" : "srcLang"
    let holder = generation == 1 ? tag : self.tag
    if let attribute = holder.attribute(name) { return try language(attribute) }
    if let language = options.masterLanguage.flatMap(LanguageTag.init) { return language }
    throw Self.unreadable(
      "missing-language", "this element has no attribute '\(name)'", at: holder.position, options,
      hint: "name the language that the file translates from: \(name)=\"en\"")
  }

  private func language(_ attribute: XMLAttribute) throws(Diagnostic) -> LanguageTag {
    if let tag = LanguageTag(attribute.value) { return tag }
    throw Diagnostic(
      .error, "invalid-language", "'\(attribute.value)' is not a language tag",
      at: SourceLocation(file: options.file, start: attribute.valuePosition),
      hint: "write a tag such as de, pt-BR or zh-Hans", subject: attribute.value)
  }

  private static func unreadable(
    _ code: String, _ message: String, at position: SourcePosition, _ options: ReadingOptions,
    hint: String
  ) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: options.file, start: position), hint: hint,
      kind: .unreadable)
  }
}
