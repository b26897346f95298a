import TremaHTTP

extension TransportConformance {
  /// Conformance cases for receiving responses.
  static let responseCases: [Case] = [
    Case(
      "a status is received unchanged", "The code may be unregistered (RFC 9110, section 15)."
    ) { probe in
      for code in [200, 201, 202, 206, 226, 299, 300, 400, 404, 418, 451, 499, 500, 503, 599] {
        let route = probe.serve { try $0.respond("\(code) Some Words", body: [0x2A]) }
        guard let result = await probe.response(to: HTTPRequest(.get, route.url), "\(code)") else {
          continue
        }
        probe.expect(
          result.response.status.code == code, "\(code) was received as \(result.response.status)")
        probe.expect(result.body == [0x2A], "the body of \(code) was not received")
        probe.expect(result.response.head.url == route.url, "the URL of the response is wrong")
      }
    },
    Case(
      "response fields are received unchanged", "Names are case-insensitive, and values are kept."
    ) { probe in
      let fields = "X-One: 1\r\nx-two:2\r\nX-Blank:  \t around \t \r\nX-Empty:\r\nX-Colon: a:b\r\n"
      let route = probe.serve { try $0.respond(fields: fields) }
      guard let seen = await probe.response(to: HTTPRequest(.get, route.url))?.response.fields
      else {
        return
      }
      let expected: [(HTTPFields.Name, String)] = [
        ("X-ONE", "1"), ("X-Two", "2"), ("X-Blank", "around"), ("X-Empty", ""), ("X-Colon", "a:b"),
        (.contentLength, "0"),
      ]
      for (name, value) in expected {
        probe.expect(seen[values: name] == [value], "\(name) was received as \(seen[values: name])")
      }
    },
    Case(
      "fields with the same name are received separately and in order",
      "Joined values that contain commas cannot be separated again."
    ) { probe in
      let route = probe.serve {
        try $0.respond(fields: "X-A: 1\r\nX-B: b\r\nX-A: 2, 3\r\nX-A: 4\r\n")
      }
      guard let result = await probe.response(to: HTTPRequest(.get, route.url)) else { return }
      let seen = result.response.fields.filter { ["X-A", "X-B"].contains($0.name) }.map(\.value)
      probe.expect(seen == ["1", "b", "2, 3", "4"], "they were received as \(seen)")
    },
    Case(
      "a response without fields is accepted", "No field is required (RFC 9112, section 2.1)."
    ) { probe in
      let route = probe.serve {
        try $0.readBody()
        try $0.write("HTTP/1.1 200 OK\r\n\r\nbody")
        $0.connection.close()
      }
      let result = await probe.response(to: HTTPRequest(.get, route.url))
      probe.expect(result?.body == Array("body".utf8), "its body was not received")
    },
    Case(
      "cookies are received separately", "Their dates contain commas (RFC 6265, section 3)."
    ) { probe in
      let cookies = ["a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/", "b=2; Max-Age=5", "c=3"]
      let fields = cookies.map { "Set-Cookie: \($0)\r\n" }.joined()
      let route = probe.serve { try $0.respond(fields: fields) }
      guard let result = await probe.response(to: HTTPRequest(.get, route.url)) else { return }
      let seen = result.response.fields[values: .setCookie]
      probe.expect(seen == cookies, "they were received as \(seen)")
    },
    Case(
      "cookies are not sent back", "Cookies are handled above the transport."
    ) { probe in
      let route = probe.serve { try $0.respond(fields: "Set-Cookie: a=1; Path=/\r\n") }
      for _ in 1...2 { _ = await probe.response(to: HTTPRequest(.get, route.url)) }
      let seen = route.requests.compactMap { $0.fields[.cookie] }
      probe.expect(seen.isEmpty, "the server received the cookies \(seen)")
    },
    Case(
      "responses are not cached", "Caching is handled above the transport."
    ) { probe in
      let fields = "Cache-Control: max-age=3600\r\nETag: \"1\"\r\n"
      let route = probe.serve { try $0.respond(fields: fields, body: [1]) }
      for _ in 1...2 { _ = await probe.response(to: HTTPRequest(.get, route.url)) }
      probe.expect(route.requests.count == 2, "\(route.requests.count) of 2 requests were sent")
      let conditions = route.requests.compactMap { $0.fields[.ifNoneMatch] }
      probe.expect(conditions.isEmpty, "If-None-Match was added")
    },
    Case(
      "a body is received unchanged",
      "It is sent with a length and in chunks (RFC 9112, section 6.3)."
    ) { probe in
      for size in Pattern.sizes {
        await receive(probe, size, "length", .length)
        await receive(probe, size, "chunks", .chunks)
      }
    },
    Case(
      "trailer fields are ignored", "RFC 9112, section 7.1.2, allows this."
    ) { probe in
      let route = probe.serve {
        try $0.readBody()
        try $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        try $0.write("4\r\nbody\r\n0\r\nX-Trailer: 1\r\n\r\n")
      }
      let result = await probe.response(to: HTTPRequest(.get, route.url))
      probe.expect(result?.body == Array("body".utf8), "the body was not received")
    },
    Case(
      "a body that ends with its connection is received unchanged",
      "It has neither a length nor chunks (RFC 9112, section 6.3)."
    ) { probe in
      for size in Pattern.sizes { await receive(probe, size, "end", .end) }
    },
    Case(
      "redirects are not followed", "Redirects are followed above the transport."
    ) { probe in
      for code in [301, 302, 303, 307, 308] {
        let route = probe.serve {
          try $0.respond("\(code) Elsewhere", fields: "Location: /somewhere/else\r\n", body: [7])
        }
        guard let result = await probe.response(to: HTTPRequest(.get, route.url), "\(code)") else {
          continue
        }
        let response = result.response
        probe.expect(response.status.code == code, "\(code) was received as \(response.status)")
        probe.expect(response.fields[.location] == "/somewhere/else", "\(code) lost its Location")
        probe.expect(result.body == [7], "\(code) lost its body")
        probe.expect(
          route.requests.count == 1, "\(code) was requested \(route.requests.count) times")
      }
    },
    Case(
      "an authentication challenge is returned like any other response",
      "Credentials are added above the transport; 401 and 407 have their fields and bodies."
    ) { probe in
      let challenges = [
        "Basic realm=\"tests\"", "Bearer", "Digest realm=\"t\", nonce=\"n\", qop=\"auth\"", "Odd x",
      ]
      for challenge in challenges {
        for (code, name) in [(401, HTTPFields.Name.wwwAuthenticate), (407, "Proxy-Authenticate")] {
          for sent: HTTPFields in [[:], ["Authorization": "Basic d3Jvbmc6d3Jvbmc="]] {
            let route = probe.serve {
              try $0.respond("\(code) Who", fields: "\(name): \(challenge)\r\n", body: [9, 9])
            }
            let request = HTTPRequest(.get, route.url, fields: sent)
            let label = "\(code) with '\(challenge)'"
            guard let result = await probe.response(to: request, label) else { continue }
            probe.expect(
              result.response.status.code == code, "\(label) was received with another status")
            probe.expect(result.response.fields[name] == challenge, "\(label) lost its challenge")
            probe.expect(result.body == [9, 9], "\(label) lost its body")
            probe.expect(route.requests.count == 1, "\(label) was requested again")
          }
        }
      }
    },
    Case(
      "204 and 304 have no body, regardless of their fields",
      "The next bytes on the connection are the next response (RFC 9112, section 6.3)."
    ) { probe in
      for (status, fields) in [
        ("204 No Content", ""), ("304 Not Modified", "Content-Length: 1000\r\nETag: \"1\"\r\n"),
      ] {
        let route = probe.serve { try $0.write("HTTP/1.1 \(status)\r\n\(fields)\r\n") }
        for _ in 1...2 {
          guard let result = await probe.response(to: HTTPRequest(.get, route.url), status) else {
            continue
          }
          probe.expect(result.body.isEmpty, "\(status) has a body")
          probe.expect(
            status.hasPrefix("\(result.response.status)"),
            "\(status) was received with another status")
        }
      }
    },
    Case(
      "informational responses are skipped",
      "There may be any number of them (RFC 9110, section 15.2)."
    ) { probe in
      for code in [100, 102, 103] {
        let route = probe.serve { exchange in
          for _ in 1...3 { try exchange.write("HTTP/1.1 \(code) Soon\r\nX-Early: 1\r\n\r\n") }
          try exchange.respond(fields: "X-Late: 1\r\n", body: [1])
        }
        guard let result = await probe.response(to: HTTPRequest(.get, route.url), "\(code)") else {
          continue
        }
        probe.expect(result.response.status == .ok, "\(code) was used as the response")
        probe.expect(result.body == [1], "the body after \(code) was not received")
        probe.expect(!result.response.fields.contains("X-Early"), "fields of \(code) were kept")
      }
    },
    Case(
      "responses to HEAD have no body, regardless of their fields", "RFC 9110, section 9.3.2."
    ) { probe in
      let route = probe.serve {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nX-Here: 1\r\n\r\n")
      }
      for (label, context) in TransportContext.deliveries {
        let request = HTTPRequest(.head, route.url)
        guard let result = await probe.response(to: request, context: context, label) else {
          continue
        }
        probe.expect(result.body.isEmpty, "it has a body")
        probe.expect(result.response.fields[.contentLength] == "1000", "its length was lost")
        probe.expect(result.response.fields["X-Here"] == "1", "its fields were lost")
      }
    },
  ]

