import TremaSupport

@testable import TremaInjection

protocol Session: Sendable { var name: String { get } }
protocol Gateway: Sendable {}

final class LiveSession: Session {
  let name: String
  init(_ name: String = "live") { self.name = name }
}

struct LiveGateway: Gateway {}

/// A class that is not Sendable.
class Plain { var number = 0 }

/// A counter that can be made to wait.
final class Counter: Sendable {
  private let number = LockedValue(0)
  var value: Int { number.value }
  @discardableResult func next() -> Int { number.add(1) + 1 }
}

/// The events that a test records.
final class Notes: Sendable {
  private let lines = LockedValue<[String]>([])
  var all: [String] { lines.value }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A gate for tasks that is closed until it is opened.
final class Door: Sendable {
  private let state = LockedValue<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
    (false, []))

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Waits, without blocking a thread, until the condition is true.
func eventually(_ condition: @Sendable () -> Bool) async {
  while !condition() { await Task.yield() }
}

/// The text of the error that `body` throws.
func text(_ body: () throws(ResolutionError) -> some Any) -> String {
  do throws(ResolutionError) {
    _ = try body()
    return "nothing was thrown"
  } catch { return error.description }
}

func text(_ body: () async throws(ResolutionError) -> some Any) async -> String {
  do throws(ResolutionError) {
    _ = try await body()
    return "nothing was thrown"
  } catch { return error.description }
}

/// The number of callers that wait for the instance of `key`.
func waiting(_ container: Container, _ key: some InjectionKey) -> Int {
  ContainerStates.lock.withLock {
    guard case .building(let build)? = container.table.slots[key.info.id]?.state else { return 0 }
    return build.waiters.count
  }
}
