import TremaHTTP
import TremaSupport

extension TransportConformance {
  static let connectionCases: [Case] = [
    Case(
      "a connection is used again", "Making one takes longer than most exchanges."
    ) { probe in
      let route = probe.serve { try $0.answer(body: Pattern.bytes(1000)) }
      for number in 1...20 {
        let (_, context) = TransportContext.deliveries[number % 2]
        let body = HTTPBody.bytes(Pattern.bytes(number))
        let request = HTTPRequest(.post, route.url)
        _ = await probe.answer(to: request, body: body, context: context, "request \(number)")
      }
      let connections = Set(route.requests.map(\.connection)).count
      // A transport may have several lanes; a connection for each request is what must not be.
      probe.expect(connections <= 4, "20 requests were sent over \(connections) connections")
    },
    Case(
      "many exchanges at once do not mix", "Each gets its own answer beside all others."
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
            let answer = await probe.answer(
              to: request, body: .bytes(sent), context: context, "request \(number)")
            guard let answer else { return }
            let name = answer.response.fields["X-Number"] ?? "nobody"
            probe.expect(name == "\(number)", "request \(number) got the answer to \(name)")
            probe.expect(
              answer.body == sent,
              "request \(number) got \(answer.body.count) bytes that are not its \(sent.count)")
          }
        }
      }
      let count = route.requests.count
      probe.expect(count == 100, "100 requests came as \(count)")
    },
    Case(
      "a server that closes is asked over a new connection",
      "Connection: close is said by either side (RFC 9112, section 9.6)."
    ) { probe in
      let route = probe.serve {
        try $0.answer(fields: "Connection: close\r\n", body: [1])
        $0.connection.close()
      }
      for number in 1...5 {
        _ = await probe.answer(to: HTTPRequest(.get, route.url), "request \(number)")
      }
      let connections = Set(route.requests.map(\.connection)).count
      probe.expect(connections == 5, "5 requests were sent over \(connections) connections")
    },
    Case(
      "a response without a request is no answer to one that must not be repeated",
      "What waits on a kept connection belongs to no request (RFC 9112, section 9.2)."
    ) { await sendBehindUnaskedResponses([.post, .patch], $0) },
    Case(
      "a response without a request is no answer to any",
      "The same of requests that may be repeated."
    ) { await sendBehindUnaskedResponses([.get, .put, .delete], $0) },
    Case(
      "a response of HTTP/1.0 is a response", "Its body ends with the connection."
    ) { probe in
      let route = probe.serve {
        try $0.readBody()
        try $0.write("HTTP/1.0 200 OK\r\nX-Old: 1\r\n\r\nold body")
        $0.connection.close()
      }
      guard let answer = await probe.answer(to: HTTPRequest(.get, route.url)) else { return }
      probe.expect(answer.body == Array("old body".utf8), "its body did not come")
      let version = answer.response.head.version
      probe.expect(version == nil || version == .http10, "its version came as another one")
    },
  ]

  /// Sends requests over a connection on which the server has sent a response that no request asked
  /// for: a second one to the request before, and one that says that it has waited long enough.
  private static func sendBehindUnaskedResponses(_ methods: [HTTPMethod], _ probe: Probe) async {
    for unasked in [
      "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nunasked",
      "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    ] {
      let sent = LockedValue(0)
      let isEnd = unasked.hasPrefix("HTTP/1.1 408")
      let first = probe.serve { exchange in
        try exchange.answer(body: [1])
        exchange.connection.pause(milliseconds: 10)
        try exchange.write(unasked)
        if isEnd { exchange.connection.close() }
        sent.add(1)
      }
      let route = probe.serve { try $0.answer(body: Array("its own".utf8)) }
      for method in methods {
        for (delivery, context) in TransportContext.deliveries {
          let before = sent.value
          let body = method == .get || method == .delete ? HTTPBody.empty : .bytes([1])
          _ = await probe.answer(
            to: HTTPRequest(method, first.url), body: body, "the first \(method)")
          _ = await eventually(within: .seconds(10)) { sent.value > before }
          let what = "\(method) (\(delivery)) behind a \(isEnd ? 408 : 200)"
          let answer = await probe.answer(
            to: HTTPRequest(method, route.url), body: body, context: context, what)
          guard let answer else { continue }
          probe.expect(
            answer.body == Array("its own".utf8), "\(what) got \(answer.response.status)")
        }
      }
      let count = route.requests.count
      probe.expect(
        count == methods.count * 2, "\(methods.count * 2) requests came as \(count)")
    }
  }
}
