internal import CTremaCurl
import TremaHTTP

/// One exchange while the thread works at it.
///
/// libcurl's callbacks only note what happened; waiting tasks are resumed in ``settle()`` and
/// ``end(_:)``, which the loop calls between two passes.
final class CurlExchange {
  enum Phase {
    /// Until the connection is there, and waiting for a free one.
    case connecting
    /// Until the last byte of the request is handed over.
    case sending
    /// Until the first byte of the response.
    case waiting
    case receiving
  }

  let job: PendingTransfer
  let handle: CurlHandle
  private unowned let loop: CurlLoop
  private let totalDeadline: CurlTime
  private(set) var phase = Phase.connecting
  /// The start of the phase or its last progress.
  private var lastMove: CurlTime
  private(set) var attempts = 0
  /// The attempts among them that may have reached the server.
  private var untoldAttempts = 0
  /// How many connections had been made for it when the last attempt began.
  private var connections = 0
  private var isOnNewConnection = false
  private var socket: Int32?
  /// Whether the attempt was aborted before anything was sent, because the connection must not be reused.
  private(set) var needsFreshConnection = false
  /// The failure that was found before libcurl reports one.
  private(set) var failure: TransportError?

  private var head = HTTPHeadReader()
  private var length: Int64?
  private var received: Int64 = 0
  private var sent: Int64 = 0
  private var tellsReceived = false
  private var tellsSent = false
  /// The part of the response's body that was not passed on yet.
  private var pending: [UInt8] = []
  private var unread = 0
  private var download: CurlDownload?
  private var isReceivingPaused = false
  private var isSendingPaused = false
  var isTouched = false

  init(_ job: PendingTransfer, _ handle: CurlHandle, _ loop: CurlLoop) {
    self.job = job
    self.handle = handle
    self.loop = loop
    lastMove = job.start
    totalDeadline = CurlClock.after(job.request.deadlines.total, from: job.start)
  }

  private var isStream: Bool { job.context.delivery == .stream }

  private func move(to phase: Phase) {
    self.phase = phase
    lastMove = loop.now
    loop.look(at: self)
  }

  /// Whether 417 is the response. libcurl wants to send the request again without `Expect`, and
  /// without a word of the response; a caller that set the field decides that itself.
  private var isRefusedExpectation: Bool {
    head.isComplete && head.status.code == 417 && job.request.fields.contains(.expect)
  }

  /// Whether libcurl was kept from sending it again, and the response is there.
  func isAnswered(inSpiteOf code: CURLcode) -> Bool {
    failure == nil && isRefusedExpectation
      && (code == CURLE_ABORTED_BY_CALLBACK || code == CURLE_SEND_FAIL_REWIND)
  }

  private func fail(_ error: TransportError) {
    if failure == nil { failure = error }
  }
}

/// The callbacks of libcurl.
extension CurlExchange {
  func addSocket(_ descriptor: Int32) { loop.sockets.add(descriptor) }

  /// - Returns: false when the request must not be sent.
  func beginAttempt(over ends: ConnectionSockets.Ends) -> Bool {
    socket = loop.sockets.descriptor(of: ends)
    if handle.connectionsMade == connections, !mayUseAgain(socket) {
      needsFreshConnection = true
      return false
    }
    if attempts > 0 { isToBeSentAgain() }
    attempts += 1
    if isRefusedExpectation { return false }
    guard attempts == 1 || attempts == 2 && job.mayBeSentAgain else {
      fail(
        TransportError(
          .connectionLost, "a connection that was used again ended before the response came"))
      return false
    }
    untoldAttempts += 1
    isOnNewConnection = handle.connectionsMade > connections
    connections = handle.connectionsMade
    if case .none = job.upload { move(to: .waiting) } else { move(to: .sending) }
    if case .bytes(let bytes) = job.upload, bytes.isEmpty { move(to: .waiting) }
    return true
  }

  /// Returns whether the connection may be reused for this request.
  private func mayUseAgain(_ socket: Int32?) -> Bool {
    switch loop.sockets.state(of: socket) {
    case .isQuiet: true
    case .hasInput: false
    case .unknown: job.mayBeSentAgain
    }
  }

  /// Prepares another attempt on a new connection.
  func beginAnew() {
    needsFreshConnection = false
    connections = 0
    handle.prepareFreshConnection()
  }

  /// libcurl wants to send it once more. What went over a new connection it sends again for one reason:
  /// the server says that it has done nothing with it (RFC 9113, section 8.7).
  ///
  /// Source: libcurl, `Curl_retry_request`.
  func isToBeSentAgain() {
    if isOnNewConnection, phase != .receiving, untoldAttempts > 0 { untoldAttempts -= 1 }
    isOnNewConnection = false
  }

