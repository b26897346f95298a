internal import CTremaCurl
import TremaHTTP

/// The state of one exchange on the transport's thread.
///
/// libcurl's callbacks only record what happened. Waiting tasks are resumed in `settle()` and
/// `end(_:)`, which the loop calls between two passes.
final class CurlExchange {
  /// The phase of the exchange, which determines the current deadline.
  enum Phase {
    /// Until a connection is established or a free one is available.
    case connecting
    /// Until the last byte of the request has been passed to libcurl.
    case sending
    /// Until the first byte of the response has been received.
    case waiting
    /// Until the last byte of the response has been received.
    case receiving
  }

  /// The request and its continuation.
  let transfer: PendingTransfer
  /// The libcurl handle, which is used only by this exchange until it ends.
  let handle: CurlHandle
  private unowned let loop: CurlLoop
  /// The time at which the `total` limit is exceeded.
  private let totalDeadline: CurlTime
  /// The current phase.
  private(set) var phase = Phase.connecting
  /// The start of the phase or its last progress.
  private var lastProgress: CurlTime
  /// The number of times that libcurl has started to send the request.
  private(set) var attempts = 0
  /// The number of attempts that may have reached the server.
  private var possiblySentAttempts = 0
  /// The number of connections that had been made for this exchange when the last attempt began.
  private var connectionCount = 0
  /// Whether the last attempt uses a connection that was made for it.
  private var isOnNewConnection = false
  /// The socket of the last attempt, or `nil` if it was not found.
  private var socket: Int32?
  /// Whether the attempt was aborted before anything was sent, because the connection must not be
  /// reused.
  private(set) var needsFreshConnection = false
  /// The failure that the transport detected before libcurl reported one.
  private(set) var failure: TransportError?

  /// The parser for the heads of the response.
  private var head = HTTPHeadReader()
  /// The value of `Content-Length`, or `nil` if it is missing or the response has no body.
  private var length: Int64?
  /// The number of body bytes received, before decoding.
  private var receivedLength: Int64 = 0
  /// The number of request body bytes passed to libcurl.
  private var sentLength: Int64 = 0
  /// Whether an event for received bytes is due.
  private var needsReceivedEvent = false
  /// Whether an event for sent bytes is due.
  private var needsSentEvent = false
  /// The received part of the body that has not been delivered.
  private var pending: [UInt8] = []
  /// The number of delivered bytes that the reader has not consumed, as last known.
  private var unreadLength = 0
  /// A streamed response's body, or `nil` until the response is returned.
  private var download: CurlDownload?
  private var isReceivingPaused = false
  private var isSendingPaused = false
  /// Whether the exchange will be settled after the current pass.
  var needsSettling = false

  init(_ transfer: PendingTransfer, _ handle: CurlHandle, _ loop: CurlLoop) {
    self.transfer = transfer
    self.handle = handle
    self.loop = loop
    lastProgress = transfer.start
    totalDeadline = CurlClock.after(transfer.request.deadlines.total, from: transfer.start)
  }

  /// Whether the body of the response is delivered as a stream.
  private var isStream: Bool { transfer.context.delivery == .stream }

  /// Enters a phase, which starts its deadline.
  private func move(to phase: Phase) {
    self.phase = phase
    lastProgress = loop.now
    loop.scheduleDeadlineCheck(for: self)
  }

  /// Whether the response is 417 and the request contains `Expect`. libcurl would discard the
  /// response and send the request again without the field. The transport returns the response
  /// instead, because the caller set the field.
  private var isRefusedExpectation: Bool {
    head.isComplete && head.status.code == 417 && transfer.request.fields.contains(.expect)
  }

  /// Returns whether an attempt that libcurl reports as failed has a valid response: a 417 after
  /// which a second attempt was refused.
  func hasResponse(despite code: CURLcode) -> Bool {
    failure == nil && isRefusedExpectation
      && (code == CURLE_ABORTED_BY_CALLBACK || code == CURLE_SEND_FAIL_REWIND)
  }

  /// Stores an error, unless there is an earlier one.
  private func fail(_ error: TransportError) {
    if failure == nil { failure = error }
  }
}

/// The functions that libcurl's callbacks call.
extension CurlExchange {
  /// Registers a socket that libcurl has opened.
  func addSocket(_ descriptor: Int32) { loop.sockets.add(descriptor) }

