import TremaCatalog
import TremaMessages

/// Java `.properties` in ASCII with `\uXXXX`, which every version of Java reads alike.
///
/// Source: `java.util.Properties.load(InputStream)`.
struct PropertiesWriter: LanguageWriter {
  static let carries: Set<Feature> = [.context]

  /// The default language is written a second time without a name, as resource bundles need it.
  static func paths(_ file: FileDescription) -> [String] {
    let tag = file.language.description.split(separator: "-").joined(separator: "_")
    let path = "\(file.table)_\(file.folderName ?? tag).properties"
    return file.isDefault ? [path, "\(file.table).properties"] : [path]
  }

  private let source: String

  init(_ file: FileDescription) { source = file.source }

  mutating func begin(into output: inout [UInt8]) {
    output.append("# Generated from ")
    appendASCII(source, isKey: false, into: &output)
    output.append(". Do not edit: change the catalogue and generate again.\n")
  }

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    for line in entry.comment {
      output.append("# ")
      appendASCII(line, isKey: false, into: &output)
      output.append("\n")
    }
    appendASCII(entry.key, isKey: true, into: &output)
    output.append("=")
    var isFirst = true
    entry.message.forEachPiece(.java, numbered: true) { text in
      // White space before a value is not part of it.
      if isFirst, text.utf8.first == UInt8(ascii: " ") { output.append("\\") }
      isFirst = false
      appendASCII(text, isKey: false, into: &output)
    } placeholder: { placeholder in
      isFirst = false
      output.append(text: placeholder)
    }
    output.append("\n")
  }

  mutating func end(into output: inout [UInt8]) {}

  private func appendASCII(_ text: String, isKey: Bool, into output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": output.append("\\\\")
      case "\n": output.append("\\n")
      case "\r": output.append("\\r")
      case "\t": output.append("\\t")
      case " ", "=", ":", "#", "!":
        if isKey { output.append("\\") }
        output.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{20}"..."\u{7E}": output.append(UInt8(truncatingIfNeeded: scalar.value))
      default:
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
          output.append("\\u")
          output.append(hexadecimal: unit, uppercase: true)
        }
      }
    }
  }
}
