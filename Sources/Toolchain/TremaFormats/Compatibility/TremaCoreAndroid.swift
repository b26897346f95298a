import TremaCatalog
import TremaMessages

/// A writer for `strings.xml` in the form of trema-core: `&` and `'` are escaped, placeholders are
/// numbered, everything else is spelled as in the catalog, and the file does not end with a line
/// feed.
///
/// A construct that the resource compiler rejects or interprets differently gets the necessary
/// escape sequences. Whitespace is not escaped; the compiler collapses it, as in trema-core's
/// files.
///
/// See `Documentation/Compatibility.md`, section "trema-core"; the constructs that the compiler
/// rejects were measured with `aapt2`.
struct TremaCoreAndroidWriter: LanguageWriter {
  static func paths(_ file: FileDescription) -> [String] {
    if file.isChosenDefault { return ["values/strings.xml"] }
    let qualifier =
      isQualifier(file.spelling) ? file.spelling : AndroidQualifier.qualifier(of: file.language)
    return ["values-\(qualifier)/strings.xml"]
  }

  /// Returns the reason why the path differs from trema-core's path, or `nil` if it is the same.
  static func pathDifference(_ file: FileDescription) -> String? {
    if file.isChosenDefault || isQualifier(file.spelling) { return nil }
    let folder = "values-\(AndroidQualifier.qualifier(of: file.language))"
    return
      "trema-core wrote to values-\(file.spelling), which Android rejects; this file is in \(folder)"
  }

  /// Returns whether a language tag is also Android's qualifier, which is true if it has no region
  /// or script.
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
    if let repair = name.adjustmentReason {
      differences.note(
        "trema-core stopped at this key, or wrote a name that Android rejects (\(repair)); the name "
          + "is now '\(name.name)'", at: .key)
    }
    output.append("  <string name=\"")
    output.append(text: name.name)
    output.append("\"")
    // trema-core numbered placeholders in its own way. The format corrects what Java would reject.
    let format = TremaCoreFormat(entry.source, &differences)
    if format.countsAsSeveralArguments {
      differences.note(
        "trema-core omitted formatted=\"false\", without which Android rejects several percent signs",
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
