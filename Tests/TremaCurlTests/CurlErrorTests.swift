import Testing
import TremaHTTP

@testable import TremaCurl

@Suite struct CurlErrorTests {
  @Test(
    arguments: [
      (
        "Failed to connect to h port 1 after 12 ms: Couldn't connect",
        "Failed to connect to h port 1: Couldn't connect", 12
      ),
      (
        "Operation timed out after 1001 milliseconds with 0 bytes received",
        "Operation timed out with 0 bytes received", 1001
      ),
      ("Connection timeout after 7 ms", "Connection timeout", 7),
      ("nothing after this", "nothing after this", nil),
      ("ended after x ms", "ended after x ms", nil), ("", "", nil),
    ] as [(String, String, Int64?)])
  func `the time of a failure is separated from its message`(
    message: String, detail: String, milliseconds: Int64?
  ) {
    let found = CurlHandle.withoutTime(message)
    #expect(found.detail == detail)
    #expect(found.elapsed == milliseconds.map { .milliseconds($0) })
  }

  @Test func `the same failure has the same description each time`() async throws {
    try await withTransport { transport in
      var errors: [TransportError] = []
      for _ in 0..<20 {
        let error = await failure { () async throws(TransportError) in
          // Nothing listens at the port of tcpmux.
          try await transport.get("http://127.0.0.1:1/")
        }
        if let error { errors.append(error) }
      }
      #expect(errors.count == 20 && Set(errors).count == 1)
      #expect(Set(errors.map(\.description)).count == 1)
      #expect(errors.first?.kind == .cannotConnect)
      #expect(errors.first?.description.contains(" ms") == false)
    }
  }
}
