import Foundation

/// What the executable `inject` prints: nanoseconds by name.
func injectionTimes(_ tool: String) throws -> [String: Double] {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: tool)
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw InjectionFailure() }
  let pairs = text.split(separator: "\n").map { $0.split(separator: " ") }
  return Dictionary(
    uniqueKeysWithValues: pairs.compactMap { pair in
      Double(pair[pair.count - 1]).map { (String(pair[0]), $0) }
    })
}

struct InjectionFailure: Error {}

/// - Returns: whether all promises are kept.
func measureInjection(_ tool: String) throws -> Bool {
  let times = try injectionTimes(tool)
  guard
    let direct = times["static"], let key = times["key"], let type = times["type"],
    let validating = times["validate"]
  else { throw InjectionFailure() }
  var table = Table()
  print("\ninjection; nanoseconds of CPU a call, the best of five runs")
  func show(_ name: String, _ value: Double, _ promise: String, _ isKept: Bool) {
    table.line(name, String(format: "%.1f", value), promise, isKept)
  }
  table.heading("a static let = 1")
  show("static let of an existential, and a call", direct, "", true)
  show("a singleton by its key, and a call", key, "80 or less", key <= 80)
  table.line(
    "the same, times a static let", String(format: "%.1f", key / direct), "12 or less",
    key / direct <= 12)
  show("a singleton by its type, and a call", type, "", true)
  table.line(
    "validating 1000 keys", String(format: "%.1f ms", validating / 1e6), "below 10 ms",
    validating < 1e7)
  return !table.isBroken
}
