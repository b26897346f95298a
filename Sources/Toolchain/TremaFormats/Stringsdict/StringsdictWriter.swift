import TremaCatalog
import TremaMessages

/// Writes the plurals of a table as an Apple `.stringsdict` file, which is an XML property list in
/// Xcode's layout. Texts without branches are in the `.strings` file for the same table. The
/// platform merges the two files.
///
/// See Apple, "Localizing strings that contain plurals", and
/// `Documentation/Formats/Stringsdict.md`.
struct StringsdictWriter: LanguageWriter {
  static let supportedFeatures: Features = [.context, .parameters]

  /// Returns the file's path, such as `de.lproj/TABLE.stringsdict`.
  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.folderName ?? file.language.description).lproj/\(file.table).stringsdict"]
  }

  /// The catalog's file name, written in the header comment.
  private let source: String
  private let language: LanguageTag
  /// Whether no text has been written.
  private var isEmpty = true
  /// The features in the last text that could not be written.
  private var losses: [Feature] = []

  init(_ file: FileDescription) {
    source = file.source
    language = file.language
  }

  mutating func begin(into output: inout [UInt8]) {
    output.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!--\u{20}
      """)
    output.append(GeneratedNotice.start)
    appendComment(source, into: &output)
    output.append(GeneratedNotice.end)
    output.append(" -->\n<plist version=\"1.0\">\n")
  }

  /// Writes a text with branches. Texts without branches are in the `.strings` file.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    guard entry.message.hasBranches else { return }
    guard let format = VariableFormat(stringsdict: entry, in: language) else {
      losses.append(entry.message.featureLostAsText)
      return
    }
    if !Self.keepsParameters(of: entry, format) { losses.append(.parameters) }
    // The dictionary is opened at the first text because an empty dictionary is written as
    // `<dict/>`.
    if isEmpty { output.append("<dict>\n") }
    isEmpty = false
    if !entry.comment.isEmpty {
      output.append("\t<!-- ")
      for (index, line) in entry.comment.enumerated() {
        if index > 0 { output.append("\n\t     ") }
        appendComment(line, into: &output)
      }
      output.append(" -->\n")
    }
    append("key", entry.key, depth: 1, into: &output)
    output.append("\t<dict>\n")
    append("key", StringsdictKey.format, depth: 2, into: &output)
    append("string", format.format, depth: 2, into: &output)
    for variable in format.variables { append(variable, into: &output) }
    output.append("\t</dict>\n")
  }

  /// Returns whether the format preserves all argument annotations. This is the case if they
  /// consist only of names, each of which is a variable's name.
  private static func keepsParameters(of entry: Entry, _ format: VariableFormat) -> Bool {
    entry.annotations.parameters.values.allSatisfy(\.documentation.isEmpty)
      && entry.outline.names.allSatisfy { number, name in
        format.variables.contains {
          $0.argument == number && $0.name.utf8.elementsEqual(name.utf8)
        }
      }
  }

  mutating func end(into output: inout [UInt8]) {
    output.append(isEmpty ? "<dict/>\n</plist>\n" : "</dict>\n</plist>\n")
  }

  mutating func takeLosses() -> [Feature] {
    defer { losses.removeAll() }
    return losses
  }

  /// Appends a variable with its forms in category order.
  private func append(_ variable: VariableFormat.Variable, into output: inout [UInt8]) {
    append("key", variable.name, depth: 2, into: &output)
    output.append("\t\t<dict>\n")
    append("key", StringsdictKey.rule, depth: 3, into: &output)
    append("string", StringsdictKey.plural, depth: 3, into: &output)
    append("key", StringsdictKey.valueType, depth: 3, into: &output)
    append("string", variable.valueType, depth: 3, into: &output)
    for category in PluralCategory.allCases {
      guard let form = variable.forms[category] else { continue }
      append("key", category.rawValue, depth: 3, into: &output)
      append("string", form, depth: 3, into: &output)
    }
    output.append("\t\t</dict>\n")
  }

  /// Appends an element with escaped text on a separate line.
  ///
  /// - Parameter depth: The indentation, in tabs.
  private func append(
    _ element: StaticString, _ text: String, depth: Int, into output: inout [UInt8]
  ) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: depth))
    output.append("<")
    output.append(element)
    output.append(">")
    output.append(text) { byte in
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      // XML readers normalize unescaped carriage returns to line feeds.
      case UInt8(ascii: "\r"): "&#13;"
      default: nil
      }
    }
    output.append("</")
    output.append(element)
    output.append(">\n")
  }

  /// Appends a line of a comment, replacing characters that XML does not allow with `?`.
  private func appendComment(_ text: String, into output: inout [UInt8]) {
    // XML comments must not contain `--`. The caller appends a space, so the text may end with a
    // hyphen.
    var wasHyphen = false
    for scalar in text.unicodeScalars {
      let isHyphen = scalar == "-"
      if isHyphen && wasHyphen { output.append(UInt8(ascii: " ")) }
      switch scalar.value {
      case 0x09: output.append(UInt8(ascii: " "))
      case 0..<0x20, 0xFFFE, 0xFFFF: output.append(UInt8(ascii: "?"))
      default: output.append(text: String(scalar))
      }
      wasHyphen = isHyphen
    }
  }
}
