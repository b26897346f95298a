import TremaSupport

/// A buffer of HTML. Text that originates from a catalog must be appended with ``text(_:)``, which
/// escapes it.
struct HTMLText {
  /// The UTF-8 bytes of the page.
  private(set) var bytes: [UInt8] = []

  /// Appends HTML unchanged. It must not contain text from input files.
  mutating func raw(_ html: String) { bytes.append(contentsOf: html.utf8) }

  /// Appends text as character data, valid inside elements and quoted attribute values.
  ///
  /// Control characters that a browser drops or replaces are written as `\u{1B}`. Bidirectional
  /// controls are kept because translations need them, and the `dir` attribute of the element
  /// isolates them.
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
      // C1 controls start with C2, but so do other characters, which are distinguished below.
      case 0xC2:
        needsControls = true
        bytes.append(byte)
      default: bytes.append(byte)
      }
    }
    if needsControls { escapeControls(from: start) }
  }

  /// Writes the C1 controls from an index onwards as `\u{80}`. In UTF-8, they take two bytes:
  /// `C2 80` to `C2 9F`.
  private mutating func escapeControls(from start: Int) {
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

  /// Appends an attribute with its leading space: ` name="value"`.
  mutating func attribute(_ name: String, _ value: String) {
    raw(" \(name)=\"")
    text(value)
    raw("\"")
  }

  /// Appends a labelled list of options.
  ///
  /// - Parameters:
  ///   - label: The visible label of the list.
  ///   - name: The name of the form control.
  ///   - any: The option that filters nothing.
  ///   - options: The other options.
  mutating func choice(_ label: String, name: String, any: String, _ options: [String]) {
    raw("<label>\(label) <select name=\"\(name)\"><option value=\"\">\(any)</option>")
    for option in options {
      raw("<option")
      attribute("value", option)
      raw(">")
      text(option)
      raw("</option>")
    }
    raw("</select></label>\n")
  }

  /// Appends a section that the script fills.
  ///
  /// It consists of the filters, a status line, an empty list for the script, and all items inside
  /// `noscript`.
  ///
  /// - Parameters:
  ///   - id: The ID of the section and its heading.
  ///   - title: The heading.
  ///   - isEmpty: Whether there are no items.
  ///   - filters: Appends the filters of the form, which is hidden without scripts.
  ///   - items: Appends all items.
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
    raw("<p class=\"shown\" role=\"status\">\(isEmpty ? "No entries." : "")</p>\n")
    raw("<ol class=\"items\"></ol>\n")
    raw("<p class=\"pages\" hidden><button type=\"button\" class=\"previous\">Previous</button> ")
    raw("<span></span> <button type=\"button\" class=\"next\">Next</button></p>\n")
    raw("<noscript><ol class=\"items\">\n")
    items(&self)
    raw("</ol></noscript>\n</section>\n")
  }
}
