import TremaLog

// Imports less than all of Foundation, which takes most of the start-up time.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Writes a log that rotates, in a process that may be killed, and may run out of disk space.
//
// `LogJudge FILE WRITER SIZE KEEP` writes numbered records, and a line with the number of each
// record after it was handled. `LogJudge FILE WRITER SIZE KEEP COUNT` writes COUNT records, and
// prints the number of dropped ones. A file that cannot be opened is reported, with exit code 1.
// `LogJudge colour 0 0 0` logs a greeting as an app does that has set nothing up; `LogJudge failing
// 0 0 0` logs to a file that is not open.

let words = CommandLine.arguments
guard words.count >= 5, let size = Int(words[3]), let keep = Int(words[4]) else { exit(2) }
if words[1] == "colour" {
  Log.info("hello")
  exit(0)
}
if words[1] == "failing" {
  let log = Log(
    label: "", system: LogSystem(handlers: [JSONLinesHandler(descriptor: 12_345)]))
  for _ in 0..<10 { log.info("x") }
  exit(0)
}
do throws(LogFailure) {
  let handler = try RotatingFileHandler(path: words[1], maximumSize: size, keep: keep)
  let log = Log(label: "judge", system: LogSystem(handlers: [handler]))
  let writer = LogValue.public(words[2])
  let count = words.count > 5 ? Int(words[5]) : nil
  // The loop ends by itself if the process is not killed.
  for number in 0..<(count ?? 100_000) {
    // Some records are longer than a page, so that a kill may interrupt a line.
    let text = String(repeating: "x", count: number % 16 == 0 ? 5000 : 50)
    log.info("\(text, .public)", ["writer": writer, "n": .public(number)])
    if count == nil {
      let line = "\(number)\n"
      _ = write(1, line, line.utf8.count)
    }
  }
  if count != nil { print(handler.droppedRecordCount) }
} catch {
  print(error)
  exit(1)
}
