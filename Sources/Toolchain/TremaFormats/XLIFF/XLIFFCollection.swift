import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// The texts of all `file` elements in a document. Each key occurs once.
struct XLIFFCollection {
  /// The texts that have been added, in document order.
  private(set) var reading = FormatReading()
  /// The path to print in diagnostics.
  private let file: String
  /// The text indices, by the UTF-8 bytes of their keys.
  private var indices: [[UInt8]: Int] = [:]
  /// The sources of values, by key and language. The dictionary avoids searching a text's values,
  /// of which there can be many.
  private var sources: [ValueName: String] = [:]
  /// The source language of the `file` elements that have been read.
  private var master: LanguageTag?

  /// Creates an empty collection.
  ///
  /// - Parameter file: The path to print in diagnostics.
  init(_ file: String) {
    self.file = file
    reading.hasStatuses = true
  }

  /// Starts a `file` element.
  ///
  /// - Parameters:
  ///   - source: The language that the element translates from.
  ///   - position: The position of the element.
  /// - Throws: `different-masters` if an earlier element translates from a different language.
  mutating func begin(
    _ source: LanguageTag, at position: SourcePosition
  ) throws(Diagnostic) {
    if let master, master != source {
      throw Diagnostic(
        .error, "different-masters",
        "the master language is '\(master)', but this file uses '\(source)'",
        at: SourceLocation(file: file, start: position),
        hint: "read the files separately; a catalogue has one master language")
    }
    master = source
    reading.masterLanguage = source.description
  }

  /// Adds the texts of a `file` element.
  ///
  /// - Parameter findings: The list to which problems are added.
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

  /// Adds the values of a text whose key already exists. The same key in a later `file` element is
  /// either the same text in a different language, or a different text, because apps have one
  /// element per table. If the texts differ, the first is kept.
  private mutating func merge(
    _ text: Text, into index: Int, noting findings: inout FindingList
  ) {
    // The texts are the same if no language has two different values.
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
        "key '\(text.key.shortened)' has different text in an earlier 'file' element",
        at: text.location(text.position),
        hint: "import the 'file' elements separately; only the first text is used",
        subject: text.key,
        related: [Diagnostic.Related("first defined here", at: first.location(first.position))])
      return
    }
    for value in text.values {
      let name = ValueName(key: key, language: value.language)
      if sources[name] != nil { continue }
      sources[name] = value.source
      reading.texts[index].values.append(value)
    }
  }

  /// The key and the language of a value. The key is in UTF-8 because keys are compared byte for
  /// byte.
  private struct ValueName: Hashable {
    var key: [UInt8]
    var language: String
  }
}
