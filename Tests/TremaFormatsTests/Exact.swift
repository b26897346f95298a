import TremaCatalog

/// All contents of a catalogue, one line each, every string as its bytes: two strings are equal in
/// Swift if Unicode calls them equivalent, and a file must not change even so.
func exact(_ catalog: Catalog) -> [String] {
  let header = catalog.header
  var lines =
    ["master \(bytes(header.masterLanguage))"] + exact(header.attributes) + exact(header.prolog)
  for text in catalog.texts {
    lines += ["text \(bytes(text.key))"] + exact(text.attributes) + exact(text.leadingTrivia)
    if let context = text.context {
      lines.append("context \(bytes(context.text)) \(context.spelling.map(bytes) ?? "as it is")")
      lines += exact(context.attributes) + exact(context.leadingTrivia)
    }
    for value in text.values {
      lines.append(
        "value \(bytes(value.language)) \(value.status.spelling.map(bytes) ?? "without status")"
          + " \(bytes(value.source)) \(value.spelling.map(bytes) ?? "as it is") \(value.hasMarkup)")
      lines += exact(value.attributes) + exact(value.leadingTrivia)
    }
    lines += exact(text.trailingTrivia)
  }
  return lines + exact(catalog.footer.trailingTrivia) + ["end"] + exact(catalog.footer.epilog)
}

private func exact(_ attributes: [Attribute]) -> [String] {
  attributes.map { "attribute \(bytes($0.name)) \(bytes($0.value))" }
}

private func exact(_ trivia: [Trivia]) -> [String] {
  trivia.map { "trivia \(bytes($0.source)) \($0.element ?? "-")" }
}

/// The characters one by one, so that visually equal ones are distinguished.
func bytes(_ text: String) -> String {
  "'" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "'"
}

/// The first line in which two catalogues differ; nil when they are the same.
func difference(_ found: Catalog, _ wanted: Catalog) -> String? {
  let (found, wanted) = (exact(found), exact(wanted))
  if let (a, b) = zip(found, wanted).first(where: { $0 != $1 }) { return "\(a)\nwanted \(b)" }
  return found.count == wanted.count ? nil : "\(found.count) lines, wanted \(wanted.count)"
}
