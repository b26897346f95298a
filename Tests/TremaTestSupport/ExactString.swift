/// A string that is equal to another if its bytes are.
package struct ExactString: Hashable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String {
    "'" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "'"
  }

  package static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
