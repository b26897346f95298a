internal import CTremaCurl
import TremaSupport

/// Wakes the thread of a transport where it waits for connections. libcurl has a bell of its own
/// (`curl_multi_wakeup`), which costs four times as much: it is a pair of sockets.
///
/// It is rung without a lock: who rings holds it, and so its descriptors are open.
final class WakeupEvent: Sendable {
  /// Can be read from when it was rung.
  let descriptor: Int32
  /// What it is rung with: the other end of a pipe, or the same descriptor.
  private let other: Int32

  /// Nil when no descriptor is left.
  init?() {
    #if canImport(Darwin)
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      (descriptor, other) = (ends[0], ends[1])
    #else
      descriptor = trema_curl_eventfd()
      guard descriptor >= 0 else { return nil }
      other = descriptor
    #endif
  }

  deinit {
    close(descriptor)
    if other != descriptor { close(other) }
  }

  func ring() {
    var count: UInt64 = 1
    // One that is full rings already.
    while write(other, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  /// Called by the thread when it is awake.
  func silence() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      _ = read(descriptor, buffer.baseAddress, buffer.count)
    }
  }
}
