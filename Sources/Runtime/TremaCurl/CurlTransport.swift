import TremaHTTP

/// A transport that uses libcurl, the default on Linux.
///
/// One thread performs all exchanges and keeps connections for later ones. It ends when ``close()``
/// is called or, if the transport has been released, after the last exchange.
///
/// - A request without a body whose method is idempotent is sent once more, on a new connection, if
///   a reused connection was closed before the first byte of the response was received. No other
///   request is sent twice.
/// - A connection with unread input is closed instead of being reused. Otherwise, an unsolicited
///   response could be returned for the next request. Over a Unix domain socket, where this cannot
///   be checked, a request that must not be repeated uses a new connection.
/// - An HTTP/2 server may report that it did not process a request. For `REFUSED_STREAM` on the
///   first request of a connection, `mayHaveBeenSent` is false. For later requests and after
///   `GOAWAY`, libcurl 7.88 does not distinguish this from a lost connection, and the property is
///   true.
/// - libcurl decodes chunked coding and ignores anything after the digits of a chunk's size, so
///   garbage there is not an error. Unknown transfer codings are errors.
/// - `Accept-Encoding: gzip, deflate` is added and the content is decoded, unless the request
///   contains `Accept-Encoding` or `Range`. Apart from fields for the body's length, nothing else
///   is added; `Content-Length` and `Transfer-Encoding` of the request are ignored.
/// - If the request contains `Expect: 100-continue`, the transport waits at most one second for
///   `100 Continue` before it sends the body. A 417 is returned like any other response, but
///   without its content.
/// - The `connect` deadline starts with the exchange and includes the time spent waiting for a
///   connection because of `TransportConfiguration.connectionsPerHost`. `idle` is suspended while a
///   body's reader does not read, and includes the time during which a body's source returns
///   nothing. `total` includes everything up to the last byte of a stream.
/// - A slow reader slows down the server: with HTTP/1.1 after about 256 KiB in addition to the
///   system's buffers; with HTTP/2 after 32 MiB per stream, which is the window that libcurl 7.88
///   opens and does not make configurable. With many slow readers, use
///   `TransportConfiguration.VersionPolicy.http1`.
public final class CurlTransport: HTTPTransport {
  private let commandQueue = CommandQueue()
  private let thread: CurlThread

  /// Creates a transport and starts its thread.
  ///
  /// - Throws: `unsupported` for features that this version of libcurl does not support, and
  ///   `tlsPolicy` for certificates and keys that it cannot read. They are checked immediately, not
  ///   when a connection is made.
  public init(_ configuration: TransportConfiguration = .init()) throws(TransportError) {
    try CurlLibrary.require()
    let settings = try CurlSettings(configuration)
    try CurlTLSTrial.run(settings.tls)
    thread = try CurlThread(commandQueue, settings)
  }

  deinit {
    commandQueue.submit(.retire)
    thread.detach()
  }

  /// `curl`, followed by the libcurl version.
  public var name: String { "curl \(CurlLibrary.version)" }

  /// Closes all connections. Requests in flight fail with `cancelled`.
  public func close() async {
    commandQueue.submit(.close)
    await commandQueue.waitForEnd()
    thread.join()
  }

  /// Sends a request and returns its response; see `HTTPTransport`.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    let start = CurlClock.now
    let id = commandQueue.makeID()
    let upload: PendingTransfer.Upload
    do throws(TransportError) {
      upload = try await open(body, of: request, id)
    } catch {
      context.observer?(.ended(TransportMetrics(total: .nanoseconds(CurlClock.now - start))))
      throw error
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let transfer = PendingTransfer(
          id: id, request: request, upload: upload, context: context, start: start,
          continuation: continuation)
        guard commandQueue.submit(.start(transfer)) else {
          return transfer.fail(TransportError(.closed))
        }
        // If the task was cancelled before the command was submitted, there was no exchange to
        // cancel.
        if Task.isCancelled { commandQueue.submit(.cancel(id)) }
      }
    } onCancel: {
      commandQueue.submit(.cancel(id))
    }
    commandQueue.synchronizeMemory()
    let response = try result.get()
    return request.requestsDecoding ? try response.decoded(for: context) : response
  }

  /// Checks a request and opens its body.
  ///
  /// - Throws: `invalidRequest` before anything is opened, or the error of the body.
  private func open(
    _ body: HTTPBody, of request: HTTPRequest, _ id: UInt64
  ) async throws(TransportError) -> PendingTransfer.Upload {
    do throws(HTTPSyntaxError) {
      try request.check(body: body)
    } catch {
      throw TransportError(.invalidRequest(error))
    }
    if Task.isCancelled { throw TransportError(.cancelled) }
    switch body {
    case .empty: return request.method.expectsBody ? .bytes([]) : .none
    case .bytes(let bytes): return .bytes(bytes)
    case .file, .stream:
      guard let opened = try await body.opened() else { return .none }
      if opened.length == 0 { return try await drain(opened) }
      return .stream(CurlUpload(opened, id, commandQueue))
    }
  }

  /// Reads a body that is declared as empty to its end, because libcurl would not read it and would
  /// not detect extra bytes.
  private func drain(_ body: OpenBody) async throws(TransportError) -> PendingTransfer.Upload {
    let end = await withTaskCancellationHandler {
      do throws(TransportError) {
        while try await body.source.next() != nil {}
        return Result<PendingTransfer.Upload, TransportError>.success(.bytes([]))
      } catch {
        return .failure(Task.isCancelled ? TransportError(.cancelled) : error)
      }
    } onCancel: {
      body.source.cancel()
    }
    return try end.get()
  }
}

extension HTTPRequest {
  /// Whether the transport requests compressed content and decodes it, because the caller has not
  /// set `Accept-Encoding` or `Range`.
  var requestsDecoding: Bool {
    !fields.contains(.acceptEncoding) && !fields.contains(.range)
  }
}

extension HTTPMethod {
  /// Whether an empty body is sent with `Content-Length: 0`.
  ///
  /// See RFC 9110, section 8.6.
  fileprivate var expectsBody: Bool { self == .post || self == .put || self == .patch }
}

extension PendingTransfer {
  /// Whether the content of the response is decoded.
  var decodesContent: Bool { request.requestsDecoding }
}

extension HTTPResponse {
  /// Returns the response with its content decoded. If the body is delivered as a whole, content
  /// that exceeds the delivery limit is reported as `bodyTooLarge`.
  fileprivate func decoded(
    for context: TransportContext
  ) throws(TransportError) -> HTTPResponse {
    guard case .whole(let limit) = context.delivery else {
      return try decodedContent(limit: context.decodedLimit)
    }
    do throws(TransportError) {
      return try decodedContent(limit: min(limit, context.decodedLimit))
    } catch {
      guard limit < context.decodedLimit, case .content(.tooLarge) = error.kind else { throw error }
      throw TransportError(.bodyTooLarge(limit: limit), error.detail, mayHaveBeenSent: true)
    }
  }
}