  /// Records that libcurl is about to send the request over a connection.
  ///
  /// libcurl calls this for each attempt. The first attempt is always allowed on a suitable
  /// connection; a second one is allowed only if the request may be repeated.
  ///
  /// - Returns: `false` if the request must not be sent.
  func beginAttempt(over addresses: ConnectionSockets.Addresses) -> Bool {
    socket = loop.sockets.descriptor(of: addresses)
    // The connection is a reused one if none was made since the last attempt.
    if handle.connectionsMade == connectionCount, !canReuse(socket) {
      needsFreshConnection = true
      return false
    }
    if attempts > 0 { recordResend() }
    attempts += 1
    if isRefusedExpectation { return false }
    guard attempts == 1 || attempts == 2 && transfer.canBeResent else {
      fail(
        TransportError(
          .connectionLost, "a reused connection was closed before the response"))
      return false
    }
    possiblySentAttempts += 1
    isOnNewConnection = handle.connectionsMade > connectionCount
    connectionCount = handle.connectionsMade
    if case .none = transfer.upload { move(to: .waiting) } else { move(to: .sending) }
    if case .bytes(let bytes) = transfer.upload, bytes.isEmpty { move(to: .waiting) }
    return true
  }

  /// Returns whether the connection may be reused for this request.
  private func canReuse(_ socket: Int32?) -> Bool {
    switch loop.sockets.state(of: socket) {
    case .idle: true
    case .readable: false
    case .unknown: transfer.canBeResent
    }
  }

  /// Prepares another attempt on a new connection, after the first one was refused before anything
  /// was sent.
  func prepareRestart() {
    needsFreshConnection = false
    connectionCount = 0
    handle.prepareFreshConnection()
  }

  /// Records that libcurl will send the request again.
  ///
  /// On a new connection it does so only if the server has reported that it did not process the
  /// request (RFC 9113, section 8.7), so the attempt does not count as sent.
  ///
  /// See `Curl_retry_request` in libcurl.
  func recordResend() {
    if isOnNewConnection, phase != .receiving, possiblySentAttempts > 0 {
      possiblySentAttempts -= 1
    }
    isOnNewConnection = false
  }

  /// Parses a line of the head.
  ///
  /// - Returns: `false` if the response is invalid, which makes libcurl abort the exchange.
  func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
    if head.isComplete { return true }
    if phase != .receiving { move(to: .receiving) } else { lastProgress = loop.now }
    do throws(TransportError) {
      try head.read(line)
    } catch {
      fail(error)
      return false
    }
    if head.isComplete {
      if let socket { loop.sockets.record(isHTTP2: head.version == .http2, on: socket) }
      length = transfer.request.method == .head ? nil : MessageFraming.length(head.fields)
      loop.scheduleSettling(self)
    }
    return true
  }

  /// Stores a part of the body, or pauses receiving if the reader is too slow.
  ///
  /// - Returns: The number of bytes that were accepted. libcurl aborts the exchange if fewer bytes
  ///   are accepted than were passed, unless the value is the one that pauses receiving.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    if case .whole(let limit) = transfer.context.delivery {
      guard bytes.count <= limit - pending.count else {
        fail(TransportError(.bodyTooLarge(limit: limit)))
        return 0
      }
      if pending.isEmpty, let length {
        // The reservation is limited to 16 MiB, because the declared length isn't trusted.
        pending.reserveCapacity(Int(min(length, Int64(limit), 1 << 24)))
      }
    } else if unreadLength + pending.count >= CurlDownload.highWater {
      isReceivingPaused = true
      loop.scheduleSettling(self)
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    pending.append(contentsOf: bytes)
    receivedLength += Int64(bytes.count)
    lastProgress = loop.now
    needsReceivedEvent = true
    if isStream || transfer.context.observer != nil { loop.scheduleSettling(self) }
    return bytes.count
  }

  /// Copies the next bytes of the request body into libcurl's buffer.
  ///
  /// - Returns: The number of bytes, 0 at the body's end, or a special libcurl value that pauses or
  ///   aborts the exchange.
  func provideBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count: Int
    switch transfer.upload {
    case .none: return 0
    case .bytes(let bytes):
      count = min(buffer.count, bytes.count - Int(sentLength))
      bytes.withUnsafeBytes { bytes in
        buffer.copyBytes(from: bytes[Int(sentLength)..<(Int(sentLength) + count)])
      }
      recordSent(count, isLast: Int(sentLength) + count == bytes.count)
    case .stream(let upload):
      loop.scheduleSettling(self)
      switch upload.fill(buffer) {
      case .bytes(let copied):
        count = copied
        recordSent(count, isLast: sentLength + Int64(count) == upload.length)
      case .end:
        recordSent(0, isLast: true)
        return 0
      case .wait:
        isSendingPaused = true
        return Int(CURL_READFUNC_PAUSE)
      case .failed(let error):
        fail(error)
        return Int(CURL_READFUNC_ABORT)
      }
    }
    return count
  }

  /// Counts bytes that were passed to libcurl, and updates the phase.
  private func recordSent(_ count: Int, isLast: Bool) {
    sentLength += Int64(count)
    if count > 0, transfer.context.observer != nil {
      needsSentEvent = true
      loop.scheduleSettling(self)
    }
    if phase == .sending, isLast { move(to: .waiting) } else { lastProgress = loop.now }
  }
}

