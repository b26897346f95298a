import TremaSupport

/// Makes one text of a `source` or `target` with elements in it.
///
/// An element that means native code gives the code: its content (1.2), its data (2.x), or the
/// text that it says it is equivalent to. What surrounds text and says nothing of the kind is lost.
///
/// Source: XLIFF 1.2, section 2.4; XLIFF 2.0, section 4.2.3 (inline elements).
struct XLIFFInline {
  private let generation: Int
  /// `originalData`, by identifier, in 2.x.
  private let data: [[UInt8]: String]
  private(set) var text = ""
  /// Bytes that data may still add: one of them may be long, and thousands of elements refer to it.
  private(set) var room: Int
  /// The first reference that there was no more room for.
  private(set) var excess: SourcePosition?
  /// An element is gone without a trace.
  private(set) var lostMarkup = false
  /// An element of another namespace is gone.
  private(set) var lostElement = false
  /// A `cp` that names no character.
  private(set) var wrongCharacter: SourcePosition?

  /// - Parameter room: bytes that data may add.
  init(_ element: XLIFFElement, generation: Int, data: [[UInt8]: String] = [:], room: Int) {
    self.generation = generation
    self.data = data
    self.room = room
    append(element.children)
  }

  private mutating func append(_ nodes: [XLIFFElement.Node]) {
    for node in nodes {
      switch node {
      case .text(let piece): text += piece
      case .element(let element) where !element.isXLIFF: lostElement = true
      case .element(let element): generation == 1 ? appendOne(element) : appendTwo(element)
      }
    }
  }

  private mutating func appendOne(_ element: XLIFFElement) {
    switch element.name {
    case "mrk", "sub": append(element.children)
    case "ph", "it", "bpt", "ept":
      if element.children.isEmpty {
        appendEquivalent(of: element)
      } else {
        append(element.children)
      }
    case "g":
      lostMarkup = true
      append(element.children)
    case "x", "bx", "ex":
      if let control = Self.control(element["ctype"]) {
        text.unicodeScalars.append(control)
      } else {
        appendEquivalent(of: element)
      }
    default: lostElement = true
    }
  }

  private mutating func appendEquivalent(of element: XLIFFElement) {
    if let equivalent = element["equiv-text"] {
      text += equivalent
    } else if element["ctype"] == "lb" {
      text += "\n"
    } else {
      lostMarkup = true
    }
  }

  /// The character that XML has no place for, as we write it in 1.2.
  private static func control(_ type: String?) -> Unicode.Scalar? {
    guard let type, type.utf8.starts(with: "x-cp-".utf8) else { return nil }
    return scalar(type.utf8.dropFirst(5))
  }

  private static func scalar(_ digits: Substring.UTF8View) -> Unicode.Scalar? {
    guard (1...8).contains(digits.count), digits.first != UInt8(ascii: "+") else { return nil }
    return UInt32(Substring(digits), radix: 16).flatMap(Unicode.Scalar.init)
  }

  private mutating func appendTwo(_ element: XLIFFElement) {
    switch element.name {
    case "cp":
      if let scalar = Self.scalar((element["hex"] ?? "").utf8[...]) {
        text.unicodeScalars.append(scalar)
      } else if wrongCharacter == nil {
        wrongCharacter = element.attribute("hex")?.valuePosition ?? element.position
      }
    case "mrk": append(element.children)
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
    default: lostElement = true
    }
  }

  private mutating func appendCode(
    _ reference: String, _ equivalent: String, of element: XLIFFElement
  ) {
    if let name = element.attribute(reference), let code = data[Array(name.value.utf8)] {
      if code.utf8.count > room { excess = excess ?? name.valuePosition }
      if excess != nil { return }
      room -= code.utf8.count
      text += code
    } else if let code = element[equivalent] {
      text += code
    } else {
      lostMarkup = true
    }
  }
}
