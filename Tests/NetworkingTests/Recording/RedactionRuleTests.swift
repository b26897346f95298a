import Foundation
import Testing
import TremaHTTP
import TremaTestSupport

@testable import Networking

@Suite struct RedactionRuleTests {
  private static let secret = "s3cr3t"

  private static func shown(
    _ body: String, _ type: String?, rule: RedactionRule = .standard
  ) -> String? {
    var fields = HTTPFields()
    fields[.contentType] = type
    var exchange = RecordedExchange(
      HTTPRequest(.post, "http://h/", fields: fields),
      body: RecordedExchange.Body(Array(body.utf8)), start: Date(timeIntervalSince1970: 0))
    exchange = rule.redacted(exchange)
    return exchange.requestBody.bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    "token", "access_token", "refreshToken", "id-token", "key", "X-Api-Key", "apikey", "secret",
    "client_secret", "password", "PASSWORD", "passwd", "code", "code_verifier", "sig",
    "X-Amz-Signature", "session", "PHPSESSID", "JSESSIONID", "xsrf-token", "otp", "auth",
    "user_password_2", "assertion", "pw", "ssn", "my_jwt_value", "idJWT",
  ])
  func `a secret's name is detected`(_ name: String) {
    #expect(RedactionRule.standard.isSecret(name))
    #expect(!RedactionRule.none.isSecret(name))
    #expect(!RedactionRule(shown: [name.lowercased()]).isSecret(name))
  }

  @Test(arguments: ["a", "q", "name", "passwordLength", "tokenURL", "page", "codec", "keyboard"])
  func `an ordinary name is not treated as a secret's`(_ name: String) {
    #expect(!RedactionRule.standard.isSecret(name))
    #expect(RedactionRule(secret: [name.uppercased()]).isSecret(name))
  }

  @Test(arguments: [
    ("https://h/reset/s3cr3t", "https://h/reset/%3Credacted%3E"),
    ("https://h/reset/s3cr3t?a=1", "https://h/reset/%3Credacted%3E?a=1"),
    ("https://h/v1/reset/s3cr3t", "https://h/v1/reset/s3cr3t"),
    ("https://h/v1/u/ada%40example.com/dishes", "https://h/v1/u/%3Credacted%3E/dishes"),
    ("https://h/u//dishes", "https://h/u//dishes"), ("https://h/", "https://h/"),
    ("https://h/reset/s3cr3t/", "https://h/reset/%3Credacted%3E/"),
    ("https://h/reset//s3cr3t", "https://h/reset//%3Credacted%3E"),
    ("https://h/RESET/s3cr3t", "https://h/RESET/%3Credacted%3E"),
    ("https://h/%72eset/s3cr3t", "https://h/%72eset/%3Credacted%3E"),
    ("u/ada/dishes", "u/%3Credacted%3E/dishes"),
  ])
  func `path segments that the rule names are redacted`(url: String, shown: String) {
    let rule = RedactionRule(paths: ["/reset/{token}", "u/{mail}/dishes"])
    #expect(rule.redacted(url: url) == shown)
    #expect(RedactionRule.standard.redacted(url: url) == url)
  }

  @Test func `fields with credentials are redacted, and so are URLs in other fields`() {
    let fields: HTTPFields = [
      "Authorization": "a", "Proxy-Authorization": "b", "proxy-authenticate": "c", "Cookie": "d",
      "Set-Cookie": "e", "X-Api-Key": "f", "X-Auth-Token": "g", "Accept": "text/html",
      "Location": "https://u:p@h/x?code=s3cr3t&a=1#frag", "Referer": "/y?token=s3cr3t",
      "Link": "<https://h/p?key=s3cr3t&page=2>; rel=\"next\"", "ETag": "\"x\"", "From": "a@b.c",
    ]
    let values = RedactionRule.standard.redacted(fields).map(\.value)
    let mask = "<redacted>"
    #expect(Array(values[..<7]) == Array(repeating: mask, count: 7))
    #expect(
      Array(values[7...11]) == [
        "text/html", "https://h/x?code=%3Credacted%3E&a=1#%3Credacted%3E",
        "/y?token=%3Credacted%3E", "<https://h/p?key=%3Credacted%3E&page=2>; rel=\"next\"",
        "\"x\"",
      ])
  }

  @Test func `URL parameters in fields are redacted, other parameters are not`() {
    let fields: HTTPFields = [
      "Link": "<https://h/p;jsessionid=s3cr3t>; rel=next, <https://h/?a=1;token=s3cr3t>; rel=prev",
      "Refresh": "5; url=https://h/p;jsessionid=s3cr3t", "Content-Type": "text/html; charset=utf-8",
    ]
    let mask = "%3Credacted%3E"
    #expect(
      RedactionRule.standard.redacted(fields).map(\.value) == [
        "<https://h/p;jsessionid=\(mask)>; rel=next, <https://h/?a=1;token=\(mask)>; rel=prev",
        "5; <invalid URL>", "text/html; charset=utf-8",
      ])
  }

  @Test(arguments: [
    ("https://h/x?a=1&token=s3cr3t&b", "https://h/x?a=1&token=%3Credacted%3E&b"),
    ("https://u:s3cr3t@h/x", "https://h/x"),
    ("https://h/?to%6Ben=s3cr3t", "https://h/?to%6Ben=%3Credacted%3E"),
    ("https://h/?user[password]=s3cr3t", "<invalid URL>"),
    ("https://h/?user%5Bpassword%5D=s3cr3t", "https://h/?user%5Bpassword%5D=%3Credacted%3E"),
    ("https://h/?auth.value=s3cr3t", "https://h/?auth.value=%3Credacted%3E"),
    ("https://h/?a=1;token=s3cr3t&b=2", "https://h/?a=1;token=%3Credacted%3E&b=2"),
    ("https://h/a;jsessionid=s3cr3t/b;v=1?c", "https://h/a;jsessionid=%3Credacted%3E/b;v=1?c"),
    ("https://h/?db=pg%3A%2F%2Fu%3As3cr3t%40i%2Fx", "https://h/?db=pg%3A%2F%2Fi%2Fx"),
    ("https://h/?next=http%3A%2F%2Fu%3As3cr3t%40%3Ax", "https://h/?next=%3Cinvalid%20URL%3E"),
    (
      "https://h/?next=https%3A%2F%2Fi%2F%3Fcode%3Ds3cr3t%26a%3D1",
      "https://h/?next=https%3A%2F%2Fi%2F%3Fcode%3D%253Credacted%253E%26a%3D1"
    ),
    ("https://h/ ?token=s3cr3t", "<invalid URL>"), ("u:s3cr3t@h", "<invalid URL>"),
  ])
  func `secrets in a URL are redacted`(_ url: String, _ shown: String) {
    #expect(RedactionRule.standard.redacted(url: url) == shown)
    // Redaction is idempotent, so redacted values can be compared.
    #expect(RedactionRule.standard.redacted(url: shown) == shown || shown == "<invalid URL>")
    #expect(RedactionRule.none.redacted(url: url) == url)
  }

  struct Row: Sendable {
    let body: String
    let type: String?
    let shown: String?

    init(_ body: String, _ type: String?, _ shown: String?) {
      (self.body, self.type, self.shown) = (body, type, shown)
    }
  }

  private static let rows: [Row] = [
    Row(#"{"a": 1}"#, "application/json", #"{"a": 1}"#),
    Row(#"{"a": 1, "token": "s3cr3t"}"#, "application/json", #"{"a":1,"token":"<redacted>"}"#),
    Row(
      #"[{"tokens": {"x": ["s3cr3t", 7, true, null]}}]"#, "application/vnd.api+json; charset=utf-8",
      #"[{"tokens":{"x":["<redacted>",0,true,null]}}]"#
    ),
    Row(#"{"next": "https://h/?code=s3cr3t"}"#, nil, #"{"next":"https://h/?code=%3Credacted%3E"}"#),
    Row(#"{"in": "{\"pin\": 4711}"}"#, "text/plain", #"{"in":"{\"pin\":0}"}"#),
    Row("a=1&password=s3cr3t", "application/x-www-form-urlencoded", "a=1&password=%3Credacted%3E"),
    Row("a=1&password=s3cr3t", nil, "a=1&password=%3Credacted%3E"),
    Row(
      "{\"a\":1}\n{\"token\":\"s3cr3t\"}\n", "application/x-ndjson",
      "{\"a\":1}\n{\"token\":\"<redacted>\"}\n"
    ),
    Row(
      "event: x\ndata: {\"token\":\"s3cr3t\"}\n\n", "text/event-stream",
      "event: x\ndata: {\"token\":\"<redacted>\"}\n\n"
    ),
    Row(
      "<a b='1' token='s3cr3t'><w:Password x=\"1\">s3cr3t<b>s3cr3t</b><![CDATA[s3cr3t]]></w:Password>ok</a>",
      "application/soap+xml",
      "<a b='1' token='&lt;redacted&gt;'><w:Password x=\"1\">&lt;redacted&gt;<b>&lt;redacted&gt;</b>&lt;redacted&gt;</w:Password>ok</a>"
    ),
    Row(
      "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t\r\n--B--\r\n",
      "multipart/form-data; boundary=\"B\"",
      "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n<redacted>\r\n--B--\r\n"
    ),
    Row("plain words = more", "text/plain", "plain words = more"),
    Row(
      "--B\r\nContent-Disposition: form-data; name=\"data\"\r\nContent-Type: application/json\r\n\r\n{\"password\":\"s3cr3t\"}\r\n--B\r\nContent-Disposition: form-data;name=token\r\n\r\ns3cr3t\r\n--B--\r\n",
      "multipart/form-data; boundary=B",
      "--B\r\nContent-Disposition: form-data; name=\"data\"\r\nContent-Type: application/json\r\n\r\n{\"password\":\"<redacted>\"}\r\n--B\r\nContent-Disposition: form-data;name=token\r\n\r\n<redacted>\r\n--B--\r\n"
    ),
    Row(
      "next=%2Fback%3Fcode%3Ds3cr3t%26a%3D1", nil,
      "next=%2Fback%3Fcode%3D%253Credacted%253E%26a%3D1"),
    Row(
      "<a><password><!--s3cr3t--></password></a>", "text/xml",
      "<a><password>&lt;redacted&gt;</password></a>"),
    // The declared type is wrong.
    Row("{\"p\\u0061ssword\": \"s3cr3t", "application/json", nil),
    Row("<a \"><password>s3cr3t</password><b c=\"x\"></a>", "text/xml", nil),
    Row("data: token=s3cr3t {\"a\":1}\n\n", "text/event-stream", nil),
    Row("--B\nname=\"password\"\n\ns3cr3t", "multipart/form-data", nil),
    Row(
      "--B\nContent-Disposition: form-data; name=\"password\"\n\ns3cr3t\n--B--",
      "multipart/form-data; boundary=B", nil),
    Row(#"{"a": oops"#, "application/json", #"{"a": oops"#),
    Row(#"{"token": "s3cr3t"#, "application/json", nil),
    Row("data: {\"token\": \"s3cr3t\n\n", "text/event-stream", nil),
  ]

  @Test(arguments: rows)
  func `named secrets in a body are redacted`(_ row: Row) {
    let (body, type) = (row.body, row.type)
    let shown = Self.shown(body, type)
    #expect(shown == row.shown)
    #expect(shown?.contains(Self.secret) != true)
    if let shown { #expect(Self.shown(shown, type) == shown) }
    #expect(Self.shown(body, type, rule: .none) == body)
    #expect(Self.shown(body, type, rule: RedactionRule(bodies: .hidden)) == nil)
  }

  @Test(arguments: [
    #"{"password":"s3cr3t"}"#, "<a><password>s3cr3t</password></a>",
  ])
  func `a UTF-16 body with a secret is not stored`(_ body: String) throws {
    for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian] {
      let bytes = [UInt8](try #require(body.data(using: encoding)))
      for type in ["application/json", "text/xml", "application/xml; charset=utf-16", nil] {
        var fields = HTTPFields()
        fields[.contentType] = type
        #expect(Self.kept(bytes, fields).bytes == nil, "\(type ?? "") \(encoding)")
      }
    }
  }

  @Test func `a compressed body is stored if it contains no secret`() throws {
    let plain = Array(#"{"list":[\#(String(repeating: "1,", count: 200))2]}"#.utf8)
    let secret = Array(#"{"password":"s3cr3t","x":"\#(String(repeating: "a", count: 200))"}"#.utf8)
    let json: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
    let open = try #require(Gzip.compressed(plain))
    #expect(Self.kept(open, json).bytes == open)
    #expect(Self.kept(try #require(Gzip.compressed(secret)), json).absence == .hidden)
    #expect(Self.kept(Array(open.dropLast(20)), json).absence == .hidden)
    #expect(
      Self.kept(open, [.contentType: "application/json", .contentEncoding: "br"]).bytes == nil)
    #expect(Self.kept(plain, [.contentEncoding: "identity"]).bytes == plain)
  }

  private static func kept(_ bytes: [UInt8], _ fields: HTTPFields) -> RecordedExchange.Body {
    var exchange = RecordedExchange(
      HTTPRequest(.get, "http://h/"), start: Date(timeIntervalSince1970: 0))
    exchange.response = HTTPResponseHead(.ok, fields: fields)
    exchange.responseBody = RecordedExchange.Body(bytes)
    return RedactionRule.standard.redacted(exchange).responseBody
  }

  @Test func `a URL in an error contains no secrets`() {
    var exchange = RecordedExchange(
      HTTPRequest(.get, "http://h/"), start: Date(timeIntervalSince1970: 0))
    exchange.error = TransportError(.other, "no way to 'https://u:s3cr3t@h/x?token=s3cr3t'")
    let detail = RedactionRule.standard.redacted(exchange).error?.detail
    #expect(detail == "no way to 'https://h/x?token=%3Credacted%3E'")
  }

  @Test func `a body of many small parts is read in one pass`() {
    let many = 20_000
    for (piece, type) in [
      ("<!---->", "text/xml"), ("<![CDATA[]]>", "text/xml"), ("<a \"", "text/xml"),
      ("--B\r\n\r\n", "multipart/x; boundary=B"), ("{[", "text/event-stream"),
      ("data:{\n", "text/event-stream"), ("http://h/?a=", "application/x-www-form-urlencoded"),
    ] {
      let body = String(repeating: piece, count: many)
      let took = ThreadTime.of { _ = Self.shown(body, type) }
      #expect(took < ThreadSanitizer.bound(ofTime: .seconds(20)), "\(piece)")
    }
  }

  @Test func `malformed bodies are scanned to the end`() {
    let texts = [
      "<", "<a", "<a b", "<a b=", "<a b='", "<!--", "<![CDATA[", "</", "--B", "--B\r\n\r\n",
      "data:", "{",
      "=&=&", "%", "a=%4",
    ]
    for text in texts {
      for type in [
        "text/xml", "multipart/x; boundary=B", "text/event-stream", "application/json",
        "application/x-www-form-urlencoded", "multipart/x",
      ] {
        if let shown = Self.shown(text, type) { #expect(shown == text, "\(type)") }
      }
    }
  }
}
