import Networking
import TremaCurl

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What interceptors add to a request: a client without any beside one with all of them, in one process,
/// by turns of a few requests. What else the machine does, how fast its processor runs just now, and
/// where the process lies in memory are then the same for both.
enum Paired {
  /// Microseconds of CPU a request, of all threads; medians.
  struct Costs {
    var client: Double
    var stack: Double
    /// Of the differences, turn by turn.
    var added: Double
  }

  /// - Parameters:
  ///   - count: of the requests of each client.
  ///   - turn: how many of them one sends before it is the other's turn.
  static func costs(
    _ client: HTTPClient, _ stack: HTTPClient, _ count: Int, turn: Int, _ length: Int
  ) async throws -> Costs {
    // Connections are made, and the processor is awake.
    for client in [client, stack] { _ = try await cost(client, count / 10, length) }
    var turns: [(client: Double, stack: Double)] = []
    for number in 0..<max(1, count / turn) {
      // Who comes second finds more of the first one's memory near the processor.
      if number.isMultiple(of: 2) {
        let first = try await cost(client, turn, length)
        turns.append((first, try await cost(stack, turn, length)))
      } else {
        let first = try await cost(stack, turn, length)
        turns.append((try await cost(client, turn, length), first))
      }
    }
    return Costs(
      client: median(turns.map(\.client)), stack: median(turns.map(\.stack)),
      added: median(turns.map { $0.stack - $0.client }))
  }

  private static func cost(
    _ client: HTTPClient, _ count: Int, _ length: Int
  ) async throws -> Double {
    let start = processorTime()
    for _ in 0..<count {
      guard try await client.send(Draft.get("").bytes).count == length else { throw Wrong() }
    }
    return (processorTime() - start) / Double(max(1, count))
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// Of this process, in microseconds, to the nanosecond.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
