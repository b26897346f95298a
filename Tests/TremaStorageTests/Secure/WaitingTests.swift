import Foundation
import Testing
import TremaStorage
import TremaSupport

/// A store each of whose calls waits until a gate is opened.
private final class GatedStore: BlockingSecureStore {
  private let inner = MemoryStore()
  private let gate = DispatchSemaphore(value: 0)
  let waiting = LockedValue(0)
  let most = LockedValue(0)

  func open(_ count: Int) { for _ in 0..<count { gate.signal() } }

  private func wait() {
    let now = waiting.add(1) + 1
    most.withLock { $0 = max($0, now) }
    gate.wait()
    waiting.add(-1)
  }

  func read(_ key: SecretKey) throws(SecretError) -> Data? {
    wait()
    return try inner.read(key)
  }
  func write(_ data: Data, for key: SecretKey, access: SecretAccess) throws(SecretError) {
    wait()
    try inner.write(data, for: key, access: access)
  }
  func delete(_ key: SecretKey) throws(SecretError) -> Bool { try inner.delete(key) }
  func list(_ service: String) throws(SecretError) -> [SecretKey] { try inner.list(service) }
  func deleteAll(in service: String) throws(SecretError) { try inner.deleteAll(in: service) }
}

@Suite(.serialized) struct WaitingTests {
  private static func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test func `a call completes even if its task is cancelled`() async throws {
    let store = GatedStore()
    let key = SecretKey("token", service: "shop")
    let task = Task { try await store.set("x", for: key) }
    try await Self.until { store.waiting.value == 1 }
    task.cancel()
    store.open(1)
    try await task.value
    store.open(1)
    #expect(try await store.string(for: key) == "x")
  }

  @Test func `a thousand blocked calls use eight threads and block no tasks`() async throws {
    let store = GatedStore()
    let calls = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<1000 {
          group.addTask {
            try await store.set("\(number)", for: SecretKey("\(number)", service: "s"))
          }
        }
        try await group.waitForAll()
      }
    }
    try await Self.until { store.waiting.value == 8 }
    // The calls wait, and a hundred tasks continue.
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { number } }
      return await group.reduce(0, +)
    }
    #expect(sum == 4950)
    store.open(1000)
    try await calls.value
    #expect(store.most.value == 8)
    #expect(try store.list("s").count == 1000)
  }

  #if os(Linux)
    @Test func `a thousand calls do not create a thousand threads`() async {
      await #expect(processExitsWith: .success) {
        func threads() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        }
        let store = GatedStore()
        let before = try threads()
        for number in 0..<1000 {
          Task { try await store.set("x", for: SecretKey("\(number)", service: "s")) }
        }
        while store.waiting.value < 8 { try await Task.sleep(for: .milliseconds(2)) }
        // libdispatch adds threads each second if all of them wait.
        try await Task.sleep(for: .milliseconds(1500))
        let after = try threads()
        guard after - before < 30 else { fatalError("\(before) threads became \(after)") }
        store.open(1000)
      }
    }
  #endif
}
