import TremaInjection

// inject: measures what a container costs, in nanoseconds a call, and prints
// `NAME NANOSECONDS` a line: the best of five runs each.

protocol Service: Sendable { func number() -> Int }

struct LiveService: Service {
  let value: Int
  @inline(never) func number() -> Int { value }
}

/// What one would write without a container.
enum Direct {
  static let service: any Service = LiveService(value: 1)
}

/// In an app it is a call into another module, which no optimiser looks through.
@inline(never) func direct() -> any Service { Direct.service }

enum Needed {
  static let service = Key<any Service>(.singleton) { _ in LiveService(value: 1) }
}

func best(_ count: Int, _ body: (Int) -> Int) -> Double {
  let clock = ContinuousClock()
  var best = Double.infinity
  for _ in 0..<5 {
    var sum = 0
    let time = clock.measure { sum = body(count) }
    precondition(sum == count, "something else was resolved")
    let nanoseconds =
      Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
    best = min(best, nanoseconds / Double(count))
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
  let start = ContinuousClock.now
  let problems = await fresh.validate(roots: keys)
  let time = ContinuousClock.now - start
  precondition(problems.isEmpty, "there is nothing wrong with these keys")
  fastest = min(
    fastest, Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9)
}
print("validate", fastest)
