import TremaCatalog

/// Writes a trema catalogue in its one canonical form: UTF-8, line feeds, two spaces, no blank
/// lines between elements; root attributes in the order namespaces, `masterLang`, the rest. Comments, unknown
/// attributes and elements, and the spelling of values stay as they were read.
///
/// Writing what was read and reading it again gives the same catalogue; writing that again gives
/// the same bytes.
package struct TremaEncoder {
  package init() {}

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

  package mutating func append(_ text: Text, into output: inout [UInt8]) {
    append(text.before, indent: 1, into: &output)
    output.append("  <text key=\"")
    output.append(xmlAttribute: text.key)
    output.append("\"")
    append(text.attributes, into: &output)
    output.append(">\n")
    if let context = text.context { append(context, into: &output) }
    // By their indices: a loop over the values would copy each.
    for index in text.values.indices { append(text.values[index], into: &output) }
    append(text.beforeEnd, indent: 2, into: &output)
    output.append("  </text>\n")
  }

  package func append(_ context: Context, into output: inout [UInt8]) {
    append(context.before, indent: 2, into: &output)
    output.append("    <context")
    append(context.attributes, into: &output)
    append(context.text, spelling: context.spelling, closing: "context", into: &output)
  }

  package func append(_ value: Value, into output: inout [UInt8]) {
    append(value.before, indent: 2, into: &output)
    output.append("    <value lang=\"")
    output.append(xmlAttribute: value.language)
    output.append("\"")
    if let status = value.status.spelling {
      output.append(" status=\"")
      output.append(xmlAttribute: status)
      output.append("\"")
    }
    append(value.attributes, into: &output)
    // What has none of these signs is spelled as it is.
    let isPlain = value.signs.isDisjoint(with: [.markup, .lineBreak])
    let spelling = value.spelling ?? (isPlain ? value.source : nil)
    append(value.source, spelling: spelling, closing: "value", into: &output)
  }

  package mutating func end(_ footer: CatalogFooter, into output: inout [UInt8]) {
    append(footer.beforeEnd, indent: 1, into: &output)
    output.append("</trema>\n")
    append(footer.epilog, indent: 0, into: &output)
  }

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

  private func append(_ attributes: [Attribute], into output: inout [UInt8]) {
    for attribute in attributes {
      output.append(" ")
      output.append(text: attribute.name)
      output.append("=\"")
      output.append(xmlAttribute: attribute.value)
      output.append("\"")
    }
  }

  private func append(_ trivia: [Trivia], indent: Int, into output: inout [UInt8]) {
    for trivium in trivia {
      for _ in 0..<indent { output.append("  ") }
      output.append(text: trivium.source)
      output.append("\n")
    }
  }
}

extension Catalog {
  /// The whole catalogue in canonical form.
  package func encoded() -> [UInt8] {
    var output: [UInt8] = []
    encode { output += $0 }
    return output
  }

  /// The same in pieces of whole lines.
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
