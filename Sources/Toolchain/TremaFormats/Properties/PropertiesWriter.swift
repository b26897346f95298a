import TremaCatalog
import TremaMessages

/// The encoding of non-ASCII characters in `.properties` files.
package enum PropertiesEncoding: String, CaseIterable, Hashable, Sendable {
  /// ASCII with `\uXXXX`, which all Java versions read the same way.
  case ascii
  /// UTF-8, which is the encoding of resource bundles since Java 9.
  case utf8
}

/// A writer for Java's `.properties` files. Plurals and selects are written as ICU messages.
///
/// See `java.util.Properties.load`; JEP 226 for UTF-8.
struct PropertiesWriter: LanguageWriter {
  static let supportedFeatures: Features = [.context, .tags]

  /// Returns the file's paths. The default language has a second path without the language's name,
  /// as resource bundles require.
  static func paths(_ file: FileDescription) -> [String] {
    let path = "\(file.table)_\(file.folderName ?? file.language.underscored).properties"
    return file.isDefault ? [path, "\(file.table).properties"] : [path]
  }

  /// The catalog's file name, written in the header comment.
  private let source: String
  private let encoding: PropertiesEncoding
  /// The features in the last text that could not be written.
  private var losses: Features = []

  init(_ file: FileDescription) {
    source = file.source
    encoding = file.propertiesEncoding
  }

  mutating func begin(into output: inout [UInt8]) {
    output.append("# ")
    output.append(GeneratedNotice.start)
    append(source, isKey: false, into: &output)
    output.append(GeneratedNotice.end)
    output.append("\n")
  }

  /// Writes an entry: a `MessageFormat` pattern, an ICU message, or a format with conversions.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    losses = entry.message.branchFeatures
    for line in entry.comment {
      output.append("# ")
      append(line, isKey: false, into: &output)
      output.append("\n")
    }
    append(entry.key, isKey: true, into: &output)
    output.append("=")
    var isFirst = true
    if entry.annotations.isMessageFormat,
      let pattern = entry.numbered.spelled(.javaMessageFormat)
    {
      if pattern.utf8.first == UInt8(ascii: " ") { output.append("\\") }
      append(pattern, isKey: false, into: &output)
      output.append("\n")
      return
    }
    // Arguments are numbered if the message has branches because it is then written in ICU syntax.
    let message = entry.message.hasBranches ? entry.numbered : entry.message
    message.forEachPiece(.java, numbered: true) { text in
      // Leading whitespace is part of a value only if it is escaped.
      if isFirst, text.utf8.first == UInt8(ascii: " ") { output.append("\\") }
      isFirst = false
      append(text, isKey: false, into: &output)
    } placeholder: { placeholder in
      isFirst = false
      output.append(brief: placeholder)
    }
    output.append("\n")
  }

  mutating func end(into output: inout [UInt8]) {}

  mutating func takeLosses() -> [Feature] {
    defer { losses = [] }
    return losses.all
  }

  /// Appends a key or value with its escape sequences.
  ///
  /// - Parameter isKey: Whether the string is a key, in which separators are escaped as well.
  private func append(_ text: String, isKey: Bool, into output: inout [UInt8]) {
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
      // Control characters, and characters that some readers interpret as line breaks, are easily
      // lost, so they are escaped even in UTF-8.
      case "\u{A0}"... where encoding == .utf8 && scalar != "\u{FEFF}" && !isLineEnd(scalar):
        output += Array(Unicode.UTF8.encode(scalar) ?? .init())
      default:
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
          output.append("\\u")
          output.append(hexadecimal: unit, uppercase: true)
        }
      }
    }
  }

  /// Returns whether a character is a line or paragraph separator.
  private func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}
