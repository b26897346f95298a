import Foundation
import TremaInjection

// inject: measures what a container costs, in nanoseconds of CPU a call, and prints
// `NAME NANOSECONDS` a line: the best of five runs each.

protocol Service: Sendable { func number() -> Int }

struct LiveService: Service {
  let value: Int
  @inline(never) func number() -> Int { value }
}

/// The same without a container.
enum Direct {
  static let service: any Service = LiveService(value: 1)
}

/// In an app it is a call into another module, which no optimiser looks through.
@inline(never) func direct() -> any Service { Direct.service }

enum Needed {
  static let service = Key<any Service>(.singleton) { _ in LiveService(value: 1) }
}

/// Nanoseconds of all threads of this process: what others do on the machine does not count.
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
    precondition(sum == count, "something else was resolved")
    best = min(best, time / Double(count))
  }
  return best
}

let container = Container()
for _ in 0..<100 {
  // As many others as a real app has.
  container.declare(Key<Int>(.singleton) { _ in 1 })
}
_ = try container(Needed.service)
try container.register((any Service).self, scope: .singleton) { _ in LiveService(value: 1) }
_ = try container.resolve((any Service).self)

let plain = best(5_000_000) { count in
  var sum = 0
  for _ in 0..<count { sum += direct().number() }
  return sum
}
let key = best(2_000_000) { count in
  var sum = 0
  for _ in 0..<count { sum += (try? container(Needed.service).number()) ?? 0 }
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
  precondition(problems.isEmpty, "there is nothing wrong with these keys")
  fastest = min(fastest, time)
}
print("validate", fastest)
