import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

/// The examples of the pages on redirects and cookies.
@Suite struct CookiePageTests {
  private let logged = LockedValue<[String]>([])
  private func log(_ text: String) { logged.withLock { $0.append(text) } }

  private let transport = TestTransport { (request, _, _) throws(TransportError) in
    let isFirst = request.target == "https://api.example.com/report"
    return HTTPResponse(
      HTTPResponseHead(
        isFirst ? .found : .ok, fields: isFirst ? ["Location": "//files.example.com/r"] : [:],
        url: request.target))
  }

  @Test func `the examples of redirects work`() async throws {
    let tenant = "t"
    let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
      .adding(Redirects(limit: 5, originBoundFields: ["X-API-Key"]))
    let report = try await client.send(
      .get("report").header("X-Tenant", tenant).onlyForOrigin("X-Tenant").text.withHead)
    for redirect in report.head.redirects { log("\(redirect)") }
    #expect(
      logged.value == [
        "302 GET https://api.example.com/report → GET https://files.example.com/r"
      ])
    #expect(transport.requests.map { $0.fields["X-Tenant"] } == ["t", nil])
    let redirects = Redirects { proposal in
      proposal.request.head.target.hasPrefix("https://login.") ? .returnResponse : .follow
    }
    let other = client.removing(interceptor: "Redirects").adding(redirects)
    #expect(try await other.send(.get("report").text.withHead).head.redirects.count == 1)
  }

  @Test func `the examples of cookies work`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("cookies").path
    let (session, token) = ("s", "t")
    let jar = try CookieJar(file: CookieFile(path), ifDamaged: .setAside)
    let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
      .adding(Cookies(jar)).adding(XSRF(jar)).adding(Redirects())
    #expect(
      client.description
        == "https://api.example.com: interceptors 'Redirects', 'Cookies', 'XSRF' → test")
    let orders = try await client.send(
      (RequestBuilder.post("orders") |> withSessionCookie(session, name: "SID", xsrf: token)).text)
    #expect(orders.isEmpty)
    #expect(transport.requests.last?.fields[.cookie] == "SID=s; XSRF-TOKEN=t")
    jar.endSession()
    jar.remove { $0.domain == "tracker.example.com" }
    try jar.save()
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [("Redirects", 3), ("Cookies", 3)])
  func `the pages show the code that is compiled here`(_ name: String, _ count: Int) throws {
    let page = try PageBlocks(page: "Networking/\(name).md")
    #expect(page.blocks.count == count)
    let source = try PageBlocks.source(of: #filePath)
    for block in page.blocks { #expect(source.contains(block), "\(block)") }
  }
}
