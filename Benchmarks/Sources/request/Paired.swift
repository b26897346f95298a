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

/// Measures the cost per request of interceptors: a client without any and one with all of them
/// alternate in one process, a few requests at a time. Other load, the processor's current speed
/// and the process's memory layout then affect both.
enum Paired {
  /// The median CPU time of all threads per request, in microseconds.
  struct Costs {
    var client: Double
    var stack: Double
    /// The median of the differences, turn by turn.
    var added: Double
  }

  /// - Parameters:
  ///   - count: The number of requests per client.
  ///   - together: The number of concurrent requests.
  static func costs(
    _ client: HTTPClient, _ stack: HTTPClient, _ count: Int, _ together: Int, _ length: Int
  ) async throws -> Costs {
    // The number of requests per turn.
    let turn = max(200, 20 * together)
    // Warms up: opens the connections and wakes up the processor.
    for client in [client, stack] {
      try await send(with: client, max(turn, count / 10), together, length)
    }
    var turns: [(client: Double, stack: Double)] = []
    for number in 0..<max(1, count / turn) {
      // The order alternates because the second client benefits from a warm cache.
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

  /// Verifies that the interceptors worked: responses passed the cache, and the inspector recorded
  /// authenticated requests.
  private static func check(_ stack: HTTPClient, _ length: Int) async throws {
    let response = try await stack.send(RequestBuilder.get("").bytes.withHead)
    guard response.value == [UInt8](repeating: 0x61, count: length) else {
      throw UnexpectedResponse()
    }
    for interceptor in stack.interceptors {
      switch interceptor {
      case is Cache:
        guard response.head.fields["Cache-Status"] == "Trema; fwd=uri-miss" else {
          throw UnexpectedResponse()
        }
      case let inspector as NetworkInspector:
        let exchanges = inspector.exchanges
        let isSigned = stack.interceptors.contains { $0 is Authentication }
        guard exchanges.count == 200, exchanges.allSatisfy({ $0.response?.status == .ok }),
          !isSigned || exchanges.allSatisfy({ $0.request.fields[.authorization] == "Bearer token" })
        else { throw UnexpectedResponse() }
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

  /// Returns the CPU time of this process in microseconds, with nanosecond resolution.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
