import TremaHTTP
import TremaSupport

// Delivery of responses.
extension MockTransport {
  /// Returns a response, after its delay.
  func respond(
    _ answer: MockResponse, to request: MockedRequest, _ exchange: MockExchange,
    _ context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    try await exchange.pause(answer.delay, .firstByte)
    switch answer.kind {
    case .failure(let error): throw error
    case .never:
      try await exchange.pause(nil, .firstByte)
      throw TransportError(.cancelled)
    case .computed(let make):
      let computed = try await exchange.withDeadline(
        .firstByte, { () throws(TransportError) in try await make(request) })
      return try await respond(computed, to: request, exchange, context)
    case .response(let status, let fields, let content):
      exchange.recordHeadTime()
      let head = HTTPResponseHead(
        status, fields: fields, url: request.head.target, version: answer.version)
      let hasBody = request.head.method != .head && ![204, 205, 304].contains(status.code)
      let body: HTTPResponseBody =
        hasBody ? .stream(try await source(of: content, exchange)) : .bytes([])
      return try await deliver(HTTPResponse(head, body: body), exchange, context)
    }
  }

  /// Returns a response with its content decoded, as a whole or as a stream.
  private func deliver(
    _ response: HTTPResponse, _ exchange: MockExchange, _ context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    var response = try response.decodedContent(limit: context.decodedLimit)
    if case .whole(let limit) = context.delivery {
      response.body = .bytes(try await response.body.collect(upTo: limit))
    }
    if response.body.source == nil { exchange.end() }
    response.metrics = exchange.metrics
    return response
  }

  /// Returns the response body. A file is read as a whole.
  private func source(
    of content: MockResponse.Content, _ exchange: MockExchange
  ) async throws(TransportError) -> MockBodySource {
    switch content {
    case .bytes(let bytes): return wholeBody(bytes, exchange)
    case .file(let path):
      do throws(TransportError) {
        var bytes: [UInt8] = []
        let file = try FileSource(path: path)
        while let chunk = try await file.next() { bytes += chunk }
        return wholeBody(bytes, exchange)
      } catch {
        throw TransportError(.mock(.file(error.detail)))
      }
    case .chunks(let chunks, let interval, let ending):
      return MockBodySource(exchange, chunks, every: interval, ending: ending)
    }
  }

  /// Returns a body with one chunk.
  private func wholeBody(_ bytes: [UInt8], _ exchange: MockExchange) -> MockBodySource {
    MockBodySource(exchange, bytes.isEmpty ? [] : [bytes], total: Int64(bytes.count))
  }
}

/// A response's body as a source of chunks.
final class MockBodySource: HTTPBodySource {
  private let exchange: MockExchange
  private let interval: Duration
  private let ending: MockResponse.Ending
  /// The length of the body in bytes, or `nil` if it is reported as unknown.
  private let total: Int64?
  private let remaining: LockedValue<ArraySlice<[UInt8]>>
  /// The outcome, or `nil` before the end.
  private let outcome = LockedValue<Result<Void, TransportError>?>(nil)

  /// Creates a body.
  ///
  /// - Parameter total: The length of the body in bytes, or `nil` if it is reported as unknown.
  init(
    _ exchange: MockExchange, _ chunks: [[UInt8]], every interval: Duration = .zero,
    ending: MockResponse.Ending = .complete, total: Int64? = nil
  ) {
    self.exchange = exchange
    self.interval = interval
    self.ending = ending
    self.total = total
    remaining = LockedValue(chunks[...])
  }

  // An unread stream ends when it is released.
  deinit { exchange.end() }

  func next() async throws(TransportError) -> [UInt8]? {
    if let end = outcome.value {
      try end.get()
      return nil
    }
    do throws(TransportError) {
      guard let chunk = remaining.withLock({ $0.popFirst() }) else {
        switch ending {
        case .complete: break
        case .failing(let kind): throw TransportError(kind, mayHaveBeenSent: true)
        case .never: try await exchange.pause(nil, .idle)
        }
        outcome.value = .success(())
        exchange.end()
        return nil
      }
      try await exchange.pause(interval, .idle)
      exchange.reportReceived(chunk.count, of: total)
      return chunk
    } catch {
      outcome.value = .failure(error)
      exchange.end()
      throw error
    }
  }

  func cancel() {
    exchange.stop(TransportError(.cancelled, mayHaveBeenSent: true))
    exchange.end()
  }
}
