import Testing
import TremaHTTP

@Suite struct HTTPFieldsTests {
  @Test func `names are equal whatever their case, and order stays`() {
    var fields: HTTPFields = ["Accept": "a", "X-B": "1", "accept": "b"]
    #expect(fields["ACCEPT"] == "a, b")
    #expect(fields[values: .accept] == ["a", "b"])
    fields["x-b"] = "2"
    fields[.accept] = "c"
    #expect(fields.map(\.name.text) == ["Accept", "X-B"])
    #expect(fields.map(\.value) == ["c", "2"])
  }
}
