/// A string that is equal to another when its bytes are.
public struct ExactString: Hashable, CustomStringConvertible {
  public let text: String

  public init(_ text: String) { self.text = text }

  public var description: String {
    "'" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "'"
  }

  public static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
