#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaTestSupport

  /// Commands that are run, and the requests that arrive from them.
  @Suite struct CurlCommandLineTests {
    private static func run(_ text: String) async throws -> JSONValue {
      let verdict = try await Judge(name: "sh", package: "dash").runAside(
        ["-e"], input: Array("no_proxy='*' NO_PROXY='*'; export no_proxy NO_PROXY\n\(text)".utf8))
      #expect(verdict.status == 0, "\(text)\n\(verdict.complaint)")
      return try JSONDecoder().decode(JSONValue.self, from: Data(verdict.output))
    }

    /// Removes the fields that a command adds, and those that name content codings.
    private static func comparable(_ echo: JSONValue) -> [String: JSONValue] {
      var parts: [String: JSONValue] = [:]
      for name in ["method", "args", "data", "form", "files", "url"] { parts[name] = echo[name] }
      for field in echo["headers"]?.object?.members ?? []
      where field.name != "Accept-Encoding" {
        parts["header \(field.name)"] = field.value
      }
      return parts
    }

    @Test func `the command sends the same request`() async throws {
      let base = try await TestServers.httpbin()
      let curl = try CurlTransport()
      let inspector = NetworkInspector()
      let client = HTTPClient(baseURL: base, transport: curl).adding(inspector)
      let hostile =
        "it's \"quoted\" $(touch /tmp/never) `id` \\ * ~ ! # & ; | < > %s @x {a,b} [1-2]"
      let drafts: [Request<JSONValue>] = [
        RequestBuilder.get("anything/a/../b?x=1&y=%27%22$(id)").header("X-Words", hostile)
          .jsonValue,
        RequestBuilder.get("anything").header("Accept", "text/x").header("X-Empty", "").jsonValue,
        RequestBuilder.post("anything").text(hostile, type: "text/plain").jsonValue,
        RequestBuilder.post("anything").text("@/etc/hostname", type: "text/plain").jsonValue,
        RequestBuilder.post("anything").text("line\nline\r\n", type: "text/plain").jsonValue,
        RequestBuilder.post("anything").data([0, 0xFF, 0x25, 0x5C, 0x27, 0x0A], type: "a/b")
          .jsonValue,
        RequestBuilder.post("anything").data([UInt8](repeating: 0x61, count: 200_000), type: "a/b")
          .jsonValue,
        RequestBuilder.post("anything").form(["a": "1&2", "b": "ä €"]).jsonValue,
        RequestBuilder.put("anything").json(["name": "Söup's"]).jsonValue,
        RequestBuilder.delete("anything").jsonValue,
        RequestBuilder.post("anything").multipart(
          .text("t", "x"), .data("f", [0, 1], fileName: "f")
        )
        .jsonValue,
      ]
      for draft in drafts {
        let sent = try await client.send(draft)
        let exchange = try #require(inspector.exchanges.last)
        let text = exchange.curl(redacting: .none)
        let again = Self.comparable(try await Self.run(text))
        #expect(again == Self.comparable(sent), "\(text)")
      }
      await curl.close()
    }

    @Test func `a body that was not stored is mentioned, and control characters are escaped`() {
      var exchange = RecordedExchange(
        HTTPRequest(.post, "http://h/\u{1B}[31m'", fields: ["X": "a\u{7}\nb"]),
        start: Date(timeIntervalSince1970: 0))
      exchange.requestBody.bytes = nil
      exchange.requestBody.count = 7
      let text = exchange.curl(redacting: .none)
      #expect(text.hasPrefix("# the request body (7 bytes) was not recorded\ncurl "))
      #expect(text.contains(#"'http://h/\u{1B}[31m'\'''"#))
      #expect(text.contains(#"-H 'X: a\u{7}\u{A}b'"#))
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func `the command contains no secrets by default`() {
      let exchange = RecordedExchange(
        HTTPRequest(
          .post, "http://u:s3cr3t@h/?token=s3cr3t",
          fields: ["Authorization": "s3cr3t", "Content-Type": "application/json"]),
        body: RecordedExchange.Body(Array(#"{"pin": "s3cr3t"}"#.utf8)),
        start: Date(timeIntervalSince1970: 0))
      #expect(!exchange.curl().contains("s3cr3t"))
      #expect(exchange.curl().contains("-H 'Authorization: <redacted>'"))
      #expect(exchange.curl(redacting: .none).contains("s3cr3t"))
    }
  }
#endif