  /// - Returns: false when the response is refused.
  func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
    if head.isComplete { return true }
    if phase != .receiving { move(to: .receiving) } else { lastMove = loop.now }
    do throws(TransportError) {
      try head.read(line)
    } catch {
      fail(error)
      return false
    }
    if head.isComplete {
      if let socket { loop.sockets.note(isHTTP2: head.version == .http2, on: socket) }
      length = job.request.method == .head ? nil : MessageFraming.length(head.fields)
      loop.touch(self)
    }
    return true
  }

  /// - Returns: how many bytes were taken; libcurl stops for fewer.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    if case .whole(let limit) = job.context.delivery {
      guard bytes.count <= limit - pending.count else {
        fail(TransportError(.bodyTooLarge(limit: limit)))
        return 0
      }
      if pending.isEmpty, let length {
        pending.reserveCapacity(Int(min(length, Int64(limit), 1 << 24)))
      }
    } else if unread + pending.count >= CurlDownload.highWater {
      isReceivingPaused = true
      loop.touch(self)
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    pending.append(contentsOf: bytes)
    received += Int64(bytes.count)
    lastMove = loop.now
    tellsReceived = true
    if isStream || job.context.observer != nil { loop.touch(self) }
    return bytes.count
  }

  /// - Returns: how many bytes were put into the buffer, or a word of libcurl's.
  func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count: Int
    switch job.upload {
    case .none: return 0
    case .bytes(let bytes):
      count = min(buffer.count, bytes.count - Int(sent))
      bytes.withUnsafeBytes { bytes in
        buffer.copyBytes(from: bytes[Int(sent)..<(Int(sent) + count)])
      }
      noteSent(count, isLast: Int(sent) + count == bytes.count)
    case .stream(let upload):
      loop.touch(self)
      switch upload.fill(buffer) {
      case .bytes(let some):
        count = some
        noteSent(count, isLast: sent + Int64(count) == upload.length)
      case .end:
        noteSent(0, isLast: true)
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

  private func noteSent(_ count: Int, isLast: Bool) {
    sent += Int64(count)
    if count > 0, job.context.observer != nil {
      tellsSent = true
      loop.touch(self)
    }
    if phase == .sending, isLast { move(to: .waiting) } else { lastMove = loop.now }
  }
}

/// Deadlines.
extension CurlExchange {
  /// When it is over if nothing more happens, and why.
  var deadline: (at: CurlTime, timeout: TransportError.Timeout) {
    let deadlines = job.request.deadlines
    let next: (at: CurlTime, timeout: TransportError.Timeout) =
      switch phase {
      case .connecting: (CurlClock.after(deadlines.connect, from: lastMove), .connect)
      case .waiting: (CurlClock.after(deadlines.firstByte, from: lastMove), .firstByte)
      case .receiving where isReceivingPaused: (CurlClock.never, .idle)
      case .sending, .receiving: (CurlClock.after(deadlines.idle, from: lastMove), .idle)
      }
    return totalDeadline <= next.at ? (totalDeadline, .total) : next
  }
}

/// The functions that the loop calls between two passes.
extension CurlExchange {
  /// Hands on what has come.
  func settle() {
    tell()
    if isStream, head.isComplete { deliver() }
    if isReceivingPaused, download?.mayGoOn() == true { receive() }
    if case .stream(let upload) = job.upload { upload.makeRoom() }
  }

  /// The reader has read.
  func receive() {
    guard isReceivingPaused else { return }
    isReceivingPaused = false
    unread = download?.unreadCount ?? 0
    move(to: phase)
    pause()
  }

  /// There is more to be sent.
  func send() {
    guard isSendingPaused else { return }
    isSendingPaused = false
    pause()
  }

  private func pause() {
    let bits =
      (isReceivingPaused ? CURLPAUSE_RECV : 0) | (isSendingPaused ? CURLPAUSE_SEND : 0)
    curl_easy_pause(handle.easy, bits)
  }

  private func tell() {
    guard let observer = job.context.observer else { return }
    if tellsSent {
      tellsSent = false
      observer(.sent(sent, of: sendLength))
    }
    if tellsReceived {
      tellsReceived = false
      observer(.received(received, of: length))
    }
  }

  private var sendLength: Int64? {
    switch job.upload {
    case .none: nil
    case .bytes(let bytes): Int64(bytes.count)
    case .stream(let upload): upload.length
    }
  }

  /// Gives the head away, where that was not done, and then pieces of the body.
  private func deliver() {
    if download == nil {
      let download = CurlDownload(job.id, loop.mailbox)
      self.download = download
      let response = HTTPResponse(
        responseHead, body: .stream(CurlBodySource(download)), metrics: metrics)
      loop.mailbox.answer(job, .success(response))
    }
    if pending.isEmpty { return }
    let piece = pending
    pending = []
    unread = download?.push(piece) ?? 0
  }

  private var responseHead: HTTPResponseHead {
    HTTPResponseHead(
      head.status, fields: head.fields, url: job.request.target, version: head.version)
  }

  private var metrics: TransportMetrics {
    var metrics = handle.metrics(now: loop.now, start: job.start, isConnected: attempts > 0)
    metrics.bytesSent = sent
    metrics.bytesReceived = received
    metrics.version = head.isComplete ? head.version : nil
    return metrics
  }

  /// Tells everybody that it is over; the handle is still what it was.
  ///
  /// - Parameter error: nil when all went well.
  func end(_ error: TransportError?) {
    var error = error
    if error == nil, !head.isComplete {
      // libcurl is content with half a head.
      error = TransportError(.connectionLost, "it ended in the midst of the head")
    }
    error?.mayHaveBeenSent = untoldAttempts > 0
    tell()
    if case .stream(let upload) = job.upload { upload.cancel() }
    let metrics = metrics
    // First, so that who asked finds it told.
    job.context.observer?(.ended(metrics))
    if let download {
      if !pending.isEmpty { _ = download.push(pending) }
      download.finish(error)
    } else if let error {
      // The head comes first, whether it came in one pass with the failure or not.
      if isStream, head.isComplete, error.kind != .cancelled {
        deliver()
        download?.finish(error)
      } else {
        loop.mailbox.answer(job, .failure(error))
      }
    } else {
      let response = HTTPResponse(responseHead, body: .bytes(pending), metrics: metrics)
      loop.mailbox.answer(job, .success(response))
    }
    pending = []
  }
}
