import TremaCatalog
import TremaMessages
import TremaSupport

/// The writer of Twine files in Twine's own layout: the master language first, then the tags and
/// the comment, then the other languages by name. All texts are in one section, because Twine
/// cannot read those without a section that it has written itself.
///
/// See Twine 1.1, `lib/twine/twine_file.rb`, `write`, and `Documentation/Formats/Twine.md`.
struct TwineWriter: CatalogWriter {
  static let supportedFeatures: Features = [.context, .tags, .textTags]

  /// Returns the file's path, `TABLE.txt`.
  static func path(_ description: CatalogDescription) -> String { "\(description.table).txt" }

  /// The name of the section.
  private let section: String
  private let master: LanguageTag
  /// The languages by their spellings in the catalog.
  private var languages = LanguageTable()
  /// The features in the last text that were lost.
  private var losses: [Feature] = []
  /// The problems since ``takeProblems()``.
  private var problems: [Diagnostic] = []

  init(_ description: CatalogDescription) {
    section = description.table
    master = description.masterLanguage
  }

  mutating func begin(into output: inout [UInt8]) {
    output.append("[[")
    output.append(text: section)
    output.append("]]\n")
  }

  mutating func append(_ text: Text, _ outline: TextOutline, into output: inout [UInt8]) {
    losses = []
    guard Self.canWrite(key: text.key) else {
      problems.append(
        Diagnostic(
          .error, "invalid-key", "'\(text.key.shortened)' cannot be a key in a Twine file",
          hint: "rename it; Twine cannot read a key that is empty, begins with '[', or contains a "
            + "line break", subject: text.key))
      return
    }
    output.append("\t[")
    output.append(text: text.key)
    output.append("]\n")
    let values = values(text, outline)
    for (language, value) in values where language == master {
      append(value, named: language, into: &output)
    }
    if !outline.annotations.tags.isEmpty {
      append(
        Array(outline.annotations.tags.joined(separator: ",").utf8), named: "tags", into: &output)
    }
    let comment = outline.prose.filter { !$0.isEmpty }.joined(separator: " ")
    if !comment.isEmpty { append(Array(comment.utf8), named: "comment", into: &output) }
    for (language, value) in values where language != master {
      append(value, named: language, into: &output)
    }
  }

  mutating func end(into output: inout [UInt8]) {}

  mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses
  }

  mutating func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  /// Whether Twine reads a key as it is written.
  private static func canWrite(key: String) -> Bool {
    !key.isEmpty && key.utf8.first != UInt8(ascii: "[")
      && !key.utf8.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Returns the values with their languages, sorted by name. Of two values with the same tag, the
  /// first is written.
  private mutating func values(
    _ text: Text, _ outline: TextOutline
  ) -> [(LanguageTag, [UInt8])] {
    var written: Set<LanguageTag> = []
    var values: [(name: String, LanguageTag, [UInt8])] = []
    for (index, value) in text.values.enumerated() {
      guard let language = languages.language(of: value.language).tag,
        written.insert(language).inserted
      else { continue }
      var message = value.message
      if message.hasBranches {
        losses.append(message.featureLostAsText)
        // Names would be numbered in the order of this language alone.
        message = outline.numbered(message, at: index)
      }
      values.append((language.description, language, Self.spelling(of: message)))
    }
    return values.sorted { $0.name < $1.name }.map { ($0.1, $0.2) }
  }

  /// Returns the value of a field for a message.
  private static func spelling(of message: Message) -> [UInt8] {
    var bytes: [UInt8] = []
    message.forEachPiece(.apple, numbered: false) { text in
      bytes.append(text) { byte in
        switch byte {
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "\n"): "\\n"
        case UInt8(ascii: "\r"): "\\r"
        case UInt8(ascii: "\t"): "\\t"
        default: nil
        }
      }
    } placeholder: { placeholder in
      bytes += placeholder
    }
    return bytes
  }

  /// Appends a field. Backquotes protect white space at an end, and backquotes at both ends.
  private func append(_ value: [UInt8], named name: String, into output: inout [UInt8]) {
    output.append("\t\t")
    output.append(text: name)
    output.append(" = ")
    var isQuoted = false
    if let first = value.first, let last = value.last {
      let quote = UInt8(ascii: "`")
      isQuoted =
        TwineLine.isSpace(first) || TwineLine.isSpace(last) || first == quote && last == quote
    }
    if isQuoted { output.append("`") }
    output += value
    output.append(isQuoted ? "`\n" : "\n")
  }

  /// Appends a value.
  private func append(_ value: [UInt8], named language: LanguageTag, into output: inout [UInt8]) {
    append(value, named: language.description, into: &output)
  }
}
