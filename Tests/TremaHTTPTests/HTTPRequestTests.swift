import Testing
import TremaHTTP

/// The allowed characters in the head of a message: RFC 9110, sections 5.1, 5.5, 5.6.2 and 9.1.
@Suite struct HTTPRequestTests {
  private func refusal(
    _ method: HTTPMethod = .get, _ target: String = "http://h/", fields: HTTPFields = [:],
    body: HTTPBody = .empty
  ) -> HTTPSyntaxError? {
    do throws(HTTPSyntaxError) {
      try HTTPRequest(method, target, fields: fields).check(body: body)
      return nil
    } catch {
      return error
    }
  }

  private static let tokens = "!#$%&'*+-.^_`|~0123456789"
  private static let delimiters = "\"(),/:;<=>?@[\\]{} \t\r\n\u{0}\u{7F}"

  @Test func `a field name must be a token`() {
    for letter in Self.tokens { #expect(refusal(fields: [.init("X\(letter)"): "v"]) == nil) }
    for letter in Self.delimiters.unicodeScalars {
      for name in ["X\(letter)", "\(letter)X", "\(letter)"] {
        #expect(refusal(fields: [.init(name): "v"]) == .invalidFieldName(name))
      }
    }
    for name in ["", "Größe", "X\u{85}", "é", "X-A: b\r\nX-C", "X-A\u{0}"] {
      #expect(refusal(fields: [.init(name): "v"]) == .invalidFieldName(name))
    }
  }

  @Test func `a field value has no control characters or surrounding spaces`() {
    for value in [
      "", "v", "a b", "a\tb", "\"quoted, text\"", "Grüße", "a:b", "()<>@,;:\\\"/[]?={}", "\u{A0}x",
      "Sun, 06 Nov 1994 08:49:37 GMT", "x" + String(repeating: "y", count: 10_000),
    ] {
      #expect(refusal(fields: ["X-A": value]) == nil, "\(value)")
    }
    for value in [
      " ", "\t", " v", "v ", "\tv", "v\t", "a\r\nX-B: c", "a\rb", "a\nb", "a\r\n b", "\r\n",
      "a\u{0}b",
      "a\u{1}", "\u{1F}", "a\u{7F}b", "a\u{B}b", "a\u{C}b", "\u{1B}[0m",
    ] {
      #expect(refusal(fields: ["X-A": value]) == .invalidFieldValue(name: "X-A"), "\(value)")
    }
  }

  @Test func `control characters are rejected at every position`() {
    for code in Array(UInt8(0)..<0x20) + [0x7F] {
      let letter = String(UnicodeScalar(code))
      if code != 0x09 {
        #expect(refusal(fields: ["A": "x\(letter)y"]) == .invalidFieldValue(name: "A"))
      }
      #expect(refusal(fields: [.init("A\(letter)B"): "x"]) != nil)
      #expect(refusal(.get, "http://h/\(letter)") != nil)
      #expect(refusal(.get, "http://h\(letter)") != nil)
      #expect(throws: HTTPSyntaxError.self) { try HTTPMethod("GET\(letter)") }
    }
  }

  @Test func `all fields are checked, not just the first`() {
    #expect(refusal(fields: ["A": "1", "B": "2\n"]) == .invalidFieldValue(name: "B"))
  }

  @Test func `a method is a case-sensitive token`() throws {
    for name in ["GET", "get", "PROPFIND", "M-SEARCH", "X!#$%&'*+-.^_`|~9"] {
      #expect(try HTTPMethod(name).name == name)
      #expect(refusal(try HTTPMethod(name)) == nil)
    }
    #expect(try HTTPMethod("get") != .get)
    #expect(try HTTPMethod("GET") == .get)
    for letter in Self.delimiters.unicodeScalars {
      #expect(throws: HTTPSyntaxError.invalidMethod("A\(letter)B")) {
        try HTTPMethod("A\(letter)B")
      }
    }
    for name in ["", "GET ", " GET", "GET / HTTP/1.1\r\nX:", "GÈT"] {
      #expect(throws: HTTPSyntaxError.invalidMethod(name)) { try HTTPMethod(name) }
    }
  }

