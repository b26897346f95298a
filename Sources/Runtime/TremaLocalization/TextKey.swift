internal import TremaSupport

/// A key as in the file, compared byte for byte.
///
/// `String` considers the one-scalar and two-scalar forms of "é" equal. A file that contains both
/// as keys has two texts.
struct TextKey: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: TextKey, b: TextKey) -> Bool {
    guard a.text.utf8.count == b.text.utf8.count else { return false }
    var (first, second) = (a.text, b.text)
    return first.withUTF8 { first in
      second.withUTF8 { second in
        guard let start = first.baseAddress, let other = second.baseAddress else { return true }
        return memcmp(start, other, first.count) == 0
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension TextKey: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(text) }
}
