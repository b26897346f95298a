import Testing
import TremaHTTP

@Suite struct HTTPFieldsTests {
  @Test func `names are case-insensitive, and order is kept`() {
    var fields: HTTPFields = ["Accept": "a", "X-B": "1", "accept": "b"]
    #expect(fields["ACCEPT"] == "a, b")
    #expect(fields[values: .accept] == ["a", "b"])
    fields["x-b"] = "2"
    fields[.accept] = "c"
    #expect(fields.map(\.name.text) == ["Accept", "X-B"])
    #expect(fields.map(\.value) == ["c", "2"])
  }

  @Test func `equal names have equal hashes, and only ASCII letters are case-insensitive`() {
    let names: Set<HTTPFields.Name> = ["ETag", "etag", "E-Tag", "ETAG"]
    #expect(names.count == 2)
    #expect(HTTPFields.Name("@") != HTTPFields.Name("`"))
    #expect(HTTPFields.Name("[") != HTTPFields.Name("{"))
    #expect(HTTPFields.Name("Ä") != HTTPFields.Name("ä"))
    #expect("\(HTTPFields.Name("eTaG"))" == "eTaG")
  }

  @Test func `setting a value replaces all fields of a name, and nil removes them`() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3", "C": "4", "A": "5"]
    fields["a"] = "x"
    #expect(fields == ["A": "x", "B": "2", "C": "4"])
    fields["B"] = nil
    #expect(fields == ["A": "x", "C": "4"])
    fields["D"] = "new"
    fields[values: "C"] = ["4", "5"]
    #expect(fields == ["A": "x", "D": "new", "C": "4", "C": "5"])
    fields[values: "C"] = []
    #expect(!fields.contains("c"))
    #expect(fields.contains("d"))
    #expect(fields["E"] == nil)
    #expect(fields[values: "E"] == [])
  }

  @Test func `merging replaces fields of the same name in place`() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
    fields.merge(["a": "x", "C": "4", "A": "y"])
    #expect(fields == ["B": "2", "a": "x", "C": "4", "A": "y"])
    fields.append("B", "5")
    #expect(fields["b"] == "2, 5")
    #expect(fields.count == 5)
  }
}
