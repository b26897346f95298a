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

/// The state of the network as reported by the system.
///
/// On Apple platforms, this is whether `NWPathMonitor` has a satisfied path. On Linux, it is
/// whether the kernel's routing tables contain a route out of this machine; they are read once per
/// second while a request is waiting. On other platforms, or if the tables cannot be read, the
/// network is assumed to be available.
public final class SystemConnectivity: Connectivity {
  /// The shared instance for the process.
  public static let shared = SystemConnectivity()

  #if canImport(Network)
    private struct State {
      /// Whether a network is available, or `nil` until the system first reports the state.
      var isOnline: Bool?
      /// The waiting tasks by their numbers.
      var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
      /// The number of waits so far.
      var count = 0
    }

    private let monitor = NWPathMonitor()
    private let state = LockedValue(State())

    /// Starts the monitor. There is only one instance, so it is never stopped.
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

    /// Whether the system reports a usable network, or `true` until the first report.
    public var isOnline: Bool { state.withLock { $0.isOnline ?? true } }

    /// Waits until the system reports that a network is available. Throws `CancellationError` if
    /// the task is cancelled.
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
          // The cancellation handler may have run before the continuation was stored.
          if Task.isCancelled { leave(number) }
        }
      } onCancel: {
        leave(number)
      }
      if !isOnline { throw CancellationError() }
    }

    /// Ends a cancelled task's wait.
    private func leave(_ number: Int) {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: false)
    }
  #else
    /// A result of reading the tables.
    private struct CachedState {
      /// The time of the result, as `NetworkClock.uptime`.
      let time: Duration
      let isOnline: Bool
    }

    /// The time that a result remains in use.
    private static let interval = Duration.seconds(1)
    private let last = LockedValue<CachedState?>(nil)

    private init() {}

    /// Whether a network is available. The result is up to a second old, as reading the tables
    /// costs more than a request.
    public var isOnline: Bool {
      let now = NetworkClock.system.uptime
      if let last = last.value, now - last.time < Self.interval { return last.isOnline }
      return readTables(now)
    }

    /// Reads the tables.
    private func readTables(_ now: Duration) -> Bool {
      let isOnline = Self.hasExternalRoute
      last.value = CachedState(time: now, isOnline: isOnline)
      return isOnline
    }

    /// Whether the tables contain a route out of this machine. This is assumed if none of them can
    /// be read.
    private static var hasExternalRoute: Bool {
      #if os(Linux) || os(Android)
        let tables = [
          ("/proc/net/route", RoutingTable.hasExternalRoute(ipv4:)),
          ("/proc/net/ipv6_route", RoutingTable.hasExternalRoute(ipv6:)),
        ]
        var isKnown = false
        for (path, hasRoute) in tables {
          guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
          isKnown = true
          if hasRoute(Array(data)) { return true }
        }
        return !isKnown
      #else
        return true
      #endif
    }

    /// Waits until a network is available, reading the tables once per second. Throws
    /// `CancellationError` if the task is cancelled.
    public func waitUntilOnline() async throws {
      while !readTables(NetworkClock.system.uptime) { try await Task.sleep(for: Self.interval) }
    }
  #endif
}

/// A parser for the Linux routing tables that determines whether there is a route out of this
/// machine.
///
/// See `fib_route_seq_show` in net/ipv4/fib_trie.c and `rt6_info_route` in net/ipv6/route.c. The
/// flags are defined in include/uapi/linux/route.h.
enum RoutingTable {
  /// `RTF_UP`: the route is usable.
  private static let isUp = 0x1
  /// `RTF_REJECT`: the route refuses packets.
  private static let isRejected = 0x200

  /// Returns whether there is an IPv4 route out of this machine.
  ///
  /// - Parameter table: The contents of `/proc/net/route`: a header line, and then each route's
  ///   interface, destination, gateway, flags and other columns, separated by tabs. The flags are
  ///   hexadecimal.
  static func hasExternalRoute(ipv4 table: [UInt8]) -> Bool {
    lines(table).dropFirst().contains { columns in
      columns.count > 3 && isExternalRoute(columns[0], flags: columns[3])
    }
  }

  /// Returns whether there is an IPv6 route out of this machine. Routes to link-local addresses
  /// (fe80::/10) and multicast groups (ff00::/8) do not count.
  ///
  /// - Parameter table: The contents of `/proc/net/ipv6_route`: each route's destination, prefix
  ///   length, other columns, flags and interface, separated by spaces. All columns except the
  ///   interface are hexadecimal.
  static func hasExternalRoute(ipv6 table: [UInt8]) -> Bool {
    lines(table).contains { columns in
      guard columns.count > 9, let first = number(columns[0].prefix(4)) else { return false }
      let isLocal = first & 0xFFC0 == 0xFE80 || first & 0xFF00 == 0xFF00
      return !isLocal && isExternalRoute(columns[9], flags: columns[8])
    }
  }

  /// Returns whether a route is usable and does not use the loopback interface.
  private static func isExternalRoute(_ interface: ArraySlice<UInt8>, flags: ArraySlice<UInt8>)
    -> Bool
  {
    guard let flags = number(flags), !interface.elementsEqual("lo".utf8) else { return false }
    return flags & isUp != 0 && flags & isRejected == 0
  }

  /// Parses a hexadecimal number.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Returns each line's words.
  private static func lines(_ table: [UInt8]) -> [[ArraySlice<UInt8>]] {
    table.split(separator: UInt8(ascii: "\n")).map { line in
      line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
  }
}
