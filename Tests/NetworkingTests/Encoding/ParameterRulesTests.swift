import Foundation
import Networking
import Testing
import TremaHTTP

/// Each option once, with its output; names and values are shown before percent-encoding.
@Suite struct ParameterRulesTests {
  private func shown(_ value: some Encodable, _ change: (inout ParameterRules) -> Void = { _ in })
    throws -> String
  {
    var rules = ParameterRules()
    change(&rules)
    return try QueryEncoder(rules).items(of: value)
      .map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }
      .joined(separator: "&")
  }

  private struct Search: Encodable {
    var text = "swift"
    var tags = ["a", "b"]
    var filter = Filter()

    struct Filter: Encodable {
      var isNew = true
      var years = [2024, 2025]
    }
  }

  @Test func `arrays have five encodings`() throws {
    struct Page: Encodable { var k = [1, 2] }
    #expect(try shown(Page()) == "k=1&k=2")
    #expect(try shown(Page()) { $0.arrays = .brackets } == "k[]=1&k[]=2")
    #expect(try shown(Page()) { $0.arrays = .indexed } == "k[0]=1&k[1]=2")
    #expect(try shown(Page()) { $0.arrays = .commas } == "k=1,2")
    #expect(try shown(Page()) { $0.arrays = .joined("|") } == "k=1|2")
    #expect(try shown(Page()) { $0.arrays = .custom { "\($0).\($1 + 1)" } } == "k.1=1&k.2=2")
    #expect(try shown(Page(k: [])) == "")
    #expect(try shown(Page(k: [])) { $0.arrays = .commas } == "")
  }

  @Test func `nested names have three encodings`() throws {
    #expect(
      try shown(Search())
        == "text=swift&tags=a&tags=b&filter[isNew]=true&filter[years]=2024&filter[years]=2025")
    #expect(
      try shown(Search()) { rules in
        rules.nesting = .dots
        rules.arrays = .indexed
      } == "text=swift&tags[0]=a&tags[1]=b&filter.isNew=true&filter.years[0]=2024"
        + "&filter.years[1]=2025")
    #expect(
      try shown(Search()) { $0.nesting = .custom { "\($0)/\($1)" } }.hasSuffix(
        "filter/isNew=true&filter/years=2024&filter/years=2025"))
  }

  @Test func `arrays of arrays and of keyed values keep their indexes`() throws {
    struct Point: Encodable { var x: Int }
    let points = ["p": [Point(x: 1), Point(x: 2)]]
    #expect(try shown(points) { $0.arrays = .brackets } == "p[][x]=1&p[][x]=2")
    #expect(try shown(points) { $0.arrays = .indexed } == "p[0][x]=1&p[1][x]=2")
    #expect(
      try shown(["m": [[1], [2, 3]]]) { $0.arrays = .indexed }
        == "m[0][0]=1&m[1][0]=2&m[1][1]=3")
  }

  @Test func `property names are converted, dictionary keys are not`() throws {
    struct Names: Encodable {
      var userID = 1
      var myURLProperty = 2
      var simple = 3
      var extra = ["someKey": 4]
    }
    let table: [(ParameterRules.Keys, String)] = [
      (.asWritten, "userID=1&myURLProperty=2&simple=3&extra[someKey]=4"),
      (.snakeCase, "user_id=1&my_url_property=2&simple=3&extra[someKey]=4"),
      (.kebabCase, "user-id=1&my-url-property=2&simple=3&extra[someKey]=4"),
      (.capitalized, "UserID=1&MyURLProperty=2&Simple=3&Extra[someKey]=4"),
      (.uppercased, "USERID=1&MYURLPROPERTY=2&SIMPLE=3&EXTRA[someKey]=4"),
      (.lowercased, "userid=1&myurlproperty=2&simple=3&extra[someKey]=4"),
      (.custom { "x-\($0)" }, "x-userID=1&x-myURLProperty=2&x-simple=3&x-extra[someKey]=4"),
    ]
    for (keys, expected) in table { #expect(try shown(Names()) { $0.keys = keys } == expected) }
  }

  @Test func `Booleans, dates and data are encoded by their options`() throws {
    #expect(try shown(["b": true]) == "b=true")
    #expect(try shown(["b": false]) { $0.bools = .digits } == "b=0")
    #expect(try shown(["b": true]) { $0.bools = .custom { $0 ? "yes" : "no" } } == "b=yes")

    let date = ["d": Date(timeIntervalSince1970: 1_763_706_600.25)]
    let dates: [(ParameterRules.Dates, String)] = [
      (.iso8601, "d=2025-11-21T06:30:00Z"), (.iso8601Milliseconds, "d=2025-11-21T06:30:00.250Z"),
      (.secondsSince1970, "d=1763706600.25"), (.millisecondsSince1970, "d=1763706600250"),
      (.deferred, "d=785399400.25"), (.custom { _ in "now" }, "d=now"),
    ]
    for (rule, expected) in dates { #expect(try shown(date) { $0.dates = rule } == expected) }
    #expect(
      try shown(["d": Date(timeIntervalSince1970: -0.001)]) { $0.dates = .iso8601Milliseconds }
        == "d=1969-12-31T23:59:59.999Z")

    let data = ["d": Data([0xFB, 0xEF, 0x01, 0x0A])]
    let forms: [(ParameterRules.DataForm, String)] = [
      (.base64, "d=++8BCg=="), (.base64URL, "d=--8BCg"), (.hexadecimal, "d=fbef010a"),
      (.deferred, "d=251&d=239&d=1&d=10"), (.custom { "\($0.count) bytes" }, "d=4 bytes"),
    ]
    for (rule, expected) in forms { #expect(try shown(data) { $0.data = rule } == expected) }
  }

  @Test func `nil is omitted or encoded by its option`() throws {
    struct Maybe: Encodable {
      var a: String?
      var b: Int? = 1
      var list: [Int?] = [nil, 2]
      var bool: Bool?
      var other: [String: Int]?
    }
    let table: [(ParameterRules.Nils, String)] = [
      (.dropped, "b=1&list=2"), (.empty, "a=&b=1&list=&list=2&bool=&other="),
      (.bare, "a&b=1&list&list=2&bool&other"),
      (.word("null"), "a=null&b=1&list=null&list=2&bool=null&other=null"),
    ]
    for (nils, expected) in table { #expect(try shown(Maybe()) { $0.nils = nils } == expected) }
    #expect(
      try shown(["k": [nil, 2, nil]]) { rules in
        rules.nils = .empty
        rules.arrays = .commas
      } == "k=,2,")
    #expect(try shown(Optional<Maybe>.none) == "")
  }

  @Test func `numbers have the shortest spelling that round-trips`() throws {
    struct Numbers: Encodable {
      var whole = 3.0
      var tenth = 0.1
      var float: Float = 0.1
      var tiny = 1e-7
      var negative = -2.5
      var byte: UInt8 = 255
      var long = UInt64.max
      var decimal = Decimal(string: "12.340")
    }
    #expect(
      try shown(Numbers())
        == "whole=3&tenth=0.1&float=0.1&tiny=1e-07&negative=-2.5&byte=255"
        + "&long=18446744073709551615&decimal=12.34")
    let words = ParameterRules.NonFinite.words(
      infinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(
      try shown(["n": [Double.infinity, -.infinity, .nan]]) { $0.numbers = words }
        == "n=inf&n=-inf&n=nan")
    #expect(try shown(["n": -Float.infinity]) { $0.numbers = words } == "n=-inf")
  }

  @Test func `URLs, UUIDs and raw values are encoded as strings`() throws {
    enum Order: String, Encodable { case up, down }
    struct Other: Encodable {
      var url = URL(string: "https://a.example/x?y=1")
      var id = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")
      var order = Order.down
    }
    #expect(
      try shown(Other())
        == "url=https://a.example/x?y=1&id=00000000-0000-0000-0000-00000000000A&order=down")
  }

  @Test func `properties keep their order, and unordered keys are sorted`() throws {
    struct Mixed: Encodable {
      var z = 1
      var a = ["y": 1, "x": 2, "ä": 3, "Z": 4]
      var set: Set<Int> = [30, 1, 2]
      var numbers = [10: "a", 9: "b"]
    }
    let expected = "z=1&a[Z]=4&a[x]=2&a[y]=1&a[ä]=3&set=1&set=2&set=30&numbers[10]=a&numbers[9]=b"
    for _ in 0..<20 { #expect(try shown(Mixed()) == expected) }
    #expect(
      try shown(Mixed()) { $0.order = .sorted }
        == "a[Z]=4&a[x]=2&a[y]=1&a[ä]=3&numbers[10]=a&numbers[9]=b&set=1&set=2&set=30&z=1")
  }

  @Test func `a dictionary with non-string keys is encoded with names`() throws {
    enum Key: String, Hashable, Codable { case up, down }
    #expect(try shown(["k": [Key.up: 1, .down: 2]]) == "k[down]=2&k[up]=1")
    #expect(
      try shown(["k": Set([["b"], ["a"]])]) { $0.arrays = .indexed } == "k[0][0]=a&k[1][0]=b")
  }

  @Test func `JSON keeps the order of its members`() throws {
    let value: JSONValue = [
      "zKey": [1, 2.5, "x", true, nil], "a": ["e\u{301}": 1, "\u{E9}": 2],
      "large": .init(.number(JSONNumber(.max as UInt64))),
    ]
    let expected =
      "zKey=1&zKey=2.5&zKey=x&zKey=true&a[e\u{301}]=1&a[\u{E9}]=2&large=18446744073709551615"
    #expect(Array(try shown(value) { $0.keys = .snakeCase }.utf8) == Array(expected.utf8))
    let bytes = try JSONEncoder().encode(["v": value["zKey"]])
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"v":[1,2.5,"x",true,null]}"#)
  }

  @Test func `superclasses and manual containers are encoded`() throws {
    class Base: Encodable { let id = 1 }
    final class Derived: Base {
      let name = "x"
      enum Keys: CodingKey { case name, list, inner }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode("old", forKey: .name)
        try container.encode(name, forKey: .name)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(1)
        try list.encodeNil()
        var named = list.nestedContainer(keyedBy: Keys.self)
        try named.encode(2, forKey: .name)
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(inner.count)
        var pair = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
        try pair.encodeNil(forKey: .name)
        try super.encode(to: container.superEncoder())
      }
    }
    #expect(
      try shown(Derived()) { rules in
        rules.arrays = .indexed
        rules.nils = .bare
      }
        == "name=x&list[0]=1&list[1]&list[2][name]=2&list[3][0]=0&inner[name]&super[id]=1")
  }
}
