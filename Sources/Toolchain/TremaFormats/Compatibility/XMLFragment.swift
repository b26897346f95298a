import TremaSupport
import TremaXML

/// Functions for markup in the text of a value that is written to a file unescaped.
enum XMLFragment {
  /// Returns whether bytes are valid content of an element in a document that declares no
  /// namespaces.
  static func isWellFormed(_ content: [UInt8]) -> Bool {
    let handler = Handler()
    let reader = XMLReader(file: "", handler: handler)
    do throws(Diagnostic) {
      // The content is parsed inside an element because it may consist of multiple nodes.
      try reader.feed(Array("<string>".utf8) + content + Array("</string>".utf8))
      try reader.finish()
    } catch {
      return false
    }
    return !handler.hasUnknownPrefix
  }

  /// Returns the index after the tag, comment, CDATA section or processing instruction that starts
  /// at an index.
  static func endOfMarkup(in bytes: [UInt8], at start: Int) -> Int {
    let rest = bytes[start...]
    for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where rest.starts(with: opening.utf8) {
      let end = firstIndex(of: closing, in: rest.dropFirst(opening.utf8.count))
      return end.map { $0 + closing.utf8.count } ?? bytes.count
    }
    // A quoted attribute may contain `>`.
    var isQuoted = false
    for index in start..<bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: ">") && !isQuoted { return index + 1 }
    }
    return bytes.count
  }

  /// Returns the index where a string first occurs, or `nil` if it doesn't.
  static func firstIndex(of mark: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: mark.utf8) }
  }

  /// A handler that detects undeclared prefixes. The resource compiler rejects them, and a catalog
  /// cannot declare a prefix for the whole file.
  private final class Handler: XMLHandler {
    private(set) var hasUnknownPrefix = false
    /// The prefixes that each open element declares.
    private var declaredPrefixes: [Set<String>] = []

    func startElement(_ start: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
      let tag = XMLTag(start)
      var prefixes: Set<String> = ["xml", "xmlns"]
      for attribute in tag.attributes where attribute.name.hasPrefix("xmlns:") {
        prefixes.insert(String(attribute.name.dropFirst("xmlns:".count)))
      }
      declaredPrefixes.append(prefixes)
      for name in [tag.name] + tag.attributes.map(\.name) {
        guard let colon = name.firstIndex(of: ":") else { continue }
        let prefix = String(name[..<colon])
        if !declaredPrefixes.contains(where: { $0.contains(prefix) }) { hasUnknownPrefix = true }
      }
    }

    func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {}

    func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
      _ = declaredPrefixes.popLast()
    }
  }
}