/// An exchange's deadlines.
extension CurlExchange {
  /// The time at which the exchange times out unless it makes progress, and the limit that is then
  /// exceeded. While receiving is paused, only `total` applies.
  var deadline: (time: CurlTime, timeout: TransportError.Timeout) {
    let deadlines = transfer.request.deadlines
    let next: (time: CurlTime, timeout: TransportError.Timeout) =
      switch phase {
      case .connecting: (CurlClock.after(deadlines.connect, from: lastProgress), .connect)
      case .waiting: (CurlClock.after(deadlines.firstByte, from: lastProgress), .firstByte)
      case .receiving where isReceivingPaused: (CurlClock.never, .idle)
      case .sending, .receiving: (CurlClock.after(deadlines.idle, from: lastProgress), .idle)
      }
    return totalDeadline <= next.time ? (totalDeadline, .total) : next
  }
}

/// The functions that the loop calls between two passes.
extension CurlExchange {
  /// Reports events, delivers received bytes, and resumes the source of the request body if there
  /// is room.
  func settle() {
    reportEvents()
    if isStream, head.isComplete { deliver() }
    if isReceivingPaused, download?.shouldResume() == true { resumeReceiving() }
    if case .stream(let upload) = transfer.upload { upload.resumeSource() }
  }

  /// Resumes receiving. Called when the reader has consumed enough.
  func resumeReceiving() {
    guard isReceivingPaused else { return }
    isReceivingPaused = false
    unreadLength = download?.unreadCount ?? 0
    move(to: phase)
    updatePauseState()
  }

  /// Resumes sending. Called when more of the request body is available.
  func resumeSending() {
    guard isSendingPaused else { return }
    isSendingPaused = false
    updatePauseState()
  }

  /// Passes the pause state of both directions to libcurl, which sets them together.
  private func updatePauseState() {
    let bits =
      (isReceivingPaused ? CURLPAUSE_RECV : 0) | (isSendingPaused ? CURLPAUSE_SEND : 0)
    curl_easy_pause(handle.easy, bits)
  }

  /// Reports the events that are due to the observer.
  private func reportEvents() {
    guard let observer = transfer.context.observer else { return }
    if needsSentEvent {
      needsSentEvent = false
      observer(.sent(sentLength, of: sendLength))
    }
    if needsReceivedEvent {
      needsReceivedEvent = false
      observer(.received(receivedLength, of: length))
    }
  }

  /// The length of the request body in bytes, or `nil` if it is unknown.
  private var sendLength: Int64? {
    switch transfer.upload {
    case .none: nil
    case .bytes(let bytes): Int64(bytes.count)
    case .stream(let upload): upload.length
    }
  }

  /// Returns the response if it has not been returned, and passes received bytes to its reader.
  private func deliver() {
    if download == nil {
      let download = CurlDownload(transfer.id, loop.commandQueue)
      self.download = download
      let response = HTTPResponse(
        responseHead, body: .stream(CurlBodySource(download)), metrics: metrics)
      loop.commandQueue.complete(transfer, .success(response))
    }
    if pending.isEmpty { return }
    let chunk = pending
    pending = []
    unreadLength = download?.push(chunk) ?? 0
  }

  /// The response's head, with the request's URL.
  private var responseHead: HTTPResponseHead {
    HTTPResponseHead(
      head.status, fields: head.fields, url: transfer.request.target, version: head.version)
  }

  /// The times and counts of the exchange so far.
  private var metrics: TransportMetrics {
    var metrics = handle.metrics(now: loop.now, start: transfer.start, isConnected: attempts > 0)
    metrics.bytesSent = sentLength
    metrics.bytesReceived = receivedLength
    metrics.version = head.isComplete ? head.version : nil
    return metrics
  }

  /// Ends the exchange: reports the last events, and resumes the waiting tasks. The handle must
  /// still have the state of the exchange.
  ///
  /// - Parameter error: The error, or `nil` if libcurl reported success.
  func end(_ error: TransportError?) {
    var error = error
    if error == nil, !head.isComplete {
      // libcurl accepts a connection that is closed within the head.
      error = TransportError(.connectionLost, "it was closed before the end of the response head")
    }
    error?.mayHaveBeenSent = possiblySentAttempts > 0
    reportEvents()
    if case .stream(let upload) = transfer.upload { upload.cancel() }
    let metrics = metrics
    // The observer is called first, so the event has been reported when the caller resumes.
    transfer.context.observer?(.ended(metrics))
    if let download {
      if !pending.isEmpty { _ = download.push(pending) }
      download.finish(error)
    } else if let error {
      // A head that was received is returned before the error, even if it was received in the same
      // pass as the failure.
      if isStream, head.isComplete, error.kind != .cancelled {
        deliver()
        download?.finish(error)
      } else {
        loop.commandQueue.complete(transfer, .failure(error))
      }
    } else {
      let response = HTTPResponse(responseHead, body: .bytes(pending), metrics: metrics)
      loop.commandQueue.complete(transfer, .success(response))
    }
    pending = []
  }
}
