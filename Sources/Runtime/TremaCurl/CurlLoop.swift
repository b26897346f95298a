internal import CTremaCurl
import TremaHTTP

/// All that the thread of a transport does: it takes commands, lets libcurl work, and tells who waits.
/// It is made and dies on that thread.
final class CurlLoop {
  /// So many handles are kept for what comes next.
  private static let poolLimit = 64
  /// So many connections stay open without work.
  private static let idleConnections = 128
  private static let longestSleep: CurlTime = 600_000_000_000
  private static let shortSleep: CurlTime = 20_000_000

  let mailbox: CommandQueue
  private let settings: CurlSettings
  private let memory: CurlTLSMemory
  private let multi: UnsafeMutableRawPointer
  private let bell: WakeupEvent
  /// The start of the pass, which is precise enough for callbacks.
  private(set) var now = CurlClock.now
  private var commands: [CommandQueue.Command] = []
  private var exchanges: [UInt64: CurlExchange] = [:]
  private var touched: [CurlExchange] = []
  private var pool: [CurlHandle] = []
  var sockets = ConnectionSockets()
  /// No deadline comes before.
  private var nextLook = CurlClock.never
  /// Exchanges that libcurl may sleep over.
  private var sleepers = 0
  private var isRetired = false
  private var isClosed = false

  init?(_ mailbox: CommandQueue, _ settings: CurlSettings) {
    guard let bell = WakeupEvent(), let multi = curl_multi_init() else { return nil }
    self.multi = multi
    self.bell = bell
    self.mailbox = mailbox
    self.settings = settings
    memory = CurlTLSMemory(settings.tls)
    trema_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.idleConnections)
    if let limit = settings.connectionsPerHost {
      trema_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limit)
    }
    mailbox.open(bell)
  }

  func run() {
    while true {
      now = CurlClock.now
      mailbox.take(into: &commands)
      for command in commands { obey(command) }
      commands.removeAll(keepingCapacity: true)
      if isClosed || isRetired && exchanges.isEmpty { break }
      perform()
      finishDone()
      while let exchange = touched.popLast() {
        exchange.isTouched = false
        if exchanges[exchange.job.id] === exchange { exchange.settle() }
      }
      expire()
      sleep()
    }
    end()
  }

  private func obey(_ command: CommandQueue.Command) {
    switch command {
    case .start(let job): start(job)
    case .cancel(let id):
      if let exchange = exchanges[id] { finish(exchange, TransportError(.cancelled)) }
    case .receive(let id): exchanges[id]?.receive()
    case .send(let id): exchanges[id]?.send()
    case .retire: isRetired = true
    case .close: isClosed = true
    }
  }

  private func start(_ job: PendingTransfer) {
    guard let handle = pool.popLast() ?? CurlHandle(settings, memory) else {
      return job.fail(TransportError(.other, "no memory for a handle"))
    }
    handle.prepare(job)
    let exchange = CurlExchange(job, handle, self)
    handle.exchange = exchange
    guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
      return job.fail(TransportError(.other, "libcurl takes no more exchanges"))
    }
    exchanges[job.id] = exchange
    if maySleepOver(job) { sleepers += 1 }
    look(at: exchange)
  }

  private func maySleepOver(_ job: PendingTransfer) -> Bool {
    CurlLibrary.hasFaultyHTTP2 && settings.mayUseHTTP2(job.request)
  }

  private func perform() {
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
    now = CurlClock.now
  }

  private func finishDone() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      let code = message.pointee.data.result
      var context: UnsafeMutableRawPointer?
      trema_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
      guard let context else { continue }
      let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
      guard let exchange = handle.exchange else { continue }
      if exchange.needsFreshConnection {
        beginAnew(exchange)
      } else if exchange.isAnswered(inSpiteOf: code) {
        finish(exchange, nil, keepsHandle: false)
      } else {
        if code == CURLE_SEND_FAIL_REWIND { exchange.isToBeSentAgain() }
        finish(exchange, exchange.failure ?? handle.error(for: code))
      }
    }
  }

  /// Starts an exchange again on a new connection. Nothing was sent before, and libcurl has closed the connection
  /// that it had selected.
  private func beginAnew(_ exchange: CurlExchange) {
    curl_multi_remove_handle(multi, exchange.handle.easy)
    exchange.beginAnew()
    if curl_multi_add_handle(multi, exchange.handle.easy) != CURLM_OK {
      finish(exchange, TransportError(.other, "libcurl takes no more exchanges"))
    }
  }

  private func finish(
    _ exchange: CurlExchange, _ error: TransportError?, keepsHandle: Bool = true
  ) {
    let handle = exchange.handle
    exchanges[exchange.job.id] = nil
    if maySleepOver(exchange.job) { sleepers -= 1 }
    // First, so that a caller that has its result never finds the connection still open.
    curl_multi_remove_handle(multi, handle.easy)
    handle.exchange = nil
    exchange.end(error)
    // What was broken off is not trusted to begin anew.
    if error == nil, keepsHandle, pool.count < Self.poolLimit { pool.append(handle) }
  }

  private func end() {
    for exchange in exchanges.values { finish(exchange, TransportError(.cancelled)) }
    touched = []
    pool = []
    for job in mailbox.shut() { job.fail(TransportError(.cancelled)) }
    curl_multi_cleanup(multi)
  }
}

/// The functions that exchanges call.
extension CurlLoop {
  /// Schedules the exchange to be settled after this pass.
  func touch(_ exchange: CurlExchange) {
    if exchange.isTouched { return }
    exchange.isTouched = true
    touched.append(exchange)
  }

  /// Schedules the check of the exchange's deadline.
  func look(at exchange: CurlExchange) { nextLook = min(nextLook, exchange.deadline.at) }
}

/// Time.
extension CurlLoop {
  /// Ends what is over its time. Deadlines mostly move away, so they are looked at all together, and
  /// only when the first of them would have come.
  private func expire() {
    guard now >= nextLook else { return }
    nextLook = CurlClock.never
    for exchange in exchanges.values {
      let (at, timeout) = exchange.deadline
      if at <= now {
        finish(exchange, TransportError(.timeout(timeout)))
      } else {
        nextLook = min(nextLook, at)
      }
    }
  }

  private func sleep() {
    guard touched.isEmpty, mailbox.fallAsleep() else { return }
    let longest = sleepers > 0 ? Self.shortSleep : Self.longestSleep
    let rest = max(0, min(nextLook - CurlClock.now, longest))
    // Rounded up, or it would wake just before the deadline, again and again.
    let milliseconds = Int32((rest + 999_999) / 1_000_000)
    var waiting = curl_waitfd(
      fd: bell.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    curl_multi_poll(multi, &waiting, 1, milliseconds, nil)
    if waiting.revents != 0 { bell.silence() }
  }
}

extension PendingTransfer {
  /// Ends a transfer that was not started.
  func fail(_ error: TransportError) {
    if case .stream(let upload) = self.upload { upload.cancel() }
    context.observer?(.ended(TransportMetrics(total: .nanoseconds(CurlClock.now - start))))
    continuation.resume(returning: .failure(error))
  }
}
