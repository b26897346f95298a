/// A key as the file has it, byte for byte.
///
/// `String` takes "é" in one scalar and "é" in two for one key; a file that has both has two texts.
struct TextKey: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: TextKey, b: TextKey) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension TextKey: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(text) }
}