  /// The framing that determines where a body ends.
  private enum Framing: Sendable { case length, chunks, end }

  /// Receives a body with the given size and framing, and checks that it is unchanged.
  private static func receive(
    _ probe: Probe, _ size: Int, _ label: String, _ framing: Framing
  ) async {
    let expected = Pattern.bytes(size)
    let route = probe.serve { exchange in
      switch framing {
      case .length: return try exchange.respond(body: expected)
      case .chunks:
        try exchange.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        var rest = expected[...]
        while !rest.isEmpty {
          let chunk = rest.prefix(90_001)
          // Chunk extensions (`;name=value`), which recipients must ignore, are sent as well.
          rest = rest.dropFirst(chunk.count)
          try exchange.write("\(String(chunk.count, radix: 16));name=value\r\n")
          try exchange.write(Array(chunk))
          try exchange.write("\r\n")
        }
        try exchange.write("0\r\n\r\n")
      case .end:
        try exchange.write("HTTP/1.1 200 OK\r\nX-Framing: end\r\n\r\n")
        try exchange.write(expected)
        exchange.connection.close()
      }
    }
    for (delivery, context) in TransportContext.deliveries {
      let subject = "\(size) bytes by \(label) (\(delivery))"
      guard
        let result = await probe.response(
          to: HTTPRequest(.get, route.url), context: context, subject)
      else { continue }
      probe.expect(
        result.body == expected, "\(subject) were received as \(result.body.count) different bytes")
    }
  }
}
