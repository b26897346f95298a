import TremaHTTP

/// Carries requests over libcurl: the default on Linux.
///
/// One thread does the work of all exchanges, and keeps connections for those that follow. It ends
/// with ``close()``, or, when the transport is let go, with the last exchange that is under way.
///
/// - A request without a body whose method is idempotent is sent once more, on a new connection, when
///   one that was used again was closed before a byte of the response came; no other ever is.
/// - A connection with unread input is closed instead of being reused, so that an unsolicited response is never
///   returned for the next request. Over a Unix domain socket, where this cannot be checked, a request that must
///   not be repeated uses a new connection.
/// - A server of HTTP/2 may say that it has not taken a request. Of `REFUSED_STREAM` for the first
///   one on a connection that is known, and `mayHaveBeenSent` is false; for a later one, and after
///   `GOAWAY`, libcurl 7.88 says no more than of a connection that failed, and it is true.
/// - libcurl takes the chunks of a body apart and ignores what follows the digits of a chunk's
///   size, so that garbage there is no error. Transfer codings that it does not know are.
/// - `Accept-Encoding: gzip, deflate` is added, and the content decoded, unless the request has an
///   `Accept-Encoding` or a `Range` of its own. Nothing else is added but what says how long the body
///   is; a `Content-Length` and a `Transfer-Encoding` of the request are left out for that.
/// - A body waits for a second at most for `100 Continue` where the request has `Expect:
///   100-continue`. A 417 is the response like any other, but its content is not kept.
/// - The deadline `connect` begins when the exchange is asked for, and counts the time that it waits
///   for one of ``TransportConfiguration/connectionsPerHost``. `idle` is still while the reader
///   of a body does not take what came, and counts the time in which the source of a body gives
///   nothing. `total` counts everything, up to the last byte of a stream.
/// - A reader who does not read holds the server back: over HTTP/1.1 after some 256 KiB, beside what
///   the system's buffers hold; over HTTP/2 after 32 MiB a stream, which is the window that libcurl
///   7.88 opens and has no option for. Who has many slow readers asks for
///   ``TransportConfiguration/VersionPolicy/http1``.
public final class CurlTransport: HTTPTransport {
  private let mailbox = CommandQueue()
  private let thread: CurlThread

  /// - Throws: `unsupported` for what this libcurl cannot do, `tlsPolicy` for certificates and keys
  ///   that it cannot read: it is given them here already.
  public init(_ configuration: TransportConfiguration = .init()) throws(TransportError) {
    try CurlLibrary.require()
    let settings = try CurlSettings(configuration)
    try CurlTLSTrial.run(settings.tls)
    thread = try CurlThread(mailbox, settings)
  }

  deinit {
    mailbox.submit(.retire)
    thread.letGo()
  }

  /// `curl` and the version of libcurl.
  public var name: String { "curl \(CurlLibrary.version)" }

  /// Closes all connections; requests in flight fail.
  public func close() async {
    mailbox.submit(.close)
    await mailbox.end()
    thread.join()
  }

  /// Sends a request and returns its response.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    let start = CurlClock.now
    let id = mailbox.makeID()
    let upload: PendingTransfer.Upload
    do throws(TransportError) {
      upload = try await open(body, of: request, id)
    } catch {
      context.observer?(.ended(TransportMetrics(total: .nanoseconds(CurlClock.now - start))))
      throw error
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = PendingTransfer(
          id: id, request: request, upload: upload, context: context, start: start,
          continuation: continuation)
        guard mailbox.submit(.start(job)) else { return job.fail(TransportError(.closed)) }
        // A cancellation that came before the job did found nothing to cancel.
        if Task.isCancelled { mailbox.submit(.cancel(id)) }
      }
    } onCancel: {
      mailbox.submit(.cancel(id))
    }
    mailbox.handOver()
    let response = try result.get()
    return request.asksForDecoding ? try response.decoded(for: context) : response
  }

  /// Opens the exchange of a request, or throws what is wrong before it is sent.
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
      if opened.length == 0 { return try await emptied(opened) }
      return .stream(CurlUpload(opened, id, mailbox))
    }
  }

  /// libcurl reads nothing of a body that is declared to be empty: whether it is one is asked here.
  private func emptied(_ body: OpenBody) async throws(TransportError) -> PendingTransfer.Upload {
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
  /// Whether compressed content is ours to ask for, and then to decode.
  var asksForDecoding: Bool {
    !fields.contains(.acceptEncoding) && !fields.contains(.range)
  }
}

extension HTTPMethod {
  /// Whether an empty body is told by a length of 0.
  ///
  /// Source: RFC 9110, section 8.6.
  fileprivate var expectsBody: Bool { self == .post || self == .put || self == .patch }
}

extension PendingTransfer {
  var decodesContent: Bool { request.asksForDecoding }
}

extension HTTPResponse {
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
