import TremaCatalog
import TremaMessages

/// `strings.xml` as trema-core wrote it: `&` and `'` escaped, placeholders numbered, everything else
/// as it is in the catalogue, no line feed at the end.
///
/// What the resource compiler refuses, or reads as something else than the catalogue says, gets the
/// escapes it needs. White space stays as it is: the compiler folds it, as it always did.
///
/// Source: `Documentation/Compatibility.md`, section "trema-core"; what is refused was measured with
/// `aapt2`.
struct TremaCoreAndroidWriter: LanguageWriter {
  static func paths(_ file: FileDescription) -> [String] {
    if file.isChosenDefault { return ["values/strings.xml"] }
    let qualifier =
      isQualifier(file.spelling) ? file.spelling : AndroidQualifier.qualifier(of: file.language)
    return ["values-\(qualifier)/strings.xml"]
  }

  static func pathDifference(_ file: FileDescription) -> String? {
    if file.isChosenDefault || isQualifier(file.spelling) { return nil }
    let folder = "values-\(AndroidQualifier.qualifier(of: file.language))"
    return
      "trema-core wrote to values-\(file.spelling), which Android refuses; this is in \(folder)"
  }

  /// A language alone is spelled alike in trema and in Android; all else is not.
  private static func isQualifier(_ spelling: String) -> Bool {
    (2...3).contains(spelling.utf8.count)
  }

  private var differences = WritingDifferences()

  init(_ file: FileDescription) {}

  mutating func begin(into output: inout [UInt8]) {
    output.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
    output.append("<!-- Generated file - do not edit -->\n<resources>\n")
  }

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    differences.noteMarkup(of: entry)
    let name = AndroidName.resource(for: entry.key)
    if let repair = name.repair {
      differences.note(
        "trema-core stopped at this key, or wrote a name that Android refuses (\(repair)); this is "
          + "'\(name.name)'", at: .key)
    }
    output.append("  <string name=\"")
    output.append(text: name.name)
    output.append("\"")
    let format = TremaCoreFormat(entry.source, &differences)
    if format.countsAsSeveral {
      differences.note(
        "trema-core left out formatted=\"false\", without which Android refuses several percent signs",
        at: .value(nil))
      output.append(" formatted=\"false\"")
    }
    output.append(">")
    var value = TremaCoreValue(format)
    value.write(&differences, into: &output)
    output.append("</string>\n")
  }

  mutating func end(into output: inout [UInt8]) { output.append("</resources>") }

  mutating func takeDifferences() -> [WritingDifference] { differences.take() }
}
