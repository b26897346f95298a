import TremaSupport

/// Converts a `source` or `target` with inline elements to a single string.
///
/// An element that represents native code is replaced with the code: its content in 1.2, its data
/// in 2.x, or its equivalent text. If an element has none of these, only the enclosed text remains.
///
/// See XLIFF 1.2, section 2.4; XLIFF 2.0, section 4.2.3 (inline elements).
struct XLIFFInline {
  /// The major version of XLIFF, 1 or 2.
  private let majorVersion: Int
  /// The elements of `originalData` by identifier, in 2.x.
  private let data: [[UInt8]: String]
  /// The converted text so far.
  private(set) var text = ""
  /// The number of bytes that data may still add. Thousands of elements may refer to one long data
  /// element, so their total size is limited.
  private(set) var remainingBytes: Int
  /// The position of the first reference that exceeded the limit.
  private(set) var excessPosition: SourcePosition?
  /// Whether any element was dropped without a replacement.
  private(set) var hasLostMarkup = false
  /// Whether any element in a different namespace was dropped.
  private(set) var hasLostElement = false
  /// The position of a `cp` element that does not name a character.
  private(set) var wrongCharacter: SourcePosition?

  /// Converts the content of an element.
  ///
  /// - Parameters:
  ///   - element: A `source`, `target` or `data` element.
  ///   - generation: The major version of XLIFF.
  ///   - data: The elements of `originalData` by identifier.
  ///   - room: The maximum number of bytes that data may add.
  init(_ element: XLIFFElement, generation: Int, data: [[UInt8]: String] = [:], room: Int) {
    self.majorVersion = generation
    self.data = data
    self.remainingBytes = room
    append(element.children)
  }

  /// Appends text, and elements according to the version.
  private mutating func append(_ nodes: [XLIFFElement.Node]) {
    for node in nodes {
      switch node {
      case .text(let piece): text += piece
      case .element(let element) where !element.isXLIFF: hasLostElement = true
      case .element(let element):
        majorVersion == 1 ? appendVersion1(element) : appendVersion2(element)
      }
    }
  }

  /// Appends an inline element of XLIFF 1.x.
  private mutating func appendVersion1(_ element: XLIFFElement) {
    switch element.name {
    case "mrk", "sub": append(element.children)
    case "ph", "it", "bpt", "ept":
      if element.children.isEmpty {
        appendEquivalent(of: element)
      } else {
        append(element.children)
      }
    // The element's start and end aren't part of the text, so only the content remains.
    case "g":
      hasLostMarkup = true
      append(element.children)
    case "x", "bx", "ex":
      if let control = Self.control(element["ctype"]) {
        text.unicodeScalars.append(control)
      } else {
        appendEquivalent(of: element)
      }
    default: hasLostElement = true
    }
  }

  /// Appends the equivalent text of an element without content. `ctype="lb"` represents a line
  /// break.
  private mutating func appendEquivalent(of element: XLIFFElement) {
    if let equivalent = element["equiv-text"] {
      text += equivalent
    } else if element["ctype"] == "lb" {
      text += "\n"
    } else {
      hasLostMarkup = true
    }
  }

  /// Returns the character that an element represents which trema writes in 1.2 instead of a
  /// character that XML does not allow: `<x ctype="x-cp-001B"/>`. Returns `nil` for any other type.
  private static func control(_ type: String?) -> Unicode.Scalar? {
    guard let type, type.utf8.starts(with: "x-cp-".utf8) else { return nil }
    return scalar(type.utf8.dropFirst(5))
  }

  /// Parses a code point in hexadecimal notation. Returns `nil` if it is not a scalar value.
  private static func scalar(_ digits: Substring.UTF8View) -> Unicode.Scalar? {
    // The `UInt32` initializer would accept a plus sign.
    guard (1...8).contains(digits.count), digits.first != UInt8(ascii: "+") else { return nil }
    return UInt32(Substring(digits), radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// Appends an inline element of XLIFF 2.x.
  private mutating func appendVersion2(_ element: XLIFFElement) {
    switch element.name {
    case "cp":
      if let scalar = Self.scalar((element["hex"] ?? "").utf8[...]) {
        text.unicodeScalars.append(scalar)
      } else if wrongCharacter == nil {
        wrongCharacter = element.attribute("hex")?.valuePosition ?? element.position
      }
    case "mrk": append(element.children)
    // These elements mark the ends of an annotation, which has no text.
    case "sm", "em": break
    case "pc":
      appendCode("dataRefStart", "equivStart", of: element)
      append(element.children)
      appendCode("dataRefEnd", "equivEnd", of: element)
    case "ph", "sc", "ec":
      if element["subType"] == "xlf:lb", element["dataRef"] == nil {
        text += "\n"
      } else {
        appendCode("dataRef", "equiv", of: element)
      }
    default: hasLostElement = true
    }
  }

  /// Appends the data that an element refers to or, if there is none, its equivalent text.
  ///
  /// - Parameters:
  ///   - reference: The name of the attribute with the data's identifier.
  ///   - equivalent: The name of the attribute with the equivalent text.
  private mutating func appendCode(
    _ reference: String, _ equivalent: String, of element: XLIFFElement
  ) {
    if let name = element.attribute(reference), let code = data[Array(name.value.utf8)] {
      if code.utf8.count > remainingBytes { excessPosition = excessPosition ?? name.valuePosition }
      if excessPosition != nil { return }
      remainingBytes -= code.utf8.count
      text += code
    } else if let code = element[equivalent] {
      text += code
    } else {
      hasLostMarkup = true
    }
  }
}
