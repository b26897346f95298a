import TremaHTTP

extension TransportConformance {
  /// Conformance cases for invalid requests.
  static let refusalCases: [Case] = [
    Case(
      "an invalid request is refused before anything is sent",
      "Line breaks in a field would inject fields or requests."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      let url = route.url
      var requests: [(String, HTTPRequest, HTTPBody)] = []
      let targets = [
        "", "/relative", "relative", "ftp://127.0.0.1/", "file:///etc/passwd", "http://",
        "http:///x",
        url + "#fragment", url + " x", url + "/ä", url + "/\r\nX-Evil: 1", url + "/%", url + "/%zz",
        "http://127.0.0.1:0/", "http://127.0.0.1:65536/", "http://127.0.0.1:port/", "http://[::1/",
        url + "/\u{0}", url + "/<>", url + "/\"", url + "/\\",
      ]
      for target in targets {
        requests.append(("the URL '\(target)'", HTTPRequest(.get, target), .empty))
      }
      let names = ["", "X Y", "X:Y", "X\r\nY", "Ä", "X\u{0}", "(X)", "X\t"]
      for name in names {
        let fields = HTTPFields([.init(.init(name), "value")])
        requests.append(("the name '\(name)'", HTTPRequest(.get, url, fields: fields), .empty))
      }
      let values = [
        "a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b", "a\u{7F}", " a", "a\t", "\u{1B}[0m",
      ]
      for value in values {
        let request = HTTPRequest(.get, url, fields: ["X-Value": value])
        requests.append(("the value '\(value)'", request, .empty))
      }
      requests.append(("CONNECT", HTTPRequest(.connect, url), .empty))
      for method in [HTTPMethod.get, .head, .trace] {
        requests.append(("a body of \(method)", HTTPRequest(method, url), .bytes([1])))
      }
      for (subject, request, body) in requests {
        let error = await probe.failure(of: request, body: body, subject) {
          if case .invalidRequest = $0 { true } else { false }
        }
        probe.expect(
          error?.mayHaveBeenSent != true,
          "the error for \(subject) reports that bytes may have been sent")
      }
      probe.expect(route.requests.isEmpty, "\(route.requests.count) invalid requests were sent")
    },
    Case(
      "fields that frame a message are not taken from the caller",
      "Two lengths, or a length with chunks, turn one request into two (RFC 9112, section 11.2)."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      let framings: [HTTPFields] = [
        ["Content-Length": "3"], ["Content-Length": "9"], ["Transfer-Encoding": "chunked"],
        ["Transfer-Encoding": "gzip"], ["Content-Length": "1", "Content-Length": "2"],
      ]
      for fields in framings {
        for body in [
          HTTPBody.bytes([1, 2, 3]), .stream(HTTPBodyStream(makeSource: threeByteSource)),
        ] {
          // The transport may refuse or correct the request. In both cases, the server must receive
          // at most one message.
          _ = try? await probe.exchange(HTTPRequest(.post, route.url, fields: fields), body: body)
        }
      }
      for request in route.requests {
        let lengths = request.fields[values: .contentLength]
        let codings = request.fields[values: .transferEncoding]
        probe.expect(
          lengths.count + codings.count == 1,
          "a request was received with the lengths \(lengths) and the codings \(codings)")
        probe.expect(
          request.body.map { $0 == [1, 2, 3] } ?? false,
          "the body of a request was received changed")
      }
    },
  ]

  /// Returns a source that provides three bytes.
  @Sendable
  private static func threeByteSource() async throws(TransportError) -> any HTTPBodySource {
    ChunkSource([1, 2, 3])
  }
}
