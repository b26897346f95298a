#if os(Linux)
  import Glibc
  import Testing
  import TremaDates

  /// What Swift calls for memory of objects, arrays, strings and closures.
  private typealias Allocator =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  // The process of the exit test below has other threads that ask for memory. They read the first two,
  // which are written before the hook is set and not again; the third is of the measured thread alone.
  private nonisolated(unsafe) var original: Allocator?
  private nonisolated(unsafe) var measured: pthread_t?
  private nonisolated(unsafe) var count = 0

  private func countAllocations() {
    let symbol = dlsym(dlopen(nil, RTLD_NOW), "_swift_allocObject")
    guard let hook = symbol?.assumingMemoryBound(to: Allocator?.self) else { exit(2) }
    original = hook.pointee
    measured = pthread_self()
    hook.pointee = { metadata, size, alignment in
      if pthread_self() == measured { count += 1 }
      return original?(metadata, size, alignment)
    }
  }

  /// - Returns: how often one call asks for memory; what is made once at some call does not count.
  private func allocations(_ body: () -> Int) -> Int {
    count = 0
    for _ in 0..<100 where body() == 0 { exit(3) }
    return count / 100
  }

  private func known() -> Int { String(repeating: "x", count: 20).utf8.count }

  private func strict() -> Int {
    Int((try? Timestamp(rfc3339: "2002-05-09T15:21:36.123456789012+02:00").seconds) ?? 0)
  }

  private func lenient() -> Int {
    Int((try? Timestamp(rfc822: "Thu, 09 May 2002 (a (b)) 15:21:36 EST", .lenient).seconds) ?? 0)
  }

  private func http() -> Int {
    Int((try? Timestamp(rfc822: "Thursday, 09-May-02 15:21:36 GMT", .http).seconds) ?? 0)
  }

  private func refused() -> Int {
    (try? Timestamp(rfc3339: "2002-02-30T15:21:36Z")) == nil ? 1 : 0
  }

  private func writing() -> Int {
    let moment = Timestamp(seconds: 1_020_957_696, nanoseconds: 123_456_789)
    return moment.rfc3339().utf8.count + moment.rfc822().utf8.count + moment.httpDate().utf8.count
  }

  @Suite struct AllocationTests {
    @Test func `reading allocates nothing, and writing the text alone`() async {
      // One digit each: one string that is known to need memory, three that are written, none read.
      await #expect(processExitsWith: .exitCode(130)) {
        countAllocations()
        let reading =
          allocations(strict) + allocations(lenient) + allocations(http) + allocations(refused)
        exit(Int32(allocations(known) * 100 + allocations(writing) * 10 + reading))
      }
    }
  }
#endif
