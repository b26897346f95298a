import Foundation
import Networking
import Testing
import TremaHTTP

@Suite struct URLPathTests {
  private let client = HTTPClient(
    baseURL: "https://api.example.com/v1?key=7", transport: EchoTransport())

  private func sent<Body>(_ draft: RequestBuilder<Body>) async throws -> String {
    String(decoding: try await client.send(draft.bytes), as: UTF8.self)
  }

  private func refused<Body>(_ draft: RequestBuilder<Body>) async -> String? {
    let error = await #expect(throws: NetworkError.self) { try await client.send(draft.empty) }
    return error.map { "\($0)" }
  }

  @Test func `strings, numbers and IDs each become a single segment`() {
    let api: URLPath = "api/v2"
    let id = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")
    #expect(api["users"][42].text == "api/v2/users/42")
    #expect(api["a/b"]["c d"]["?#%&+;="].text == "api/v2/a%2Fb/c%20d/%3F%23%25%26%2B%3B%3D")
    #expect(api["größe"].text == "api/v2/gr%C3%B6%C3%9Fe")
    #expect(id.map { api[$0].text } == "api/v2/00000000-0000-0000-0000-00000000000A")
    #expect(URLPath("")["a:b"].text == "a%3Ab")
    #expect(URLPath("/")["a"].text == "/a")
    #expect(URLPath("a/?x=1#f")["b"].text == "a/b?x=1#f")
    #expect(URLPath("https://other.example")["b"].text == "https://other.example/b")
    #expect("\(api["..."])" == "api/v2/...")
  }

  @Test func `each method builds a request from a path or a string`() async throws {
    let page: Int? = nil
    #expect(
      try await sent("posts".get(query: ["page": 2, "sort": "up", "q": page]))
        == "GET https://api.example.com/v1/posts?key=7&page=2&sort=up")
    let users = URLPath("users")
    let table: [(RequestBuilder<BodyAllowed>, String)] = [
      (users[1].post(), "POST"), (users[1].put(), "PUT"), (users[1].patch(), "PATCH"),
      (users[1].delete(), "DELETE"), (users[1].options(), "OPTIONS"),
      (users[1].request(.query), "QUERY"),
    ]
    for (draft, method) in table {
      #expect(try await sent(draft) == "\(method) https://api.example.com/v1/users/1?key=7")
    }
    #expect(try await sent(users.head()) == "HEAD https://api.example.com/v1/users?key=7")
    #expect(try await sent(users.trace()) == "TRACE https://api.example.com/v1/users?key=7")
    #expect(
      try await sent("users?a=1".post(query: ["b": true]).json(["x": 1]))
        == "POST https://api.example.com/v1/users?key=7&a=1&b=true\napplication/json\n{\"x\":1}")
  }

  @Test func `a template expands to a path and a query`() async throws {
    let page: Int? = 3
    let path = URLPath(
      "users/{id}/posts{?page,tag*,q}", ["id": "a/b", "page": page, "tag": ["x", "y"], "q": nil])
    #expect(
      try await sent(path.get(query: ["more": "&"]))
        == "GET https://api.example.com/v1/users/a%2Fb/posts?key=7&page=3&tag=x&tag=y&more=%26")
    #expect(URLPath("find?q={q}{&n}", ["q": "", "n": 1]).text == "find?q=&n=1")
  }

  @Test func `a segment that would change the path is rejected before sending`() async {
    let users = URLPath("users")
    for segment in [".", ".."] {
      #expect(
        await refused(users[segment]["x"].get())?.hasSuffix(
          "the URL has the segment '\(segment)' in its path, which would leave the path") == true)
      #expect(
        await refused(URLPath("users/{id}", ["id": segment]).get())?.hasSuffix(
          "the URL has the segment '\(segment)' in its path, which would leave the path") == true)
    }
    for path in ["../x", "a/%2E%2e/b", "a/.%2e"] {
      #expect(
        await refused(URLPath("users/{+path}", ["path": path]).get())?.contains(
          "would leave the path")
          == true)
    }
    #expect(URLPath("users")["%2e%2e"].text == "users/%252e%252e")
    #expect(
      await refused(users[""].delete())?.hasSuffix("the URL has an empty segment in its path")
        == true)
    for values: [String: (any URITemplateConvertible)?] in [[:], ["id": nil], ["id": ""]] {
      #expect(
        await refused(URLPath("users/{id}", values).delete())?.hasSuffix(
          "the URL has no value for 'id' in its path") == true)
    }
    #expect(
      await refused(URLPath("users/{id", ["id": 1]).get())?.hasSuffix(
        "'{' has no matching '}' (byte 6 of the template)") == true)
    #expect(
      await refused(URLPath("a b").get())?.contains("contains ' ' at byte 1") == true)
  }
}
