import Foundation
import Networking
import Testing

@Suite struct ParameterErrorTests {
  private func complaint(_ value: some Encodable, _ rules: ParameterRules = ParameterRules())
    -> String
  {
    do {
      return "no error, but \(try QueryEncoder(rules).text(of: value))"
    } catch {
      return "\(error)"
    }
  }

  private struct Failing: Encodable {
    struct Reason: Error {}
    func encode(to encoder: any Encoder) throws { throw Reason() }
  }

  private struct Refusing: Encodable {
    func encode(to encoder: any Encoder) throws {
      let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no")
      throw EncodingError.invalidValue("secret", context)
    }
  }

  /// A value that contains itself, as a faulty tree could.
  private struct Endless: Encodable {
    enum Keys: CodingKey { case inner }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(Endless(), forKey: .inner)
    }
  }

  @Test func `a value that cannot be encoded is reported with its path`() {
    let noName = "the value has no name; a query or form requires a value with properties"
    #expect(complaint(4) == noName)
    #expect(complaint("text") == noName)
    #expect(complaint([1, 2]) == noName)
    #expect(complaint(["a": ["b": [1, Double.nan]]]) == "'a.b.1' is not a finite number")
    #expect(complaint(["a": Float.infinity]) == "'a' is not a finite number")
    #expect(
      complaint(["a": Date(timeIntervalSince1970: 1e12)])
        == "'a' is a date outside the years 1 to 9999")
    #expect(
      complaint(["a": [[1]]], ParameterRules(arrays: .commas))
        == "'a.0' is not a single value, so its array cannot be joined")
    #expect(complaint(["a": Refusing()]) == "'a' cannot be encoded: EncodingError")
    #expect(complaint(["a": Failing()]) == "the value cannot be encoded: Reason")
    #expect(
      complaint(["a": Date()], ParameterRules(dates: .custom { _ in throw Failing.Reason() }))
        == "'a' cannot be encoded: Reason")
    #expect(complaint(Endless()).hasSuffix("is nested deeper than 256 levels"))
  }

  @Test func `an encoding error is reported before the request is sent`() async {
    let client = HTTPClient(baseURL: "https://api.example.com", transport: EchoTransport())
    for request in [
      Request<[UInt8]>.get("x").query("n", Double.nan).bytes,
      Request<[UInt8]>.post("x").form(["n": Double.nan]).bytes,
    ] {
      let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
      guard case .encoding(let reason as ParameterError) = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.codingPath == ["n"])
      #expect(error.map { "\($0)" }?.hasSuffix(" 'n' is not a finite number") == true)
    }
  }
}
