import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// The texts of all files of a document, each key once.
struct XLIFFCollection {
  private(set) var reading = FormatReading()
  private let file: String
  private var indices: [[UInt8]: Int] = [:]
  /// The sources by key and language: the values of a text may be many.
  private var sources: [ValueName: String] = [:]
  private var master: LanguageTag?

  init(_ file: String) {
    self.file = file
    reading.hasStatuses = true
  }

  /// - Throws: when a file translates from another language than those before it.
  mutating func begin(
    _ source: LanguageTag, at position: SourcePosition
  ) throws(Diagnostic) {
    if let master, master != source {
      throw Diagnostic(
        .error, "different-masters",
        "this file translates from \(source), those before it from \(master)",
        at: SourceLocation(file: file, start: position),
        hint: "a catalogue has one master language: read the files apart")
    }
    master = source
    reading.masterLanguage = source.description
  }

  /// - Parameter findings: take what is found.
  mutating func append(_ texts: XLIFFTexts, noting findings: inout FindingList) {
    reading.losses.merge(texts.losses)
    for text in texts.texts {
      let key = Array(text.key.utf8)
      if let index = indices[key] {
        merge(text, into: index, noting: &findings)
      } else {
        indices[key] = reading.texts.count
        reading.texts.append(text)
        for value in text.values {
          sources[ValueName(key: key, language: value.language)] = value.source
        }
      }
    }
  }

  /// The same key in another `file` is another language of the text, or another text: apps have a
  /// file for each of their tables.
  private mutating func merge(
    _ text: Text, into index: Int, noting findings: inout FindingList
  ) {
    let key = Array(text.key.utf8)
    let isSame = text.values.allSatisfy { value in
      sources[ValueName(key: key, language: value.language)].map {
        $0.utf8.elementsEqual(value.source.utf8)
      } ?? true
    }
    guard isSame else {
      let first = reading.texts[index]
      findings.add(
        .warning, "duplicate-key",
        "the key '\(text.key.shortened)' is another text in an earlier file element",
        at: text.location(text.position), hint: "the first one is read; read the files apart",
        subject: text.key,
        related: [Diagnostic.Related("the first one", at: first.location(first.position))])
      return
    }
    for value in text.values {
      let name = ValueName(key: key, language: value.language)
      if sources[name] != nil { continue }
      sources[name] = value.source
      reading.texts[index].values.append(value)
    }
  }

  private struct ValueName: Hashable {
    var key: [UInt8]
    var language: String
  }
}
