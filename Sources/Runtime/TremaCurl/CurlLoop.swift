internal import CTremaCurl
import TremaHTTP

/// A transport's event loop. It executes commands, runs libcurl and resumes the waiting tasks. It
/// is created, used and released on the transport's thread.
final class CurlLoop {
  /// The maximum number of idle handles that are kept for later exchanges.
  private static let poolLimit = 64
  /// The maximum number of idle connections that stay open.
  private static let maxIdleConnections = 128
  /// The maximum time to sleep, in nanoseconds.
  private static let maxSleep: CurlTime = 600_000_000_000
  /// The maximum time to sleep while libcurl may miss input, in nanoseconds.
  private static let pollingInterval: CurlTime = 20_000_000

  /// The queue of commands from other threads.
  let commandQueue: CommandQueue
  private let settings: CurlSettings
  /// The certificates and keys that all handles reference.
  private let memory: CurlTLSMemory
  /// The libcurl multi handle.
  private let multi: UnsafeMutableRawPointer
  /// The event that wakes the loop.
  private let wakeup: WakeupEvent
  /// The time at which the current pass started, which is precise enough for callbacks.
  private(set) var now = CurlClock.now
  /// The commands that are being executed; empty between passes.
  private var commands: [CommandQueue.Command] = []
  /// The exchanges in progress, by identifier.
  private var exchanges: [UInt64: CurlExchange] = [:]
  /// The exchanges that are settled after the current pass.
  private var unsettled: [CurlExchange] = []
  /// The idle handles.
  private var pool: [CurlHandle] = []
  /// The sockets of open connections.
  var sockets = ConnectionSockets()
  /// The earliest time at which a deadline may be exceeded.
  private var nextDeadlineCheck = CurlClock.never
  /// The number of exchanges that libcurl may miss input for. If it is not 0, the loop sleeps only
  /// briefly.
  private var pollingCount = 0
  /// Whether the loop ends after the last exchange.
  private var isRetired = false
  /// Whether the loop ends after the current pass.
  private var isClosed = false

  /// Creates a loop on the current thread, or returns `nil` if libcurl or the system cannot provide
  /// its resources.
  init?(_ commandQueue: CommandQueue, _ settings: CurlSettings) {
    guard let wakeup = WakeupEvent(), let multi = curl_multi_init() else { return nil }
    self.multi = multi
    self.wakeup = wakeup
    self.commandQueue = commandQueue
    self.settings = settings
    memory = CurlTLSMemory(settings.tls)
    trema_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.maxIdleConnections)
    if let limit = settings.connectionsPerHost {
      trema_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limit)
    }
    commandQueue.setWakeup(wakeup)
  }

  /// Runs until the queue is closed, or is retired and has no exchanges.
  func run() {
    while true {
      now = CurlClock.now
      commandQueue.take(into: &commands)
      for command in commands { execute(command) }
      commands.removeAll(keepingCapacity: true)
      if isClosed || isRetired && exchanges.isEmpty { break }
      perform()
      finishCompleted()
      while let exchange = unsettled.popLast() {
        exchange.needsSettling = false
        if exchanges[exchange.transfer.id] === exchange { exchange.settle() }
      }
      expire()
      sleep()
    }
    end()
  }

  /// Executes a command. Commands for exchanges that have ended are ignored.
  private func execute(_ command: CommandQueue.Command) {
    switch command {
    case .start(let transfer): start(transfer)
    case .cancel(let id):
      if let exchange = exchanges[id] { finish(exchange, TransportError(.cancelled)) }
    case .resumeReceiving(let id): exchanges[id]?.resumeReceiving()
    case .resumeSending(let id): exchanges[id]?.resumeSending()
    case .retire: isRetired = true
    case .close: isClosed = true
    }
  }

  /// Starts an exchange with a handle from the pool or a new one.
  private func start(_ transfer: PendingTransfer) {
    guard let handle = pool.popLast() ?? CurlHandle(settings, memory) else {
      return transfer.fail(
        TransportError(.other, "cannot create a libcurl handle: out of memory"))
    }
    handle.prepare(transfer)
    let exchange = CurlExchange(transfer, handle, self)
    handle.exchange = exchange
    guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
      return transfer.fail(TransportError(.other, "libcurl cannot start another transfer"))
    }
    exchanges[transfer.id] = exchange
    if needsPolling(transfer) { pollingCount += 1 }
    scheduleDeadlineCheck(for: exchange)
  }

  /// Returns whether libcurl may miss input of an exchange. See `CurlLibrary.hasFaultyHTTP2`.
  private func needsPolling(_ transfer: PendingTransfer) -> Bool {
    CurlLibrary.hasFaultyHTTP2 && settings.mayUseHTTP2(transfer.request)
  }

  /// Lets libcurl send and receive without blocking.
  private func perform() {
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
    now = CurlClock.now
  }

  /// Ends the exchanges that libcurl reports as done, or starts them again.
  private func finishCompleted() {
    var remaining: Int32 = 0
    while let message = curl_multi_info_read(multi, &remaining) {
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
        restart(exchange)
      } else if exchange.hasResponse(despite: code) {
        finish(exchange, nil, keepsHandle: false)
      } else {
        if code == CURLE_SEND_FAIL_REWIND { exchange.recordResend() }
        finish(exchange, exchange.failure ?? handle.error(for: code))
      }
    }
  }

  /// Starts an exchange again on a new connection. Nothing was sent before, and libcurl has closed
  /// the connection that it had selected.
  private func restart(_ exchange: CurlExchange) {
    curl_multi_remove_handle(multi, exchange.handle.easy)
    exchange.prepareRestart()
    if curl_multi_add_handle(multi, exchange.handle.easy) != CURLM_OK {
      finish(exchange, TransportError(.other, "libcurl cannot start another transfer"))
    }
  }

  /// Ends an exchange and returns its handle to the pool.
  ///
  /// - Parameters:
  ///   - error: The error, or `nil` if it succeeded.
  ///   - keepsHandle: Whether the handle may be reused after a success.
  private func finish(
    _ exchange: CurlExchange, _ error: TransportError?, keepsHandle: Bool = true
  ) {
    let handle = exchange.handle
    exchanges[exchange.transfer.id] = nil
    if needsPolling(exchange.transfer) { pollingCount -= 1 }
    // The handle is removed first so that the connection is closed by the time the caller receives
    // its result.
    curl_multi_remove_handle(multi, handle.easy)
    handle.exchange = nil
    exchange.end(error)
    // We don't reuse a failed exchange's handle because its state is uncertain.
    if error == nil, keepsHandle, pool.count < Self.poolLimit { pool.append(handle) }
  }

  /// Cancels all exchanges and releases the resources of libcurl.
  private func end() {
    for exchange in exchanges.values { finish(exchange, TransportError(.cancelled)) }
    unsettled = []
    pool = []
    for transfer in commandQueue.close() { transfer.fail(TransportError(.cancelled)) }
    curl_multi_cleanup(multi)
  }
}

