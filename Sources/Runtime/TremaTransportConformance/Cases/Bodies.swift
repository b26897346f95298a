import TremaHTTP
import TremaSupport

extension TransportConformance {
  static let bodyCases: [Case] = [
    Case(
      "bytes of a body arrive one for one", "A body has no text and no lines; its length is known."
    ) { probe in
      await send(probe, chunked: false) { .bytes($0) }
    },
    Case(
      "a file arrives one for one", "It is read while it is sent, and its length is taken then."
    ) { probe in
      for size in Pattern.sizes {
        guard let file = ScratchFile(Pattern.bytes(size)) else {
          return probe.note("a file for the test cannot be written")
        }
        await send(probe, size, chunked: false, .file(path: file.path))
      }
    },
    Case(
      "a stream with a length arrives one for one", "It is sent with its length, not in chunks."
    ) { probe in
      await send(probe, chunked: false) { bytes in
        .stream(
          HTTPBodyStream(length: Int64(bytes.count)) { () throws(TransportError) in
            PieceSource(bytes)
          })
      }
    },
    Case(
      "a stream without a length arrives in chunks",
      "Nobody has to know how long a body is before it begins (RFC 9112, section 7.1)."
    ) { probe in
      await send(probe, chunked: true) { bytes in
        .stream(HTTPBodyStream { () throws(TransportError) in PieceSource(bytes) })
      }
    },
    Case(
      "methods of one's own may have a body", "Only GET, HEAD, TRACE and CONNECT may not here."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      for name in ["PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "REPORT"] {
        guard let method = try? HTTPMethod(name) else { continue }
        _ = await probe.answer(
          to: HTTPRequest(method, route.url), body: .bytes(Array(name.utf8)), name)
      }
      for request in route.requests {
        probe.expect(
          request.body == Array(request.method.utf8), "the body of \(request.method) did not come")
      }
    },
    Case(
      "a file that is not there is an error of the request",
      "Nothing of it may look like a response."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      await probe.failure(
        of: HTTPRequest(.post, route.url), body: .file(path: "/nowhere/at/all"), "the missing file"
      ) { $0 == .requestBody }
    },
    Case(
      "a stream that breaks ends the request",
      "What came of it is not all, and the server must not take it for that."
    ) { probe in
      for length in [nil, Int64(1 << 20)] {
        let route = probe.serve { try $0.answer() }
        let body = HTTPBody.stream(
          HTTPBodyStream(length: length) { () throws(TransportError) in
            PieceSource(Pattern.bytes(70_000), breaks: true)
          })
        let words = length == nil ? "without length" : "with length"
        await probe.failure(of: HTTPRequest(.post, route.url), body: body, "the stream \(words)") {
          $0 == .requestBody
        }
        probe.expect(
          route.requests.allSatisfy { $0.body == nil }, "the server took the \(words) for whole")
      }
    },
    Case(
      "a stream shorter or longer than its length is an error of the request",
      "The server would wait for the rest, or take it for the next request."
    ) { probe in
      for (words, length) in [("shorter", Int64(2000)), ("longer", 500)] {
        let route = probe.serve { try $0.answer() }
        let body = HTTPBody.stream(
          HTTPBodyStream(length: length) { () throws(TransportError) in
            PieceSource(Pattern.bytes(1000))
          })
        let deadlines = HTTPDeadlines(total: .seconds(200))
        await probe.failure(
          of: HTTPRequest(.post, route.url, deadlines: deadlines), body: body,
          "the stream \(words) than its length"
        ) { $0 == .requestBody }
      }
    },
  ]

  private static func send(
    _ probe: Probe, chunked: Bool, _ body: ([UInt8]) -> HTTPBody
  ) async {
    for size in Pattern.sizes {
      await send(probe, size, chunked: chunked, body(Pattern.bytes(size)))
    }
  }

  private static func send(_ probe: Probe, _ size: Int, chunked: Bool, _ body: HTTPBody) async {
    let route = probe.serve { exchange in
      let body = try exchange.readBody()
      try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
      try exchange.write(body)
    }
    let sent = Pattern.bytes(size)
    let answer = await probe.answer(
      to: HTTPRequest(.post, route.url), body: body, "a body of \(size) bytes")
    guard let answer, let request = route.requests.first else { return }
    probe.expect(request.body == sent, "\(size) bytes came as \(request.body?.count ?? 0) others")
    probe.expect(answer.body == sent, "\(size) bytes came back as \(answer.body.count) others")
    let length = request.fields[.contentLength]
    if chunked {
      probe.expect(length == nil, "a stream without a length was sent with one")
    } else {
      probe.expect(
        length == "\(size)", "\(size) bytes were sent with the length \(length ?? "none")")
    }
  }
}

/// Gives bytes in pieces of different sizes.
final class PieceSource: HTTPBodySource {
  private let rest: LockedValue<ArraySlice<UInt8>>
  private let step = LockedValue(1)
  private let breaks: Bool

  /// - Parameter breaks: whether an error comes where the end would be.
  init(_ bytes: [UInt8], breaks: Bool = false) {
    rest = LockedValue(bytes[...])
    self.breaks = breaks
  }

  func next() async throws(TransportError) -> [UInt8]? {
    let size = step.withLock { step in
      step = step >= 100_000 ? 7 : step * 3
      return step
    }
    let piece = rest.withLock { rest in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    if !piece.isEmpty { return piece }
    if breaks { throw TransportError(.requestBody, "it breaks on purpose") }
    return nil
  }

  func cancel() {}
}
