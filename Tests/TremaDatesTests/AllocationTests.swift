#if os(Linux)
  import Glibc
  import Testing
  import TremaDates

  /// What Swift calls for memory of objects, arrays, strings and closures.
  private typealias Allocator =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  // Only the process of the exit test below, with one thread at work, touches these.
  private nonisolated(unsafe) var original: Allocator?
  private nonisolated(unsafe) var count = 0

  /// - Returns: how often memory was asked for.
  private func allocations(_ body: () -> Int) -> Int {
    let symbol = dlsym(dlopen(nil, RTLD_NOW), "_swift_allocObject")
    guard let hook = symbol?.assumingMemoryBound(to: Allocator?.self) else { exit(2) }
    // What is made once at the first call does not count.
    guard body() != 0 else { exit(3) }
    original = hook.pointee
    count = 0
    hook.pointee = { metadata, size, alignment in
      count += 1
      return original?(metadata, size, alignment)
    }
    let result = body()
    hook.pointee = original
    guard result != 0 else { exit(3) }
    return count
  }

  private func known() -> Int { String(repeating: "x", count: 20).utf8.count }

  private func reading() -> Int {
    var sum = 0
    if let date = try? Timestamp(rfc3339: "2002-05-09T15:21:36.123456789012+02:00") {
      sum += Int(date.seconds)
    }
    if let date = try? Timestamp(rfc822: "Thu, 09 May 2002 (a (b)) 15:21:36 EST", .lenient) {
      sum += Int(date.seconds)
    }
    if let date = try? Timestamp(rfc822: "Thursday, 09-May-02 15:21:36 GMT", .http) {
      sum += Int(date.seconds)
    }
    return sum
  }

  private func writing() -> Int {
    let moment = Timestamp(seconds: 1_020_957_696, nanoseconds: 123_456_789)
    return moment.rfc3339().utf8.count + moment.rfc822().utf8.count + moment.httpDate().utf8.count
  }

  @Suite struct AllocationTests {
    @Test func `reading allocates nothing, and writing the text alone`() async {
      // One digit each: one string that is known to need memory, three that are written, none read.
      await #expect(processExitsWith: .exitCode(130)) {
        exit(Int32(allocations(known) * 100 + allocations(writing) * 10 + allocations(reading)))
      }
    }
  }
#endif
