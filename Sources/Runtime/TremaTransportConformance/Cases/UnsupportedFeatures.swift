import TremaHTTP

extension TransportConformance {
  /// Conformance cases for incomplete responses and lost connections.
  static let lossCases: [Case] = [
    Case(
      "an incomplete body is an error",
      "The body has a length or chunks, and is buffered or delivered as a stream."
    ) { probe in
      let head = "HTTP/1.1 200 OK\r\n"
      let responses = [
        ("less than its length", "Content-Length: 100\r\n\r\nhalf of it"),
        ("nothing of its length", "Content-Length: 100\r\n\r\n"),
        ("no last chunk", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
        ("half a chunk", "Transfer-Encoding: chunked\r\n\r\na\r\nhello"),
        ("no end of the last chunk", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"),
      ]
      for (subject, rest) in responses {
        let route = probe.serve {
          try $0.readBody()
          try $0.write(head + rest)
          $0.connection.close()
        }
        for (delivery, context) in TransportContext.deliveries {
          await probe.failure(
            of: HTTPRequest(.get, route.url), context: context, "\(subject) (\(delivery))"
          ) { $0 == .truncatedBody }
        }
      }
    },
    Case(
      "a connection that is reset is an error",
      "It may be reset before the head, within the head or within the body."
    ) { probe in
      for sentHead in [
        "", "HTTP/1.1 200 OK\r\nX-Ha", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nha",
      ] {
        let route = probe.serve {
          try $0.readBody()
          try $0.write(sentHead)
          $0.connection.reset()
        }
        for (delivery, context) in TransportContext.deliveries {
          let error = await probe.failure(
            of: HTTPRequest(.get, route.url), context: context,
            "after \(sentHead.utf8.count) bytes (\(delivery))"
          ) { $0 == .connectionLost || $0 == .truncatedBody && sentHead.hasSuffix("ha") }
          probe.expect(error?.mayHaveBeenSent != false, "the error reports that nothing was sent")
        }
      }
    },
    Case(
      "a connection that is closed before the end of the head is an error",
      "A closed connection is not a response."
    ) { probe in
      for sentHead in ["", "HTTP/1.1 200 OK\r\nX-Ha"] {
        let route = probe.serve {
          try $0.readBody()
          try $0.write(sentHead)
          $0.connection.close()
        }
        await probe.failure(of: HTTPRequest(.get, route.url), "\(sentHead.utf8.count) bytes") {
          if case .malformedResponse = $0 { !sentHead.isEmpty } else { $0 == .connectionLost }
        }
      }
    },
    Case(
      "a response before the end of the request body is accepted",
      "Servers refuse an upload with 413, and close the connection after it."
    ) { probe in
      let route = probe.serve { exchange in
        try exchange.write(
          "HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig")
        exchange.waitForEnd()
      }
      let request = HTTPRequest(.post, route.url)
      guard let result = await probe.response(to: request, body: .bytes(Pattern.bytes(8 << 20)))
      else { return }
      probe.expect(
        result.response.status == 413, "the status was received as \(result.response.status)")
      probe.expect(result.body == Array("big".utf8), "its body was not received")
    },
    Case(
      "a request that is not idempotent is never sent twice",
      "If a reused connection is lost after a POST, the request may have been executed."
    ) { probe in
      for method in [HTTPMethod.post, .patch] {
        for resets in [false, true] {
          for body in [HTTPBody.empty, .bytes(Pattern.bytes(5000))] {
            let first = probe.serve { try $0.respond() }
            let route = probe.serve { exchange in
              try exchange.readBody()
              if resets { exchange.connection.reset() } else { exchange.connection.close() }
            }
            _ = await probe.response(to: HTTPRequest(.get, first.url), "the first request")
            let subject = "\(method) on a connection that \(resets ? "is reset" : "ends")"
            let error = await probe.failure(of: HTTPRequest(method, route.url), body: body, subject)
            {
              $0 == .connectionLost
            }
            probe.expect(
              error?.mayHaveBeenSent != false,
              "the error for \(subject) reports that nothing was sent"
            )
            // The transport has enough time to send the request again.
            try? await Task.sleep(for: .milliseconds(50))
            let count = route.requests.count
            probe.expect(count == 1, "\(subject) was sent \(count) times")
          }
        }
      }
    },
    Case(
      "a closed connection is not reused",
      "The server may close it at any time between two requests (RFC 9112, section 9.3.1)."
    ) { probe in
      let route = probe.serve {
        try $0.respond()
        $0.connection.close()
      }
      for number in 1...5 {
        _ = await probe.response(
          to: HTTPRequest(.post, route.url), body: .bytes([1]), "request \(number)")
        // The end of the connection must be received before the next request is sent.
        try? await Task.sleep(for: .milliseconds(30))
      }
      probe.expect(route.requests.count == 5, "5 requests were received as \(route.requests.count)")
    },
  ]
}