/// The functions that exchanges call.
extension CurlLoop {
  /// Schedules the exchange to be settled after this pass.
  func scheduleSettling(_ exchange: CurlExchange) {
    if exchange.needsSettling { return }
    exchange.needsSettling = true
    unsettled.append(exchange)
  }

  /// Ensures that the deadline of an exchange is checked in time.
  func scheduleDeadlineCheck(for exchange: CurlExchange) {
    nextDeadlineCheck = min(nextDeadlineCheck, exchange.deadline.time)
  }
}

/// Deadlines and sleep.
extension CurlLoop {
  /// Ends the exchanges whose deadline is exceeded. Most deadlines move while an exchange makes
  /// progress, so all of them are checked together, and only when the earliest one may be exceeded.
  private func expire() {
    guard now >= nextDeadlineCheck else { return }
    nextDeadlineCheck = CurlClock.never
    for exchange in exchanges.values {
      let (time, timeout) = exchange.deadline
      if time <= now {
        finish(exchange, TransportError(.timeout(timeout)))
      } else {
        nextDeadlineCheck = min(nextDeadlineCheck, time)
      }
    }
  }

  /// Sleeps until there is a command, network activity or a deadline.
  private func sleep() {
    guard unsettled.isEmpty, commandQueue.markAsleep() else { return }
    let longestSleep = pollingCount > 0 ? Self.pollingInterval : Self.maxSleep
    let nanoseconds = max(0, min(nextDeadlineCheck - CurlClock.now, longestSleep))
    // Round the time up. Otherwise, the loop would keep waking just before the deadline.
    let milliseconds = Int32((nanoseconds + 999_999) / 1_000_000)
    var waitDescriptor = curl_waitfd(
      fd: wakeup.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    curl_multi_poll(multi, &waitDescriptor, 1, milliseconds, nil)
    if waitDescriptor.revents != 0 { wakeup.clear() }
  }
}

extension PendingTransfer {
  /// Fails a transfer that was not started.
  func fail(_ error: TransportError) {
    if case .stream(let upload) = self.upload { upload.cancel() }
    context.observer?(.ended(TransportMetrics(total: .nanoseconds(CurlClock.now - start))))
    continuation.resume(returning: .failure(error))
  }
}
