import Foundation
import TremaDates

// dates: measures date parsing and formatting and prints `NAME NANOSECONDS` lines: CPU time per
// call, the best of five runs. The results are verified.

/// Returns the CPU time of all threads in this process, in nanoseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Timestamps that differ from call to call so that results cannot be cached.
let moments: [Int64] = (0..<256).map { 1_020_957_696 + $0 * 86_461 }
let dates = moments.map { Date(timeIntervalSince1970: Double($0)) }

func report(_ name: String, count: Int, _ body: (Int) throws -> Int) rethrows {
  var best = Double.infinity
  for _ in 0..<5 {
    let start = processorTime()
    var sum = 0
    for index in 0..<count { sum &+= try body(index & 255) }
    let time = processorTime() - start
    var expected = 0
    for index in 0..<256 { expected &+= try body(index) }
    precondition(sum == expected * (count / 256), "the result changed")
    best = min(best, time / Double(count))
  }
  print(name, best)
}

func reading(_ name: String, _ texts: [String], _ read: (String) throws -> Int64) rethrows {
  for (text, moment) in zip(texts, moments) {
    let found = try read(text)
    precondition(found == moment, "unexpected value of \(text)")
  }
  try report("read.\(name)", count: 256 * 4_000) { Int(try read(texts[$0])) }
}

func writing(_ name: String, _ texts: [String], _ write: (Int) -> String) {
  for (index, text) in texts.enumerated() {
    precondition(write(index) == text, "\(text) was formatted as \(write(index))")
  }
  report("write.\(name)", count: 256 * 4_000) { write($0).utf8.count }
}

let stamps = moments.map { Timestamp(seconds: $0) }
let style = Date.ISO8601FormatStyle()
let plain = dates.map { style.format($0) }
let fractions = plain.map { String($0.dropLast()) + ".123456+00:00" }
let mails = stamps.map { $0.rfc822() }
let http = stamps.map { $0.httpDate() }

try reading("platform", plain) { Int64(try style.parse($0).timeIntervalSince1970) }
try reading("rfc3339", plain) { try Timestamp(rfc3339: $0).seconds }
try reading("rfc3339.fraction", fractions) { try Timestamp(rfc3339: $0).seconds }
try reading("rfc822", mails) { try Timestamp(rfc822: $0).seconds }
try reading("rfc822.lenient", mails) { try Timestamp(rfc822: $0, .lenient).seconds }
try reading("http", http) { try Timestamp(rfc822: $0, .http).seconds }

writing("platform", plain) { style.format(dates[$0]) }
writing("rfc3339", plain) { stamps[$0].rfc3339() }
writing("date", plain) { dates[$0].rfc3339() }
writing("rfc822", mails) { stamps[$0].rfc822() }
writing("http", http) { stamps[$0].httpDate() }
