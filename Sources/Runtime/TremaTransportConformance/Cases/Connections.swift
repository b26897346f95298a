import TremaHTTP
import TremaSupport

extension TransportConformance {
  /// Conformance cases for connection reuse.
  static let connectionCases: [Case] = [
    Case(
      "a connection is reused", "Opening a connection takes longer than most exchanges."
    ) { probe in
      let route = probe.serve { try $0.respond(body: Pattern.bytes(1000)) }
      for number in 1...20 {
        let (_, context) = TransportContext.deliveries[number % 2]
        let body = HTTPBody.bytes(Pattern.bytes(number))
        let request = HTTPRequest(.post, route.url)
        _ = await probe.response(to: request, body: body, context: context, "request \(number)")
      }
      let connections = Set(route.requests.map(\.connectionNumber)).count
      // A transport may use multiple connections, but not a new one for each request.
      probe.expect(connections <= 4, "20 requests were sent over \(connections) connections")
    },
    Case(
      "concurrent exchanges are not mixed up", "Each request receives its own response."
    ) { probe in
      let route = probe.serve { exchange in
        let body = try exchange.readBody()
        let name = exchange.request.fields["X-Number"] ?? ""
        try exchange.write(
          "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nX-Number: \(name)\r\n\r\n")
        try exchange.write(body)
      }
      await withTaskGroup { group in
        for number in 1...100 {
          group.addTask {
            let sent = Array(Pattern.bytes(number * 701).reversed())
            let fields: HTTPFields = ["X-Number": "\(number)"]
            let request = HTTPRequest(.post, route.url, fields: fields)
            let (_, context) = TransportContext.deliveries[number % 2]
            let result = await probe.response(
              to: request, body: .bytes(sent), context: context, "request \(number)")
            guard let result else { return }
            let name = result.response.fields["X-Number"] ?? "(missing)"
            probe.expect(
              name == "\(number)", "request \(number) received a response with X-Number: \(name)")
            probe.expect(
              result.body == sent,
              "request \(number) received \(result.body.count) bytes, which are not its \(sent.count)"
            )
          }
        }
      }
      let count = route.requests.count
      probe.expect(count == 100, "100 requests were received as \(count)")
    },
    Case(
      "a new connection is opened after the server has closed one",
      "Either side may send Connection: close (RFC 9112, section 9.6)."
    ) { probe in
      let route = probe.serve {
        try $0.respond(fields: "Connection: close\r\n", body: [1])
        $0.connection.close()
      }
      for number in 1...5 {
        _ = await probe.response(to: HTTPRequest(.get, route.url), "request \(number)")
      }
      let connections = Set(route.requests.map(\.connectionNumber)).count
      probe.expect(connections == 5, "5 requests were sent over \(connections) connections")
    },
    Case(
      "an unsolicited response is not used for a request that must not be repeated",
      "A response on an idle connection does not answer any request (RFC 9112, section 9.2)."
    ) { await sendAfterUnsolicitedResponses([.post, .patch], $0) },
    Case(
      "an unsolicited response is not used for any request",
      "The rule applies to requests that may be repeated as well."
    ) { await sendAfterUnsolicitedResponses([.get, .put, .delete], $0) },
    Case(
      "an HTTP/1.0 response is accepted", "Its body ends with the connection."
    ) { probe in
      let route = probe.serve {
        try $0.readBody()
        try $0.write("HTTP/1.0 200 OK\r\nX-Old: 1\r\n\r\nold body")
        $0.connection.close()
      }
      guard let result = await probe.response(to: HTTPRequest(.get, route.url)) else { return }
      probe.expect(result.body == Array("old body".utf8), "its body was not received")
      let version = result.response.head.version
      probe.expect(version == nil || version == .http10, "its version is not HTTP/1.0")
    },
  ]

  /// Sends requests over a connection on which the server has sent an unsolicited response: a
  /// second response to the previous request, or a 408 for an idle connection.
  ///
  /// - Parameters:
  ///   - methods: The methods of the requests.
  ///   - probe: The case's context.
  private static func sendAfterUnsolicitedResponses(_ methods: [HTTPMethod], _ probe: Probe) async {
    for unsolicited in [
      "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nunasked",
      "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    ] {
      let sent = LockedValue(0)
      let isEnd = unsolicited.hasPrefix("HTTP/1.1 408")
      let first = probe.serve { exchange in
        try exchange.respond(body: [1])
        exchange.connection.pause(milliseconds: 10)
        try exchange.write(unsolicited)
        if isEnd { exchange.connection.close() }
        sent.add(1)
      }
      let route = probe.serve { try $0.respond(body: Array("its own".utf8)) }
      for method in methods {
        for (delivery, context) in TransportContext.deliveries {
          let before = sent.value
          let body = method == .get || method == .delete ? HTTPBody.empty : .bytes([1])
          _ = await probe.response(
            to: HTTPRequest(method, first.url), body: body, "the first \(method)")
          _ = await eventually(within: .seconds(10)) { sent.value > before }
          let subject = "\(method) (\(delivery)) after a \(isEnd ? 408 : 200)"
          let result = await probe.response(
            to: HTTPRequest(method, route.url), body: body, context: context, subject)
          guard let result else { continue }
          probe.expect(
            result.body == Array("its own".utf8), "\(subject) received \(result.response.status)")
        }
      }
      let count = route.requests.count
      probe.expect(
        count == methods.count * 2, "\(methods.count * 2) requests were received as \(count)")
    }
  }
}
