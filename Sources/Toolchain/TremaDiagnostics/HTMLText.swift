import TremaSupport

/// HTML as it grows. What comes from a catalogue goes through `text`.
struct HTMLText {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ html: String) { bytes.append(contentsOf: html.utf8) }

  /// Appends text as character data, good inside of elements and of attributes in quotation marks.
  /// Controls that a browser drops or changes are spelled out: `\u{1B}`. Those of the
  /// bidirectional algorithm stay: a translation needs them, and its element contains them.
  mutating func text(_ text: some StringProtocol) {
    let start = bytes.count
    var needsControls = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "'"): raw("&#39;")
      case UInt8(ascii: "\n"), UInt8(ascii: "\t"): bytes.append(byte)
      case 0..<0x20, 0x7F:
        raw("\\u{\(String(byte, radix: 16, uppercase: true))}")
      case 0xC2:
        needsControls = true
        bytes.append(byte)
      default: bytes.append(byte)
      }
    }
    if needsControls { spellControls(from: start) }
  }

  /// C1 controls are two bytes in UTF-8: `C2 80` to `C2 9F`.
  private mutating func spellControls(from start: Int) {
    let tail = bytes[start...]
    bytes.removeSubrange(start...)
    for scalar in String(decoding: tail, as: UTF8.self).unicodeScalars {
      if 0x80...0x9F ~= scalar.value {
        raw("\\u{\(String(scalar.value, radix: 16, uppercase: true))}")
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// ` name="value"`.
  mutating func attribute(_ name: String, _ value: String) {
    raw(" \(name)=\"")
    text(value)
    raw("\"")
  }

  /// A label and a list to choose one word from.
  mutating func choice(_ label: String, name: String, any: String, _ words: [String]) {
    raw("<label>\(label) <select name=\"\(name)\"><option value=\"\">\(any)</option>")
    for word in words {
      raw("<option")
      attribute("value", word)
      raw(">")
      text(word)
      raw("</option>")
    }
    raw("</select></label>\n")
  }

  /// A section that the script fills: its filters, what it says of them, and all its items for
  /// those who run no scripts.
  mutating func section(
    id: String, title: String, isEmpty: Bool, filters: (inout HTMLText) -> Void,
    items: (inout HTMLText) -> Void
  ) {
    raw("<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">\n")
    raw(
      "<h2 id=\"\(id)-title\">\(title)</h2>\n<form class=\"filters\" aria-label=\"Filter \(title.lowercased())\" hidden>\n"
    )
    filters(&self)
    raw("<button type=\"reset\">Clear</button>\n</form>\n")
    raw("<p class=\"shown\" role=\"status\">\(isEmpty ? "None." : "")</p>\n")
    raw("<ol class=\"items\"></ol>\n")
    raw("<p class=\"pages\" hidden><button type=\"button\" class=\"previous\">Previous</button> ")
    raw("<span></span> <button type=\"button\" class=\"next\">Next</button></p>\n")
    raw("<noscript><ol class=\"items\">\n")
    items(&self)
    raw("</ol></noscript>\n</section>\n")
  }
}
