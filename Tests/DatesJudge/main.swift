import CTremaAllocations
import TremaDates

// Counts the allocations of dates: a line for each use, with the number per call.

@inline(never)
private func report(_ name: String, _ body: () -> Int) {
  // Allocations of the first call are not counted.
  var sum = body()
  let before = ctrema_allocations()
  for _ in 0..<100 { sum &+= body() }
  let count = ctrema_allocations() - before
  print(name, sum == 0 ? "failed" : "\(Double(count) / 100)")
}

private func read(_ text: String) -> Int {
  ((try? Timestamp(rfc3339: text))?.seconds).map(Int.init) ?? 0
}

private func read(_ text: String, _ rules: RFC822Rules) -> Int {
  ((try? Timestamp(rfc822: text, rules))?.seconds).map(Int.init) ?? 0
}

private let moment = Timestamp(seconds: 1_020_957_696, nanoseconds: 123_456_789)

report("control") { String(repeating: "x", count: 20).utf8.count }
report("rfc3339") { read("2002-05-09T15:21:36.123456789012+02:00") }
report("strict") { read("Thu, 09 May 2002 15:21:36 +0000", .strict) }
report("lenient") { read("Thu, 09 May 2002 (a (b)) 15:21:36 EST", .lenient) }
report("preferred") { read("Thu, 09 May 2002 15:21:36 GMT", .http) }
report("rfc850") { read("Thursday, 09-May-02 15:21:36 GMT", .http) }
report("asctime") { read("Thu May  9 15:21:36 2002", .http) }
report("refused") { read("2002-02-30T15:21:36Z") == 0 ? 1 : 0 }
report("refused mail") { read("Thu, 09 Mai 2002 15:21:36 +0000", .strict) == 0 ? 1 : 0 }
report("to rfc3339") { moment.rfc3339().utf8.count }
report("to rfc822") { moment.rfc822().utf8.count }
report("to http") { moment.httpDate().utf8.count }
