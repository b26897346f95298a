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

/// The connectivity that the system reports.
///
/// On Apple platforms: whether `NWPathMonitor` finds a path. On Linux: whether the routing tables
/// of the kernel have a way out of this machine; they are read again each second while a request
/// waits. Elsewhere, and where they cannot be read, there is always one.
public final class SystemConnectivity: Connectivity {
  /// The one of this process.
  public static let shared = SystemConnectivity()

  #if canImport(Network)
    private struct State {
      /// Whether there is a network; `nil` until the system has first reported it.
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

    /// Whether the system reports a usable network; `true` until it reports.
    public var isOnline: Bool { state.withLock { $0.isOnline ?? true } }

    /// Waits until the system reports a network.
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

    /// Whether there is a network, at most a second old: reading the tables costs more than a request.
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

    /// Waits until the system reports a network.
    public func waitUntilOnline() async throws {
      while !look(NetworkClock.system.uptime) { try await Task.sleep(for: Self.interval) }
    }
  #endif
}

/// Whether the kernel of Linux knows a way out of this machine.
///
/// Source: `fib_route_seq_show` in net/ipv4/fib_trie.c, `rt6_info_route` of net/ipv6/route.c; the
/// flags are those of include/uapi/linux/route.h.
enum RoutingTable {
  private static let isUp = 0x1
  private static let isRejected = 0x200

  /// - Parameter table: `/proc/net/route`: a line of names, then for each route interface,
  ///   destination, gateway, flags, … between tabs; flags are hexadecimal.
  static func hasWayOut(ipv4 table: [UInt8]) -> Bool {
    lines(table).dropFirst().contains { words in
      words.count > 3 && isWayOut(words[0], flags: words[3])
    }
  }

  /// - Parameter table: `/proc/net/ipv6_route`: for each route destination, length of its prefix, …,
  ///   flags, interface between spaces; all but the name are hexadecimal. Routes to neighbours
  ///   (fe80::/10) and groups (ff00::/8) are no way out.
  static func hasWayOut(ipv6 table: [UInt8]) -> Bool {
    lines(table).contains { words in
      guard words.count > 9, let first = number(words[0].prefix(4)) else { return false }
      let isNear = first & 0xFFC0 == 0xFE80 || first & 0xFF00 == 0xFF00
      return !isNear && isWayOut(words[9], flags: words[8])
    }
  }

  private static func isWayOut(_ interface: ArraySlice<UInt8>, flags: ArraySlice<UInt8>) -> Bool {
    guard let flags = number(flags), !interface.elementsEqual("lo".utf8) else { return false }
    return flags & isUp != 0 && flags & isRejected == 0
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func lines(_ table: [UInt8]) -> [[ArraySlice<UInt8>]] {
    table.split(separator: UInt8(ascii: "\n")).map { line in
      line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
  }
}
