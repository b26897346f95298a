import Dispatch
import Testing
import TremaSupport

@Suite struct LockTests {
  @Test func `additions from eight threads are all counted`() {
    let number = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { number.withLock { $0 += 1 } }
    }
    #expect(number.value == 80_000)
  }

  @Test func `a bare lock protects a value outside it`() {
    // Two numbers that must stay equal, each with its own lock so that they can be shared.
    let lock = Lock()
    let (first, second) = (LockedValue(0), LockedValue(0))
    let differences = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<2_000 {
        lock.withLock {
          if first.value != second.value { differences.add(1) }
          first.add(1)
          second.add(1)
        }
      }
    }
    #expect(differences.value == 0)
    #expect(first.value == 8_000)
  }

  @Test func `a lock is released after an error`() {
    struct Refused: Error {}
    let value = LockedValue("old")
    #expect(throws: Refused.self) {
      try value.withLock { text throws(Refused) in
        text = "new"
        throw Refused()
      }
    }
    #expect(value.value == "new")
  }

  @Test func `exchange returns the previous value`() {
    let value = LockedValue([1])
    #expect(value.exchange([2]) == [1])
    #expect(value.value == [2])
  }

  @Test func `adding wraps around and returns the previous value`() {
    let number = LockedValue(UInt8.max)
    #expect(number.add(1) == 255)
    #expect(number.value == 0)
  }

  @Test func `only one of many threads is first`() {
    let done = LockedValue(false)
    let first = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      if done.trySet() { first.add(1) }
    }
    #expect(first.value == 1)
  }

  @Test func `the old value is released outside the lock`() {
    final class Asks: Sendable {
      let holder: LockedValue<Asks?>
      init(_ holder: LockedValue<Asks?>) { self.holder = holder }
      // Would trap if the lock were still held.
      deinit { _ = holder.value }
    }
    let holder = LockedValue<Asks?>(nil)
    holder.value = Asks(holder)
    holder.value = nil
    #expect(holder.value == nil)
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func `locking twice on one thread stops the program instead of hanging it`() async {
      await #expect(processExitsWith: .failure) {
        let lock = Lock()
        lock.withLock { lock.withLock {} }
      }
    }
  #endif
}
