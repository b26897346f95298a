import TremaCatalog
import TremaMessages

/// A `string-array` whose items are coming one after the other.
///
/// Android takes the array of one language as a whole, so an item without a translation says what
/// it says in the master language, as a lone text would; an array without any translation, or with
/// an item that says nothing anywhere, is left to the default language.
struct OpenArray {
  private let resourceName: String
  private let isTranslatable: Bool
  private var items: [UInt8] = []
  private var hasOwnItem = false
  private var isComplete = true

  init(_ first: ArrayItem, isTranslatable: Bool) {
    resourceName = AndroidName.resource(for: first.name).name
    self.isTranslatable = isTranslatable
  }

  /// - Parameter content: the text between the tags; `nil` when no language has a value.
  mutating func append(_ content: [UInt8]?, isOwn: Bool, comment: [String]) {
    hasOwnItem = hasOwnItem || isOwn
    guard let content else {
      isComplete = false
      return
    }
    items.append(commentLines: comment, indentation: "        ")
    items.append("        <item>")
    items += content
    items.append("</item>\n")
  }

  func write(isDefault: Bool, into output: inout [UInt8]) {
    guard hasOwnItem, isComplete, isTranslatable || isDefault else { return }
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
  /// A comment on lines of its own; nothing where there are no lines.
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

  /// The same of one line, or of none where it is empty.
  mutating func append(commentLine line: UnsafeBufferPointer<UInt8>, indentation: StaticString) {
    if line.isEmpty { return }
    append(indentation)
    append("<!-- ")
    append(resourceComment: line)
    append(" -->\n")
  }
}
