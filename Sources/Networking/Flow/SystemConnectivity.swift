import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Network)
  import Dispatch
  internal import Network
#endif

/// What the system says of the network.
///
/// On Apple platforms: whether `NWPathMonitor` finds a path. On Linux: whether the routing tables of
/// the kernel have a way out of this machine; they are read again each second while somebody waits.
/// Elsewhere, and where they cannot be read, there is always one.
public final class SystemConnectivity: Connectivity {
  /// The one of this process.
  public static let shared = SystemConnectivity()

  #if canImport(Network)
    private struct State {
      /// Nil until the system has said it for the first time.
      var isOnline: Bool?
      var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
      var count = 0
    }

    private let monitor = NWPathMonitor()
    private let state = LockedValue(State())

    private init() {
      let state = state
      monitor.pathUpdateHandler = { path in
        let isOnline = path.status == .satisfied
        let woken = state.withLock { state in
          state.isOnline = isOnline
          guard isOnline else { return [CheckedContinuation<Bool, Never>]() }
          defer { state.waiters = [:] }
          return Array(state.waiters.values)
        }
        for waiter in woken { waiter.resume(returning: true) }
      }
      monitor.start(queue: DispatchQueue(label: "Networking.SystemConnectivity"))
    }

    public var isOnline: Bool { state.withLock { $0.isOnline ?? true } }

    public func waitUntilOnline() async throws {
      let number = state.withLock { state in
        state.count += 1
        return state.count
      }
      let isOnline = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOnline = state.withLock { state in
            if state.isOnline ?? true { return true }
            state.waiters[number] = continuation
            return false
          }
          if isOnline { return continuation.resume(returning: true) }
          // The handler may have run before there was anybody to wake.
          if Task.isCancelled { leave(number) }
        }
      } onCancel: {
        leave(number)
      }
      if !isOnline { throw CancellationError() }
    }

    private func leave(_ number: Int) {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: false)
    }
  #else
    private struct Looked {
      let at: Duration
      let isOnline: Bool
    }

    private static let interval = Duration.seconds(1)
    private let last = LockedValue<Looked?>(nil)

    private init() {}

    /// As it was not longer than a second ago: reading the tables costs more than a request.
    public var isOnline: Bool {
      let now = NetworkClock.system.uptime
      if let last = last.value, now - last.at < Self.interval { return last.isOnline }
      return look(now)
    }

    private func look(_ now: Duration) -> Bool {
      let isOnline = Self.hasWayOut
      last.value = Looked(at: now, isOnline: isOnline)
      return isOnline
    }

    private static var hasWayOut: Bool {
      #if os(Linux) || os(Android)
        let tables = [
          ("/proc/net/route", RoutingTable.hasWayOut(ipv4:)),
          ("/proc/net/ipv6_route", RoutingTable.hasWayOut(ipv6:)),
        ]
        var isKnown = false
        for (path, hasWayOut) in tables {
          guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
          isKnown = true
          if hasWayOut(Array(data)) { return true }
        }
        return !isKnown
      #else
        return true
      #endif
    }

    public func waitUntilOnline() async throws {
      while !look(NetworkClock.system.uptime) { try await Task.sleep(for: Self.interval) }
    }
  #endif
}
