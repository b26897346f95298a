import Foundation
import TremaInjection

// inject: measures container calls and prints `NAME NANOSECONDS` lines: CPU time per call, the best
// of five runs.

protocol Service: Sendable { func number() -> Int }

struct LiveService: Service {
  let value: Int
  @inline(never) func number() -> Int { value }
}

/// The reference: a dependency without a container.
enum Direct {
  static let service: any Service = LiveService(value: 1)
}

/// Never inlined, like a call into another module of an app.
@inline(never) func direct() -> any Service { Direct.service }

enum Registered {
  static let service = Key<any Service>(.singleton) { _ in LiveService(value: 1) }
}

/// Returns the CPU time of all threads in this process, in nanoseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func best(_ count: Int, _ body: (Int) -> Int) -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    let start = processorTime()
    let sum = body(count)
    let time = processorTime() - start
    precondition(sum == count, "unexpected value")
    best = min(best, time / Double(count))
  }
  return best
}

let container = Container()
for _ in 0..<100 {
  // A realistic number of other registrations.
  container.declare(Key<Int>(.singleton) { _ in 1 })
}
_ = try container(Registered.service)
try container.register((any Service).self, scope: .singleton) { _ in LiveService(value: 1) }
_ = try container.resolve((any Service).self)

let plain = best(5_000_000) { count in
  var sum = 0
  for _ in 0..<count { sum += direct().number() }
  return sum
}
let key = best(2_000_000) { count in
  var sum = 0
  for _ in 0..<count { sum += (try? container(Registered.service).number()) ?? 0 }
  return sum
}
let type = best(2_000_000) { count in
  var sum = 0
  for _ in 0..<count { sum += (try? container.resolve((any Service).self).number()) ?? 0 }
  return sum
}
print("static", plain)
print("key", key)
print("type", type)

var keys: [Key<Int>] = []
for index in 0..<1_000 {
  let needs = index % 50 == 0 ? [] : [keys[index - 1], keys[index / 2]]
  keys.append(
    Key<Int>(.singleton, named: "key\(index)", requires: needs) { resolver in
      try needs.reduce(1) { try max($0, resolver($1)) }
    })
}
var fastest = Double.infinity
for _ in 0..<5 {
  let fresh = Container()
  let start = processorTime()
  let problems = await fresh.validate(roots: keys)
  let time = processorTime() - start
  precondition(problems.isEmpty, "unexpected problems")
  fastest = min(fastest, time)
}
print("validate", fastest)
