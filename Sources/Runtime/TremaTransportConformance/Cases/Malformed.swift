import TremaHTTP

extension TransportConformance {
  /// Conformance cases for malformed responses. Two readers could interpret each of these responses
  /// differently.
  static let malformedCases: [Case] =
    malformed.map { name, response in
      Case("\(name) is refused", "Its meaning is ambiguous or undefined (RFC 9112, section 11.2).")
      {
        probe in
        let route = probe.serve {
          try $0.readBody()
          try $0.write(response)
          $0.connection.close()
        }
        for (delivery, context) in TransportContext.deliveries {
          await probe.failure(of: HTTPRequest(.get, route.url), context: context, delivery) {
            if case .malformedResponse = $0 { true } else { false }
          }
        }
      }
    } + [
      Case(
        "an endless head is refused", "Its fields would use all memory."
      ) { probe in
        for field in [
          "X-More: \(String(repeating: "m", count: 4000))\r\n", String(repeating: "l", count: 4000),
        ] {
          let route = probe.serve { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nX-First: 1\r\nX-Long: ")
            while true { try exchange.write(field) }
          }
          let deadlines = HTTPDeadlines(total: .seconds(200))
          await probe.failure(of: HTTPRequest(.get, route.url, deadlines: deadlines)) {
            if case .malformedResponse = $0 { true } else { false }
          }
        }
      },
      Case(
        "bytes after a response are not used as the next response",
        "A third party may have injected them (RFC 9112, section 11.1)."
      ) { probe in
        let route = probe.serve { exchange in
          try exchange.write(
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright"
              + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong")
        }
        for number in 1...3 {
          let result = await probe.response(to: HTTPRequest(.get, route.url), "request \(number)")
          guard let result else { continue }
          probe.expect(
            result.body == Array("right".utf8), "request \(number) received the wrong response")
        }
      },
    ]

  /// The names of malformed responses and their bytes.
  private static let malformed: [(String, String)] = [
    ("a response that is not HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n"),
    ("an HTTP/0.9 response", "<html>hello</html>\r\n"),
    ("a status that is not a number", head("HTTP/1.1 okay Fine", "Content-Length: 2", body: "ok")),
    ("a status of two digits", head("HTTP/1.1 20 OK", "Content-Length: 2", body: "ok")),
    ("a length that is not a number", head("Content-Length: five", body: "hello")),
    ("a negative length", head("Content-Length: -5", body: "hello")),
    ("a length with a sign", head("Content-Length: +5", body: "hello")),
    ("a length that overflows", head("Content-Length: 99999999999999999999", body: "hello")),
    ("an empty length", head("Content-Length:", body: "hello")),
    (
      "a response with differing lengths",
      head("Content-Length: 5", "Content-Length: 7", body: "hello!!")
    ),
    ("a list of differing lengths", head("Content-Length: 5, 7", body: "hello!!")),
    (
      "a response with a length and chunks",
      head("Content-Length: 5", "Transfer-Encoding: chunked", body: "5\r\nhello\r\n0\r\n\r\n")
    ),
    ("an unknown transfer coding", head("Transfer-Encoding: rot13", body: "uryyb")),
    (
      "a transfer coding before chunks",
      head("Transfer-Encoding: rot13, chunked", body: "5\r\nuryyb\r\n0\r\n\r\n")
    ),
    ("an unknown HTTP version", head("HTTP/1.7 200 OK", "Content-Length: 2", body: "ok")),
    (
      "a chunk whose size is not a number",
      head("Transfer-Encoding: chunked", body: "5\r\nhello\r\nxyz\r\nhello\r\n0\r\n\r\n")
    ),
    (
      "a chunk with a negative size",
      head("Transfer-Encoding: chunked", body: "-5\r\nhello\r\n0\r\n\r\n")
    ),
    (
      "a chunk whose size overflows",
      head("Transfer-Encoding: chunked", body: "fffffffffffffffffffff\r\nhello\r\n0\r\n\r\n")
    ),
    (
      "a chunk without an end",
      head("Transfer-Encoding: chunked", body: "5\r\nhello!!\r\n0\r\n\r\n")
    ),
    ("a folded field", head("X-Folded: one", " two", "Content-Length: 2", body: "ok")),
    ("a field without a colon", head("no colon here", "Content-Length: 2", body: "ok")),
    ("a space before a colon", head("Content-Length : 2", body: "ok")),
    ("a field without a name", head(": nothing", "Content-Length: 2", body: "ok")),
    ("NUL in a field", head("X-Nul: a\u{0}b", "Content-Length: 2", body: "ok")),
    ("a bare carriage return in a field", head("X-Return: a\rb", "Content-Length: 2", body: "ok")),
  ]

  /// Returns a response, adding a status line unless the first line is one.
  private static func head(_ lines: String..., body: String) -> String {
    let isWhole = lines[0].hasPrefix("HTTP/")
    return ((isWhole ? [] : ["HTTP/1.1 200 OK"]) + lines + ["", body]).joined(separator: "\r\n")
  }
}
