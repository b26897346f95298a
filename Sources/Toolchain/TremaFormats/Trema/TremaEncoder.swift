import TremaCatalog

/// An encoder for trema catalogs in canonical form: UTF-8, line feeds, an indentation of two
/// spaces, and no blank lines between elements. The attributes of the root are namespace
/// declarations, `masterLang`, and all others, in this order. Comments, unknown attributes and
/// elements, and the spelling of values are preserved.
///
/// Decoding a file, encoding it, and decoding the result gives the same catalog. Encoding this
/// catalog again gives the same bytes.
package struct TremaEncoder {
  package init() {}

  /// Appends the part before the first text.
  package mutating func begin(_ header: CatalogHeader, into output: inout [UInt8]) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    append(header.prolog, indent: 0, into: &output)
    output.append("<trema")
    let isNamespace = { (attribute: Attribute) in
      attribute.name == "xmlns" || attribute.name.utf8.starts(with: "xmlns:".utf8)
    }
    append(header.attributes.filter(isNamespace), into: &output)
    append([Attribute("masterLang", header.masterLanguage)], into: &output)
    append(header.attributes.filter { !isNamespace($0) }, into: &output)
    output.append(">\n")
  }

  /// Appends a text with its comments and values.
  package mutating func append(_ text: Text, into output: inout [UInt8]) {
    append(text.leadingTrivia, indent: 1, into: &output)
    output.append("  <text key=\"")
    output.append(xmlAttribute: text.key)
    output.append("\"")
    append(text.attributes, into: &output)
    output.append(">\n")
    if let context = text.context { append(context, into: &output) }
    // The loop is over indices because a loop over the values would copy each of them.
    for index in text.values.indices { append(text.values[index], into: &output) }
    append(text.trailingTrivia, indent: 2, into: &output)
    output.append("  </text>\n")
  }

  /// Appends a context, indented as in a text.
  package func append(_ context: Context, into output: inout [UInt8]) {
    append(context.leadingTrivia, indent: 2, into: &output)
    output.append("    <context")
    append(context.attributes, into: &output)
    append(context.text, spelling: context.spelling, closing: "context", into: &output)
  }

  /// Appends a value, indented as in a text.
  package func append(_ value: Value, into output: inout [UInt8]) {
    append(value.leadingTrivia, indent: 2, into: &output)
    output.append("    <value lang=\"")
    output.append(xmlAttribute: value.language)
    output.append("\"")
    if let status = value.status.spelling {
      output.append(" status=\"")
      output.append(xmlAttribute: status)
      output.append("\"")
    }
    append(value.attributes, into: &output)
    // A value without these characters is its own spelling.
    let isPlain = value.flags.isDisjoint(with: [.markup, .lineBreak])
    let spelling = value.spelling ?? (isPlain ? value.source : nil)
    append(value.source, spelling: spelling, closing: "value", into: &output)
  }

  /// Appends the part after the last text.
  package mutating func end(_ footer: CatalogFooter, into output: inout [UInt8]) {
    append(footer.trailingTrivia, indent: 1, into: &output)
    output.append("</trema>\n")
    append(footer.epilog, indent: 0, into: &output)
  }

  /// Appends the end of a start tag, the content and the end tag, or `/>` if the content is empty.
  ///
  /// - Parameters:
  ///   - text: The content, which is used if there is no spelling.
  ///   - spelling: The source of the content as read from a file.
  ///   - name: The name of the element.
  private func append(
    _ text: String, spelling: String?, closing name: StaticString, into output: inout [UInt8]
  ) {
    if text.isEmpty && spelling?.isEmpty ?? true {
      output.append("/>\n")
      return
    }
    output.append(">")
    if let spelling { output.append(text: spelling) } else { output.append(xmlText: text) }
    output.append("</")
    output.append(name)
    output.append(">\n")
  }

  /// Appends attributes in order.
  private func append(_ attributes: [Attribute], into output: inout [UInt8]) {
    for attribute in attributes {
      output.append(" ")
      output.append(text: attribute.name)
      output.append("=\"")
      output.append(xmlAttribute: attribute.value)
      output.append("\"")
    }
  }

  /// Appends comments and unknown elements, each on a separate line.
  ///
  /// - Parameter indent: The indentation level. Each level has two spaces.
  private func append(_ trivia: [Trivia], indent: Int, into output: inout [UInt8]) {
    for item in trivia {
      for _ in 0..<indent { output.append("  ") }
      output.append(text: item.source)
      output.append("\n")
    }
  }
}

extension Catalog {
  /// Returns the whole catalog, encoded in canonical form.
  package func encoded() -> [UInt8] {
    var output: [UInt8] = []
    encode { output += $0 }
    return output
  }

  /// Encodes the catalog in canonical form, in chunks of whole lines, about 64 KiB each.
  ///
  /// - Parameter write: Called with each piece.
  /// - Throws: The errors of `write`.
  package func encode<Failure: Error>(
    _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var output: [UInt8] = []
    var encoder = TremaEncoder()
    encoder.begin(header, into: &output)
    for index in texts.indices {
      encoder.append(texts[index], into: &output)
      if output.count >= 1 << 16 {
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    encoder.end(footer, into: &output)
    try write(output)
  }
}
