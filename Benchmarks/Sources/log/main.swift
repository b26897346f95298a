import Foundation
import TremaLog

// log: measures log calls and prints `NAME NANOSECONDS` lines: CPU time per call, the best of five
// runs. The written log is verified first.

struct UnexpectedOutput: Error {}

/// Returns the CPU time of all threads in this process, in nanoseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func best(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    let start = processorTime()
    try body(count)
    best = min(best, (processorTime() - start) / Double(count))
  }
  return best
}

let path = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(getpid())").path
defer { try? FileManager.default.removeItem(atPath: path) }

/// A log line for JSONEncoder, for comparison.
struct Line: Encodable {
  var ts: Date
  var level: String
  var label: String
  var msg: String
  var user: String
  var ms: Int
}

func run(count: Int, log: Log) {
  for number in 0..<count {
    log.info("a request was answered", ["user": "joe", "ms": .integer(Int64(number))])
  }
}

func lines(of path: String) throws -> [[String: Any]] {
  try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
    guard let line = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    else {
      throw UnexpectedOutput()
    }
    return line
  }
}

func opened(_ path: String) throws -> Int32 {
  let number = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
  guard number >= 0 else { throw UnexpectedOutput() }
  return number
}

do {
  let checked = try opened(path)
  run(
    count: 1000,
    log: Log(
      label: "net", system: LogSystem(handlers: [JSONLinesHandler(descriptor: checked)])))
  for (number, line) in try lines(of: path).enumerated() {
    guard line["ms"] as? Int == number, line["user"] as? String == "joe",
      line["msg"] as? String == "a request was answered", line["label"] as? String == "net",
      line["level"] as? String == "info", (line["ts"] as? String)?.utf8.count == 27
    else { throw UnexpectedOutput() }
  }
  guard try lines(of: path).count == 1000 else { throw UnexpectedOutput() }
  close(checked)

  let nullDevice = try opened("/dev/null")
  let system = LogSystem(handlers: [JSONLinesHandler(descriptor: nullDevice)])
  let log = Log(label: "net", system: system)
  let disabled = best(20_000_000) { count in
    for number in 0..<count {
      log.debug("a request was \(number, .public)", ["ms": .integer(Int64(number))])
    }
  }
  print("disabled", disabled)
  print(
    "static",
    best(20_000_000) { count in for number in 0..<count { Log.debug("number \(number)") } })
  print("line", best(200_000) { run(count: $0, log: log) })

  let rotating = try RotatingFileHandler(path: path + ".rotating", maximumSize: 1 << 20, keep: 1)
  let file = Log(label: "net", system: LogSystem(handlers: [rotating]))
  print("rotating", best(50_000) { run(count: $0, log: file) })
  guard try lines(of: path + ".rotating").last?["ms"] as? Int == 49_999 else {
    throw UnexpectedOutput()
  }
  for ending in [".rotating", ".rotating.1", ".rotating.lock"] {
    try? FileManager.default.removeItem(atPath: path + ending)
  }

  let encoder = JSONEncoder()
  encoder.dateEncodingStrategy = .iso8601
  print(
    "encoder",
    try best(20_000) { count in
      for number in 0..<count {
        let line = Line(
          ts: Date(), level: "info", label: "net", msg: "a request was answered", user: "joe",
          ms: number)
        var data = try encoder.encode(line)
        data.append(0x0A)
        data.withUnsafeBytes { _ = write(nullDevice, $0.baseAddress, $0.count) }
      }
    })
} catch {
  print("log: \(error)")
  exit(1)
}
