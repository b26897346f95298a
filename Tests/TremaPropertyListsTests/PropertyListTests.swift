import Testing
import TremaPropertyLists

import struct TremaSupport.SourcePosition

@Suite struct PropertyListTests {
  @Test func `equality ignores locations and compares strings byte for byte`() {
    let place = SourcePosition(line: 3, column: 4)
    let composed = PropertyList(.string("\u{E9}"), at: place)
    #expect(composed == PropertyList(.string("\u{E9}")))
    #expect(composed != PropertyList(.string("e\u{301}")))
    #expect(composed.position == place)
    #expect(PropertyList(.real(.nan)) == PropertyList(.real(-.nan)))
    #expect(PropertyList(.integer(.init(1))) == PropertyList(.integer(.init(UInt64(1)))))
    #expect(PropertyList(.boolean(true)) != PropertyList(.integer(.init(1))))
    let same: Set = [composed, PropertyList(.string("\u{E9}")), PropertyList(.string("e\u{301}"))]
    #expect(same.count == 2)
  }

  @Test func `a lookup returns the last of two entries with the same key, and both are listed`()
    throws
  {
    let value = try PropertyList.decode(
      Array("é = 1; é = 2; b = 3;".replacing("é", with: "\"é\"").utf8), file: "f")
    #expect(value["é"]?.string == "2")
    #expect(value[entry: "é"]?.keyPosition == SourcePosition(line: 1, column: 12))
    #expect(value["e\u{301}"] == nil)
    #expect(value.entries?.map(\.key) == ["é", "é", "b"])
    #expect(value["b"]?.kind == "a string")
  }

  @Test func `integers convert to the types that they fit`() {
    #expect(PropertyList.Integer(Int64.min).int64 == .min)
    #expect(PropertyList.Integer(Int64.min).uint64 == nil)
    #expect(PropertyList.Integer(UInt64.max).int64 == nil)
    #expect(PropertyList.Integer(UInt64.max).uint64 == .max)
    #expect(PropertyList.Integer(Int64(-1)).description == "-1")
  }

  @Test func `dates follow the Gregorian calendar`() {
    let dates = [
      (0.0, "2001-01-01T00:00:00Z"), (-0.5, "2000-12-31T23:59:59Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"), (252_423_993_599.5, "9999-12-31T23:59:59Z"),
      (5_097_600, "2001-03-01T00:00:00Z"), (-26_524_800, "2000-02-29T00:00:00Z"),
    ]
    for (seconds, text) in dates {
      #expect(PropertyList.Moment(seconds: seconds)?.description == text)
    }
    for seconds in [-63_113_904_000.5, 252_423_993_600, .nan, .infinity, -.infinity] {
      #expect(PropertyList.Moment(seconds: seconds) == nil)
    }
  }
}
