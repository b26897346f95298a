import Foundation
import Networking
import Testing
import TremaHTTP
import TremaXMLDecoding
import TremaTestSupport

@Suite struct XMLDecodingTests {
  private func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, _ text: String, limits: XMLLimits = XMLLimits()
  ) throws(XMLDecodingError) -> Value {
    try XMLResponseDecoder(limits: limits).decode(type, from: Array(text.utf8))
  }

  private struct Dish: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var price: Double?
    var isHot: Bool?
    var tag: [String] = []

    enum CodingKeys: String, CodingKey {
      case id = "@id"
      case name
      case price, isHot, tag
    }
  }

  private struct Menu: Codable, Equatable, Sendable {
    var dish: [Dish]
    var since: Date?
  }

  @Test func `elements and attributes are decoded by their names`() throws {
    let menu = try decode(
      Menu.self,
      """
      <?xml version="1.0"?>
      <!-- today -->
      <menu since="2026-11-21T06:30:00.5+01:00">
        <dish id="7"><name> Soup &amp; bread </name><price> 4.5
      </price><isHot>1</isHot><tag>a</tag><tag>b</tag></dish>
        <dish id="8"><name><![CDATA[<Fish>]]></name></dish>
      </menu>
      """)
    #expect(menu.dish.count == 2)
    #expect(
      menu.dish[0]
        == Dish(id: 7, name: " Soup & bread ", price: 4.5, isHot: true, tag: ["a", "b"]))
    #expect(menu.dish[1] == Dish(id: 8, name: "<Fish>"))
    #expect(menu.since == Date(timeIntervalSince1970: 1_795_239_000.5))
  }

  private struct Price: Codable, Equatable {
    var currency: String
    var text: Decimal

    enum CodingKeys: String, CodingKey {
      case currency
      case text = "#text"
    }
  }

  @Test func `the text of an element is decoded along with its attributes`() throws {
    #expect(
      try decode(Price.self, #"<price currency="CHF">12.50</price>"#)
        == Price(currency: "CHF", text: 12.5))
  }

  @Test func `namespace prefixes are ignored`() throws {
    let menu = try decode(
      Menu.self,
      """
      <m:menu xmlns:m="urn:m" xmlns="urn:n" m:since="2026-11-21">
      <m:dish m:id="7" id="8"><m:name>x</m:name></m:dish></m:menu>
      """)
    // An attribute without a prefix precedes one with it.
    #expect(menu.dish == [Dish(id: 8, name: "x")])
    #expect(menu.since == Date(timeIntervalSince1970: 1_795_219_200))
  }

  @Test func `an absent list is empty, and a missing optional is nil`() throws {
    #expect(try decode(Menu.self, "<menu/>") == Menu(dish: [], since: nil))
    struct Nested: Codable, Equatable { var a: Int? }
    let xsi = #"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#
    #expect(try decode(Nested.self, "<x \(xsi)><a xsi:nil='true'/></x>") == Nested(a: nil))
    #expect(try decode(Nested.self, "<x><a>4</a></x>") == Nested(a: 4))
  }

  @Test func `a root list contains its child elements`() throws {
    #expect(try decode([Int].self, "<l><i>1</i><i>2</i></l>") == [1, 2])
    #expect(try decode([[Int]].self, "<l><r><i>1</i></r></l>").count == 1)
    #expect(try decode(String.self, "<l> x </l>") == " x ")
    #expect(try decode([String: String].self, "<l><a>1</a><b>2</b></l>") == ["a": "1", "b": "2"])
  }

  private enum Kind: String, Codable { case soup, fish }

  private struct Values: Codable, Equatable {
    var url: URL
    var data: Data
    var kind: Kind
    var small: Int8
    var large: UInt64
    var float: Float
    var inf: Double
    var set: Set<Int>
  }

  @Test func `values are parsed according to XML Schema`() throws {
    let values = try decode(
      Values.self,
      """
      <v><url> https://h/x </url><data>AAH/
      </data><kind>fish</kind><small>-128</small><large>18446744073709551615</large>
      <float>1.5e3</float><inf>-INF</inf><set>1</set><set>2</set></v>
      """)
    #expect(
      values
        == Values(
          url: try #require(URL(string: "https://h/x")),
          data: Data([0, 1, 255]), kind: .fish, small: -128, large: .max, float: 1500,
          inf: -.infinity, set: [1, 2]))
  }

  @Test func `other encodings are decoded as declared`() throws {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\u{E4}</a>"
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try XMLResponseDecoder().decode(String.self, from: latin) == "ä")
    let wide = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>ä€</a>"
    let bytes: [UInt8] = [0xFE, 0xFF] + Self.wide(wide, isLittle: false)
    #expect(try XMLResponseDecoder().decode(String.self, from: bytes) == "ä€")
    #expect(
      try XMLResponseDecoder().decode(
        String.self, from: [0xEF, 0xBB, 0xBF] + Array("<a>ä</a>".utf8))
        == "ä")
  }

  // Errors: the document, line, description.
  @Test(arguments: [
    ("<menu>\n<dish id='7'/></menu>", 2, "'name' is missing in 'dish.0'"),
    (
      "<menu>\n\n<dish id='x'><name>s3cr3t</name></dish></menu>", 3,
      "'dish.0.@id' is not of type Int"
    ),
    ("<menu><dish><name/></dish></menu>", 1, "'@id' is missing in 'dish.0'"),
    (
      "<menu><dish id='1'>\n<name/>\n<name>s3cr3t</name></dish></menu>", 2,
      "'dish.0.name' occurs 2 times"
    ),
    (
      "<menu><dish id='1'>\n<name><b>s3cr3t</b></name></dish></menu>", 2,
      "'dish.0.name' contains elements instead of text"
    ),
    ("<menu since='s3cr3t'/>", 1, "'since' is not of type Date"),
    (
      "<menu><dish id='1'><name/><isHot>s3cr3t</isHot></dish></menu>", 1,
      "'dish.0.isHot' is not of type Bool"
    ),
  ])
  func `an error has a location and quotes no content`(
    _ text: String, _ line: Int, _ description: String
  ) {
    let error = #expect(throws: XMLDecodingError.self) { try decode(Menu.self, text) }
    #expect(error?.line == line)
    #expect(error.map { $0.column > 0 } == true)
    #expect(error?.description.hasSuffix(": \(description)") == true, "\(error as Any)")
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("s3cr3t"))
  }

  @Test(arguments: ["!!!!", "QU!JD", "QUJ", "QUJD="])
  func `invalid Base64 is an error`(_ text: String) throws {
    #expect(throws: XMLDecodingError.self) {
      try decode([String: Data].self, "<a><b>\(text)</b></a>")
    }
    let data = try decode([String: Data].self, "<a><b> QU\n JD </b></a>")
    #expect(data == ["b": Data("ABC".utf8)])
  }

  @Test func `an error thrown by a type has a location`() {
    let error = #expect(throws: XMLDecodingError.self) {
      try decode([String: Kind].self, "<a>\n<b>meat</b></a>")
    }
    #expect(error?.reason == .refused("Kind"))
    #expect(error?.line == 2)
    #expect(error?.codingPath == ["b"])
  }

  @Test(arguments: ["", " \n", "<?xml version='1.0'?>", "<!-- x -->", "\u{FEFF}"])
  func `an empty document is an error`(_ text: String) {
    #expect(throws: XMLDecodingError(.empty)) { try decode(Menu.self, text) }
  }

  @Test(arguments: [
    "x", "<a>", "<a></b>", "<a><b></a>", "<a b></a>", "<a b='1' b='2'/>", "<a/><b/>", "<a>&x;</a>",
    "<a>&#0;</a>", "<a><![CDATA[", "<!DOCTYPE a", "{\"a\": 1}", "<a>\u{1}</a>",
  ])
  func `an ill-formed document is an error`(_ text: String) {
    #expect(throws: XMLDecodingError.self) { try decode([String].self, text) }
  }

  @Test func `limits are enforced`() {
    let deep = { (count: Int) in
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    #expect(throws: Never.self) {
      try decode([[String]].self, deep(3), limits: XMLLimits(depth: 3))
    }
    let error = #expect(throws: XMLDecodingError.self) { try decode([String].self, deep(100_000)) }
    #expect(error?.reason == .tooDeep(limit: 128))
    let many = "<a>" + String(repeating: "<b/>", count: 1000) + "</a>"
    #expect(
      #expect(throws: XMLDecodingError.self) {
        try decode([String].self, many, limits: XMLLimits(elements: 1000))
      }?.reason == .tooManyElements(limit: 1000))
    #expect(throws: XMLDecodingError(.tooLarge(limit: 10))) {
      try decode(String.self, "<a>123456</a>", limits: XMLLimits(bytes: 10))
    }
  }

  private static func wide(_ text: String, isLittle: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in text.utf16 {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      bytes += isLittle ? [low, high] : [high, low]
    }
    return bytes
  }

  private static let laughs: String = {
    var text = "<!DOCTYPE l [<!ENTITY l0 \"lol\">"
    for index in 1...12 {
      let inner = String(repeating: "&l\(index - 1);", count: 10)
      text += "<!ENTITY l\(index) \"\(inner)\">"
    }
    return text + "]><l>&l12;</l>"
  }()

  @Test func `a document with many names is parsed in time`() throws {
    let names = (0..<20_000).map { "<n\($0)>\($0)</n\($0)>" }.joined()
    let time = try ThreadTime.of {
      let values = try decode([String: Int].self, "<a>\(names)</a>")
      #expect(values.count == 20_000)
      #expect(values["n19999"] == 19_999)
      let wide = (0..<20_000).map { "n\($0)='\($0)'" }.joined(separator: " ")
      #expect(try decode([String: Int].self, "<a \(wide)/>").count == 20_000)
    }
    #expect(time < ThreadSanitizer.bound(ofTime: .seconds(20)))
  }

  @Test(arguments: [
    laughs, "<?xml version='1.0'?>\n<!-- x -->" + laughs,
    "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><a>&e;</a>",
    "<!DOCTYPE a [<!ENTITY % e SYSTEM 'file:///etc/hostname'>%e;]><a/>",
    "<!DOCTYPE a SYSTEM 'x' [<!ENTITY e 'x'>]><a>&e;</a>", "<!DOCTYPE a [<!ELEMENT a ANY>]><a/>",
    "<!DOCTYPE a SYSTEM 'x>' [<!ELEMENT a ANY>]><a/>",
    "<!DOCTYPE a PUBLIC \"-//x'>\" '>' [<!ENTITY e 'x'>]><a>&e;</a>",
  ])
  func `entities declared in the document are rejected`(_ text: String) {
    let time = ThreadTime.of {
      let error = #expect(throws: XMLDecodingError.self) { try decode(String.self, text) }
      #expect(error?.reason == .documentType)
      let wide: [UInt8] = [0xFF, 0xFE] + Self.wide(text, isLittle: true)
      #expect(throws: XMLDecodingError(.documentType)) {
        try XMLResponseDecoder().decode(String.self, from: wide)
      }
    }
    #expect(time < ThreadSanitizer.bound(ofTime: .seconds(30)))
  }

  @Test func `external document type definitions are not loaded`() throws {
    let text = "<!DOCTYPE a SYSTEM 'file:///nobody/here.dtd'><a>x</a>"
    #expect(try decode(String.self, text) == "x")
    #expect(
      try decode(String.self, "<!DOCTYPE a PUBLIC '-//x' 'http://127.0.0.1:1/x.dtd'><a>x</a>")
        == "x")
  }

  @Test(arguments: ["UTF-7", "EBCDIC-US", "IBM037", "Shift_JIS", "x"])
  func `an encoding that could hide markup is rejected`(_ name: String) {
    #expect(throws: XMLDecodingError(.encoding(name.lowercased()))) {
      try decode(String.self, "<?xml version=\"1.0\" encoding=\"\(name)\"?><a/>")
    }
  }

  private static let byType: ResponseDecoder<Dish> = .byContentType([
    ("application/json", .json()), ("application/xml", .xml()), ("text/xml", .xml()),
    ("application/*+xml", .xml()),
  ])

  @Test(arguments: [
    ("application/xml; charset=utf-8", "<dish id='7'><name>Soup</name></dish>"),
    ("text/xml", "<dish id='7'><name>Soup</name></dish>"),
    ("application/dish+xml", "<dish id='7'><name>Soup</name></dish>"),
    ("application/json", #"{"@id": 7, "name": "Soup", "tag": []}"#),
  ])
  func `the content type of a response selects JSON or XML`(
    _ type: String, _ body: String
  ) async throws {
    let mock = MockTransport(.any(.text(body, type: type)))
    let client = HTTPClient(baseURL: "https://example.com", transport: mock)
    let dish = try await client.send(.get("dishes/7").decoding(by: Self.byType))
    #expect(dish == Dish(id: 7, name: "Soup"))
    #expect(
      mock.requests.first?.head.fields[.accept]
        == "application/json, application/xml, text/xml")
  }

  @Test func `an error reported by a client has the location in the XML`() async throws {
    let mock = MockTransport(.any(.text("<dish id='7'>\ns3cr3t</dish>", type: "text/xml")))
    let client = HTTPClient(baseURL: "https://example.com", transport: mock)
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("dishes/7").decoding(by: Self.byType))
    }
    let text = "\(error as Any)"
    #expect(text.contains("the response cannot be decoded: line 1, column"))
    #expect(text.contains("'name' is missing in the XML"))
    #expect(!text.contains("s3cr3t"))
  }

  @Test func `the page shows the code that is compiled here`() async throws {
    let mock = MockTransport(
      .any(.text("<dish id='7'><name>Soup</name></dish>", type: "text/xml")))
    let client = HTTPClient(baseURL: "https://example.com", transport: mock)
    let byType: ResponseDecoder<Dish> = .byContentType([
      ("application/json", .json()), ("application/xml", .xml()), ("text/xml", .xml()),
    ])
    let dish = try await client.send(.get("dishes/7").decoding(by: byType))
    #expect(dish.name == "Soup")

    func lines(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: "\n")
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/Networking/Inspecting.md"),
      encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
      .map { lines($0.components(separatedBy: "```")[0]) }.filter { $0.contains(".xml()") }
    let source = lines(try String(contentsOfFile: #filePath, encoding: .utf8))
    #expect(blocks.count == 1)
    for block in blocks { #expect(source.contains(block), "\(block)") }
  }
}
