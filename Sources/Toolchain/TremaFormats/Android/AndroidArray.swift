import TremaCatalog
import TremaMessages

/// A `string-array` whose items are written one at a time.
///
/// Android replaces a language's array as a whole. An item without a translation therefore gets the
/// master language's string, just like a string outside an array. An array without any translation,
/// or with an item that has no string in either language, is omitted so that Android uses the
/// default language's array.
struct OpenArray {
  /// The name of the resource.
  private let resourceName: String
  /// Whether the array is translated; otherwise, it exists only in the default language.
  private let isTranslatable: Bool
  /// The XML of the items so far.
  private var items: [UInt8] = []
  /// Whether any item has a value in the file's language.
  private var hasLocalizedItem = false
  /// Whether every item has a text.
  private var isComplete = true

  /// Creates an array without items.
  ///
  /// - Parameter first: The first item, which determines the name of the array.
  init(_ first: ArrayItem, isTranslatable: Bool) {
    resourceName = AndroidName.resource(for: first.arrayKey).name
    self.isTranslatable = isTranslatable
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - content: The XML between the tags, or `nil` if neither language has a value.
  ///   - isLocalized: Whether the text is in the file's language.
  ///   - comment: The lines of the comment before the item.
  mutating func append(_ content: [UInt8]?, isLocalized: Bool, comment: [String]) {
    hasLocalizedItem = hasLocalizedItem || isLocalized
    guard let content else {
      isComplete = false
      return
    }
    items.append(commentLines: comment, indentation: "        ")
    items.append("        <item>")
    items += content
    items.append("</item>\n")
  }

  /// Writes the array unless it is omitted.
  ///
  /// - Parameters:
  ///   - isDefault: Whether the file contains the default language.
  ///   - output: The bytes of the file.
  func write(isDefault: Bool, into output: inout [UInt8]) {
    guard hasLocalizedItem, isComplete, isTranslatable || isDefault else { return }
    output.append("    <string-array name=\"")
    output.append(text: resourceName)
    output.append("\"")
    if !isTranslatable { output.append(" translatable=\"false\"") }
    output.append(">\n")
    output += items
    output.append("    </string-array>\n")
  }
}

extension [UInt8] {
  /// Appends a comment on separate lines. Does nothing if there are no lines.
  mutating func append(commentLines lines: [String], indentation: StaticString) {
    if lines.isEmpty { return }
    append(indentation)
    append("<!-- ")
    for (index, line) in lines.enumerated() {
      if index > 0 {
        append("\n")
        append(indentation)
        append("     ")
      }
      append(resourceComment: line)
    }
    append(" -->\n")
  }

  /// Appends a comment with one line. Does nothing if the line is empty.
  mutating func append(commentLine line: UnsafeBufferPointer<UInt8>, indentation: StaticString) {
    if line.isEmpty { return }
    append(indentation)
    append("<!-- ")
    append(resourceComment: line)
    append(" -->\n")
  }
}
