import TremaHTTP
import TremaSupport

extension TransportConformance {
  /// Conformance cases for sending bodies.
  static let bodyCases: [Case] = [
    Case(
      "a body of bytes arrives unchanged", "A body is binary data, and its length is known."
    ) { probe in
      await send(probe, chunked: false) { .bytes($0) }
    },
    Case(
      "a file arrives unchanged",
      "The file is read while it is sent, and its length is determined then."
    ) { probe in
      for size in Pattern.sizes {
        guard let file = ScratchFile(Pattern.bytes(size)) else {
          return probe.recordViolation("a file for the test cannot be written")
        }
        await send(probe, size, chunked: false, .file(path: file.path))
      }
    },
    Case(
      "a stream with a length arrives unchanged", "The body is sent with its length, not in chunks."
    ) { probe in
      await send(probe, chunked: false) { bytes in
        .stream(
          HTTPBodyStream(length: Int64(bytes.count)) { () throws(TransportError) in
            ChunkSource(bytes)
          })
      }
    },
    Case(
      "a stream without a length arrives in chunks",
      "The length of a body need not be known when it begins (RFC 9112, section 7.1)."
    ) { probe in
      await send(probe, chunked: true) { bytes in
        .stream(HTTPBodyStream { () throws(TransportError) in ChunkSource(bytes) })
      }
    },
    Case(
      "custom methods may have a body", "Only GET, HEAD, TRACE and CONNECT must not have a body."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      for name in ["PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "REPORT"] {
        guard let method = try? HTTPMethod(name) else { continue }
        _ = await probe.response(
          to: HTTPRequest(method, route.url), body: .bytes(Array(name.utf8)), name)
      }
      for request in route.requests {
        probe.expect(
          request.body == Array(request.method.utf8),
          "the body of \(request.method) was not received")
      }
    },
    Case(
      "a missing file is an error of the request body",
      "The error must not look like a response."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      await probe.failure(
        of: HTTPRequest(.post, route.url), body: .file(path: "/nowhere/at/all"), "the missing file"
      ) { $0 == .requestBody }
    },
    Case(
      "a stream that throws an error ends the request",
      "The body is incomplete, and the server must not accept it as complete."
    ) { probe in
      for length in [nil, Int64(1 << 20)] {
        let route = probe.serve { try $0.respond() }
        let body = HTTPBody.stream(
          HTTPBodyStream(length: length) { () throws(TransportError) in
            ChunkSource(Pattern.bytes(70_000), breaks: true)
          })
        let description = length == nil ? "without length" : "with length"
        await probe.failure(
          of: HTTPRequest(.post, route.url), body: body, "the stream \(description)"
        ) {
          $0 == .requestBody
        }
        probe.expect(
          route.requests.allSatisfy { $0.body == nil },
          "the server accepted the incomplete stream \(description)")
      }
    },
    Case(
      "a stream shorter or longer than its length is an error of the request body",
      "The server would wait for the rest, or read it as the next request."
    ) { probe in
      for (words, length) in [("shorter", Int64(2000)), ("longer", 500)] {
        let route = probe.serve { try $0.respond() }
        let body = HTTPBody.stream(
          HTTPBodyStream(length: length) { () throws(TransportError) in
            ChunkSource(Pattern.bytes(1000))
          })
        let deadlines = HTTPDeadlines(total: .seconds(200))
        await probe.failure(
          of: HTTPRequest(.post, route.url, deadlines: deadlines), body: body,
          "the stream \(words) than its length"
        ) { $0 == .requestBody }
      }
    },
  ]

  /// Sends bodies of all test sizes, and checks that they arrive unchanged.
  ///
  /// - Parameters:
  ///   - probe: The case's context.
  ///   - chunked: Whether the body must be sent without a length.
  ///   - body: Creates a body from bytes.
  private static func send(
    _ probe: Probe, chunked: Bool, _ body: ([UInt8]) -> HTTPBody
  ) async {
    for size in Pattern.sizes {
      await send(probe, size, chunked: chunked, body(Pattern.bytes(size)))
    }
  }

  /// Sends a body to a handler that returns it, and compares both the received and the returned
  /// bytes.
  private static func send(_ probe: Probe, _ size: Int, chunked: Bool, _ body: HTTPBody) async {
    let route = probe.serve { exchange in
      let body = try exchange.readBody()
      try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
      try exchange.write(body)
    }
    let sent = Pattern.bytes(size)
    let result = await probe.response(
      to: HTTPRequest(.post, route.url), body: body, "a body of \(size) bytes")
    guard let result, let request = route.requests.first else { return }
    probe.expect(
      request.body == sent,
      "\(size) bytes were received as \(request.body?.count ?? 0) different bytes")
    probe.expect(
      result.body == sent, "\(size) bytes were returned as \(result.body.count) different bytes")
    let length = request.fields[.contentLength]
    if chunked {
      probe.expect(length == nil, "a stream without a length was sent with one")
    } else {
      probe.expect(
        length == "\(size)", "\(size) bytes were sent with the length \(length ?? "none")")
    }
  }
}

/// A source that returns bytes in chunks of varying sizes, from 3 bytes to more than 100,000.
final class ChunkSource: HTTPBodySource {
  /// The bytes that have not been returned.
  private let remaining: LockedValue<ArraySlice<UInt8>>
  /// The size of the last chunk.
  private let step = LockedValue(1)
  private let failsAtEnd: Bool

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to return.
  ///   - breaks: Whether the source throws an error instead of ending.
  init(_ bytes: [UInt8], breaks: Bool = false) {
    remaining = LockedValue(bytes[...])
    self.failsAtEnd = breaks
  }

  /// Returns the next chunk, or `nil` at the end.
  func next() async throws(TransportError) -> [UInt8]? {
    let size = step.withLock { step in
      step = step >= 100_000 ? 7 : step * 3
      return step
    }
    let chunk = remaining.withLock { rest in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    if !chunk.isEmpty { return chunk }
    if failsAtEnd { throw TransportError(.requestBody, "intentional error of the test") }
    return nil
  }

  /// Does nothing, because there are no resources to release.
  func cancel() {}
}
