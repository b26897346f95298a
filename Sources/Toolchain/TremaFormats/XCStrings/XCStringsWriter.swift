import TremaCatalog
import TremaJSON
import TremaMessages

/// A writer for string catalogs in Xcode's layout. Texts are in catalog order. Languages and fields
/// are sorted by name, as in Xcode.
///
/// See `Documentation/Formats/XCStrings.md`.
package struct XCStringsWriter: CatalogWriter {
  package static let supportedFeatures: Features = [
    .status, .context, .textTags, .textPlatforms, .translatable, .variation,
  ]

  /// Returns the file's path, relative to the output folder.
  package static func path(_ file: CatalogDescription) -> String { "\(file.table).xcstrings" }

  private static let json = JSONWriter(order: .sorted, layout: .xcode, endsWithNewline: false)

  private let source: String
  /// Whether no text has been written.
  private var isEmpty = true
  /// The last text. It is written when the next text starts, because device variants may follow it.
  private var open: (key: String, entry: JSONObject, localizations: JSONObject)?
  /// The features in the last text that could not be written.
  private var losses: [Feature] = []

  package init(_ file: CatalogDescription) { source = file.masterLanguage.description }

  package mutating func begin(into output: inout [UInt8]) {
    output.append("{")
    output += Self.json.bytes(
      of: JSONObject.Member("sourceLanguage", JSONValue(.string(source))), depth: 1, isFirst: true)
    output.append(",\n  \"strings\" : {")
  }

  /// Adds a text, or a device variant of the last text.
  package mutating func append(
    _ text: Text, _ outline: TextOutline, into output: inout [UInt8]
  ) {
    losses = []
    let key = text.key
    var entry = JSONObject([JSONObject.Member("extractionState", JSONValue(.string("manual")))])
    let annotations = outline.annotations
    let comment = (annotations.prose + annotations.selectionLines).joined(separator: "\n")
    if !comment.isEmpty {
      entry.members.append(JSONObject.Member("comment", JSONValue(.string(comment))))
    }
    if !annotations.isTranslatable {
      entry.members.append(JSONObject.Member("shouldTranslate", JSONValue(.bool(false))))
    }
    // If two languages have the same canonical tag, only the first one is written.
    var localizations = JSONObject()
    var written: Set<String> = []
    for (index, value) in text.values.enumerated() {
      let language = LanguageTag(value.language)
      let name = language?.description ?? value.language
      guard written.insert(name).inserted else { continue }
      localizations.members.append(
        JSONObject.Member(
          name, node(value, outline.numbered(value.message, at: index), language, outline)))
    }
    if annotations.isVariation, var text = open,
      let device = XCStringsDevices.device(in: key, of: text.key)
    {
      XCStringsDevices.add(localizations, for: device, to: &text.localizations)
      open = text
      return
    }
    writeOpenText(into: &output)
    open = (key, entry, localizations)
  }

  /// Writes the last text, including its localizations.
  private mutating func writeOpenText(into output: inout [UInt8]) {
    guard let text = open else { return }
    open = nil
    var entry = text.entry
    if !text.localizations.members.isEmpty {
      entry.members.append(
        JSONObject.Member("localizations", JSONValue(.object(text.localizations))))
    }
    output += Self.json.bytes(
      of: JSONObject.Member(text.key, JSONValue(.object(entry))), depth: 2, isFirst: isEmpty)
    isEmpty = false
  }

  package mutating func end(into output: inout [UInt8]) {
    writeOpenText(into: &output)
    if isEmpty { output.append("\n") }
    output.append("\n  },\n  \"version\" : \"1.0\"\n}")
  }

  package mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses
  }

  /// Returns the JSON of a value, and records the features that are lost.
  ///
  /// - Parameters:
  ///   - message: The message of the value, with numbered arguments.
  ///   - language: The language of the value, or `nil` if its tag is invalid.
  ///   - outline: The properties that the text's languages share.
  private mutating func node(
    _ value: Value, _ message: Message, _ language: LanguageTag?, _ outline: TextOutline
  ) -> JSONValue {
    let state = value.status.xcstringsState
    if !state.isExact { losses.append(.status) }
    let node = XCStringsNode(
      message, in: language, names: outline.names,
      conversions: outline.annotations.conversions)
    if node.isWholeMessage { losses.append(message.featureLostAsText) }
    return node.value(state: state.name)
  }
}
