import Networking
import TremaCurl
import TremaHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The cost of interceptors for a request: a client without any beside one with all of them, in one
/// process, by turns of a few requests. What else the machine does, how fast its processor runs
/// just now, and where the process lies in memory are then the same for both.
enum Paired {
  /// Microseconds of CPU a request, of all threads; medians.
  struct Costs {
    var client: Double
    var stack: Double
    /// The median of the differences, turn by turn.
    var added: Double
  }

  /// - Parameters:
  ///   - count: of the requests of each client.
  ///   - together: how many of them are on their way at once.
  static func costs(
    _ client: HTTPClient, _ stack: HTTPClient, _ count: Int, _ together: Int, _ length: Int
  ) async throws -> Costs {
    // How many one sends before it is the other's turn.
    let turn = max(200, 20 * together)
    // Connections are made, and the processor is awake.
    for client in [client, stack] {
      try await send(with: client, max(turn, count / 10), together, length)
    }
    var turns: [(client: Double, stack: Double)] = []
    for number in 0..<max(1, count / turn) {
      // Who comes second finds more of the first one's memory near the processor.
      if number.isMultiple(of: 2) {
        let first = try await cost(client, turn, together, length)
        turns.append((first, try await cost(stack, turn, together, length)))
      } else {
        let first = try await cost(stack, turn, together, length)
        turns.append((try await cost(client, turn, together, length), first))
      }
    }
    try await check(stack, length)
    return Costs(
      client: median(turns.map(\.client)), stack: median(turns.map(\.stack)),
      added: median(turns.map { $0.stack - $0.client }))
  }

  /// Whether what was measured has done its work: the answers went by the cache, and the inspector has
  /// seen them all asked for with the credentials.
  private static func check(_ stack: HTTPClient, _ length: Int) async throws {
    let answer = try await stack.send(RequestBuilder.get("").bytes.withHead)
    guard answer.value == [UInt8](repeating: 0x61, count: length) else { throw Wrong() }
    for interceptor in stack.interceptors {
      switch interceptor {
      case is Cache:
        guard answer.head.fields["Cache-Status"] == "Trema; fwd=uri-miss" else { throw Wrong() }
      case let inspector as NetworkInspector:
        let seen = inspector.exchanges
        let isSigned = stack.interceptors.contains { $0 is Authentication }
        guard seen.count == 200, seen.allSatisfy({ $0.response?.status == .ok }),
          !isSigned || seen.allSatisfy({ $0.request.fields[.authorization] == "Bearer token" })
        else { throw Wrong() }
      default: break
      }
    }
  }

  private static func cost(
    _ client: HTTPClient, _ count: Int, _ together: Int, _ length: Int
  ) async throws -> Double {
    let start = processorTime()
    try await send(with: client, count, together, length)
    return (processorTime() - start) / Double(max(1, count))
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// Returns the CPU time of this process, in microseconds, to the nanosecond.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
