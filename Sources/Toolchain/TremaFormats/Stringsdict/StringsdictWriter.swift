import TremaCatalog
import TremaMessages

/// Apple `.stringsdict`: the plurals of a table as a property list in XML, laid out as Xcode does.
/// Texts without branches are in the `.strings` file of the same table; the platform puts both
/// together.
///
/// Source: Apple, "Localizing strings that contain plurals"; `Documentation/Formats/Stringsdict.md`.
struct StringsdictWriter: LanguageWriter {
  static let supportedFeatures: Features = [.context, .parameters]

  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.folderName ?? file.language.description).lproj/\(file.table).stringsdict"]
  }

  private let source: String
  private let language: LanguageTag
  private var isEmpty = true
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

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    guard entry.message.hasBranches else { return }
    guard let format = VariableFormat(stringsdict: entry, in: language) else {
      losses.append(entry.message.featureLostAsText)
      return
    }
    if !Self.keepsParameters(of: entry, format) { losses.append(.parameters) }
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

  /// Whether all that is known of the arguments are names, and each is that of a variable.
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
      // As it is it would be read as a line feed.
      case UInt8(ascii: "\r"): "&#13;"
      default: nil
      }
    }
    output.append("</")
    output.append(element)
    output.append(">\n")
  }

  private func appendComment(_ text: String, into output: inout [UInt8]) {
    // Two hyphens end a comment; a space is before its end.
    var wasHyphen = false
    for scalar in text.unicodeScalars {
      let isHyphen = scalar == "-"
      if isHyphen && wasHyphen { output.append(UInt8(ascii: " ")) }
      switch scalar.value {
      case 0x09: output.append(UInt8(ascii: " "))
      // What XML has no place for.
      case 0..<0x20, 0xFFFE, 0xFFFF: output.append(UInt8(ascii: "?"))
      default: output.append(text: String(scalar))
      }
      wasHyphen = isHyphen
    }
  }
}
