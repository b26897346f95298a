import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Real files, read by an independent reader, compared with ours.
@Suite struct CorporaTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures/corpora")

  private static func files(_ ending: String) throws -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let found = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == ending }
    #expect(!found.isEmpty)
    return found.sorted { $0.path < $1.path }
  }

  @Test
  func `trema files are read like Foundation reads them, and formatting loses nothing`()
    throws
  {
    for file in try Self.files("trm") {
      let bytes = [UInt8](try Data(contentsOf: file))
      let reader = PlainReader(element: "value")
      #expect(reader.read(bytes))
      let (catalog, _) = try Catalog.decode(bytes, file: file.lastPathComponent)
      let found = catalog.texts.flatMap { text in
        text.values.map { [text.key, $0.language, $0.status.spelling ?? "", $0.source] }
      }
      let wanted = reader.elements.map { element in
        [
          element.parent["key"] ?? "", element.attributes["lang"] ?? "",
          element.attributes["status"] ?? "", element.text,
        ]
      }
      #expect(found == wanted)
      let formatted = try format(bytes)
      #expect(try format(formatted) == formatted)
      let (again, _) = try Catalog.decode(formatted, file: file.lastPathComponent)
      #expect(difference(again, catalog) == nil)
      let comments = String(decoding: bytes, as: UTF8.self).components(separatedBy: "<!--").count
      #expect(
        String(decoding: formatted, as: UTF8.self).components(separatedBy: "<!--").count == comments
      )
    }
  }

  @Test func `texts of .strings files survive a round trip through a catalogue`() throws {
    var count = 0
    for file in try Self.files("strings") {
      let list = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: file), format: nil)
      let original = try #require(Texts(foundation: list))
      count += original.count
      let (catalog, found) = try Self.passed(original)
      for text in catalog.texts {
        let message = text.values[0].message
        let wanted = ExactString(IntendedText.apple(message))
        let key = ExactString(text.key)
        #expect(found[key] == wanted)
        // A text without a percent sign is unchanged.
        if !text.values[0].source.contains("%") { #expect(found[key] == original[key]) }
      }
      #expect(found.count == original.count)
    }
    #expect(count > 2000)
  }

  /// Converts the texts through the bytes of a catalogue and the bytes of a `.strings` file.
  private static func passed(_ original: Texts) throws -> (Catalog, Texts) {
    var catalog = Catalog(header: CatalogHeader(file: "a.trm", masterLanguage: "de"))
    for (key, text) in original.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      catalog.texts.append(
        Text(
          key: key.text, context: Context(""),
          values: [Value(language: "de", source: text.text, backslash: .literal)]))
    }
    var options = TremaDecoder.Options()
    options.backslash = .literal
    let (decoded, diagnostics) = try Catalog.decode(
      catalog.encoded(), file: "a.trm", options: options)
    #expect(diagnostics.isEmpty)
    let language = try #require(LanguageTag("de"))
    let file = FileDescription(
      source: "a.trm", table: "t", language: language, defaultLanguage: language)
    var bytes: [UInt8] = []
    var writer = ResourceFormat.strings.writer(file)
    writer.begin(into: &bytes)
    for text in decoded.texts {
      let value = text.values[0]
      writer.append(
        Entry(key: text.key, value), into: &bytes)
    }
    writer.end(into: &bytes)
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return (decoded, try #require(Texts(foundation: list)))
  }

  @Test func `texts of Android resources survive a round trip through a catalogue`() throws {
    for file in try Self.files("xml") {
      let reader = PlainReader(element: "string")
      #expect(reader.read([UInt8](try Data(contentsOf: file))))
      #expect(reader.elements.count > 100)
      var catalog = Catalog(header: CatalogHeader(file: "a.trm", masterLanguage: "en"))
      for element in reader.elements {
        catalog.texts.append(
          Text(
            key: element.attributes["name"] ?? "",
            values: [Value(language: "en", source: element.text, backslash: .literal)]))
      }
      let (decoded, _) = try Catalog.decode(catalog.encoded(), file: "a.trm")
      let found = decoded.texts.map { [bytes($0.key), bytes($0.values[0].source)] }
      #expect(found == catalog.texts.map { [bytes($0.key), bytes($0.values[0].source)] })
    }
  }
}

/// Elements of one name with their text, by Foundation's own parser.
private final class PlainReader: NSObject, XMLParserDelegate {
  struct Element {
    var parent: [String: String]
    var attributes: [String: String]
    var text = ""
  }

  private(set) var elements: [Element] = []
  private let element: String
  private var open: [[String: String]] = []
  private var isInside = false

  init(element: String) { self.element = element }

  func read(_ bytes: [UInt8]) -> Bool {
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    return parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    if name == element {
      elements.append(Element(parent: open.last ?? [:], attributes: attributes))
      isInside = true
    }
    open.append(attributes)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if isInside { elements[elements.count - 1].text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA data: Data) {
    self.parser(parser, foundCharacters: String(decoding: data, as: UTF8.self))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
    if name == element { isInside = false }
  }
}