  @Test func `CONNECT is rejected, even as a custom method`() throws {
    #expect(refusal(.connect) == .invalidMethod("CONNECT"))
    #expect(refusal(try HTTPMethod("CONNECT")) == .invalidMethod("CONNECT"))
    #expect(
      "\(HTTPSyntaxError.invalidMethod("CONNECT"))" == "'CONNECT' is not a valid request method")
  }

  @Test func `a body is rejected if the method forbids one`() throws {
    let body = HTTPBody.bytes([1])
    for method in [HTTPMethod.get, .head, .trace] {
      #expect(refusal(method, body: body) == .bodyNotAllowed(method))
      #expect(refusal(method) == nil)
      #expect(!method.allowsBody)
    }
    for method in [
      HTTPMethod.post, .put, .patch, .delete, .options, .query, try HTTPMethod("PROPFIND"),
    ] {
      #expect(refusal(method, body: body) == nil)
      #expect(method.allowsBody)
    }
    #expect(
      "\(HTTPSyntaxError.bodyNotAllowed(.get))" == "a GET request cannot have a body")
  }

  @Test func `methods know whether they are safe and idempotent`() throws {
    let safe: [HTTPMethod] = [.get, .head, .options, .trace, .query]
    let idempotent: [HTTPMethod] = safe + [.put, .delete]
    let all: [HTTPMethod] = idempotent + [.post, .patch, .connect, try HTTPMethod("PROPFIND")]
    for method in all {
      #expect(method.isSafe == safe.contains(method))
      #expect(method.isIdempotent == idempotent.contains(method))
    }
  }

  @Test func `the target must be an absolute HTTP or HTTPS URL`() {
    for target in [
      "http://h", "https://h/", "HTTP://H:8080/a?b", "http://[::1]:1/", "http://127.0.0.1/",
      "http://a.b-c.example:65535/?x=%20", "http://_dmarc.example/", "http://h?", "http://h/a//b",
    ] {
      #expect(refusal(.get, target) == nil, "\(target)")
    }
    let relative = "is relative, but there is no base URL"
    let scheme = "does not begin with 'http:' or 'https:'"
    let user = "has a user name, which is never sent as part of a URL; use 'Authorization'"
    let host = "has a host with invalid characters"
    let table = [
      ("", relative), ("/a", relative), ("a/b", relative), ("//h/a", relative), ("?q", relative),
      ("ftp://h/", scheme), ("file:///etc/passwd", scheme), ("data:,x", scheme), ("h:80/", scheme),
      ("javascript:alert(1)", scheme), ("httpx://h/", scheme), ("http:", "has no host"),
      ("http:/a", "has no host"), ("http:///a", "has no host"), ("http://:80/", "has no host"),
      ("http://?q", "has no host"), ("http://h/#f", "has a fragment, which is never sent"),
      ("http://h#", "has a fragment, which is never sent"), ("http://u@h/", user),
      ("http://u:p@h/", user), ("http://@h/", user), ("http://a%2Fb/", host),
      ("http://a%00/", host), ("http://a,b/", host), ("http://a$(b)/", host),
      ("http://h:0/", "has a port that is not a number from 1 to 65535"),
      ("http://h:65536/", "has a port that is not a number from 1 to 65535"),
    ]
    for (target, reason) in table {
      #expect(refusal(.get, target) == .invalidURL(reason), "\(target)")
    }
  }

  @Test func `error messages escape control characters in names and omit values`() {
    #expect(
      "\(HTTPSyntaxError.invalidFieldName("A\r\nB\u{202E}"))"
        == "'A\\u{D}\\u{A}B\\u{202E}' is not a valid header field name")
    #expect(
      "\(HTTPSyntaxError.invalidFieldValue(name: "X-A"))"
        == "the value of the header field 'X-A' contains a control character or begins or ends with "
        + "whitespace")
    let secret = refusal(fields: ["Authorization": "Bearer s3cret\n"])
    #expect(secret.map { "\($0)".contains("s3cret") } == false)
  }
}
