import TremaCatalog
import TremaMessages

/// Which item of which array a key names: `days.0`, `days_1`.
struct ArrayPlace {
  /// The part before the number, without the sign between.
  let name: String
  let index: Int

  /// Digits of the greatest index; an array of more is a mistake.
  private static let mostDigits = 6

  /// - Returns: nil for a key that does not end in `.` or `_` and a number, or whose number begins
  ///   with a needless zero.
  init?(key: String) {
    let bytes = Array(key.utf8)
    let digits = bytes.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let start = bytes.count - digits.count
    guard start > 1, (1...Self.mostDigits).contains(digits.count),
      bytes[start - 1] == UInt8(ascii: ".") || bytes[start - 1] == UInt8(ascii: "_"),
      digits.count == 1 || bytes[start] != UInt8(ascii: "0"),
      let index = Int(String(decoding: bytes[start...], as: UTF8.self))
    else { return nil }
    name = String(decoding: bytes[..<(start - 1)], as: UTF8.self)
    self.index = index
  }

  func isSame(array name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
}

/// A `string-array` whose items are coming one after the other.
///
/// Android takes the array of one language as a whole, so an item without a translation says what
/// it says in the master language, as a lone text would; an array without any translation, or with
/// an item that says nothing anywhere, is left to the default language.
struct OpenArray {
  let name: String
  let resourceName: String
  let isTranslatable: Bool
  private var items: [UInt8] = []
  private var count = 0
  private var hasOwnItem = false
  private(set) var isComplete = true

  init(_ place: ArrayPlace, resourceName: String, isTranslatable: Bool) {
    name = place.name
    self.resourceName = resourceName
    self.isTranslatable = isTranslatable
  }

  /// Whether the item that `place` names is the next.
  func expects(_ place: ArrayPlace, isTranslatable: Bool) -> Bool {
    place.index == count && place.isSame(array: name) && isTranslatable == self.isTranslatable
  }

  /// - Parameter pieces: nil when nobody says anything.
  mutating func append(_ pieces: [JavaPiece]?, isOwn: Bool, comment: [String]) {
    count += 1
    hasOwnItem = hasOwnItem || isOwn
    guard let pieces else {
      isComplete = false
      return
    }
    items.append(commentLines: comment, indentation: "        ")
    items.append("        <item>")
    items.append(resource: pieces)
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
}
