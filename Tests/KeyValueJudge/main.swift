import TremaStorage

// Imports less than all of Foundation, which takes most of the start-up time.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Uses a store in a process of its own.
//
// `KeyValueJudge write PATH NAME` writes 1, 2, 3 ... to two keys at once, and prints each number
// after it is stored, until the process is killed. `KeyValueJudge add PATH COUNT` adds 1 COUNT
// times. `KeyValueJudge hold PATH` keeps the store locked until its standard input ends.
// `KeyValueJudge fill PATH` writes until the disk is full, and prints the error and the values that
// it can read then. `KeyValueJudge write-once PATH` writes once. `KeyValueJudge look PATH` reads a
// read-only store, and tries to write.

/// Prints a whole line at once, so that none is cut off when the process is killed.
func say(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(1, line, line.count)
}

let words = CommandLine.arguments
let path = words[2]
do {
  switch words[1] {
  case "write":
    let store = try KeyValueStore(path)
    // The loop ends by itself if the process is not killed.
    for number in 1...20_000 {
      try store.batch { transaction in
        try transaction["left"].set(words[3], number)
        try transaction["right"].set(words[3], number)
      }
      say("\(number)")
    }
  case "add":
    let store = try KeyValueStore(
      path, options: .init(durability: .relaxed, busyTimeout: .seconds(60)))
    for _ in 0..<(Int(words[3]) ?? 0) {
      try store["count"].update("all", default: 0) { $0 += 1 }
    }
  case "hold":
    let store = try KeyValueStore(path)
    try store.batch { transaction in
      try transaction["held"].set("by", "judge")
      say("held")
      var byte: UInt8 = 0
      while read(0, &byte, 1) > 0 {}
    }
  case "fill":
    let store = try KeyValueStore(path)
    var kept = 0
    do {
      while kept < 10_000 {
        try store["fill"].set("\(kept)", String(repeating: "x", count: 10_000))
        kept += 1
      }
    } catch {
      say("\(error)")
    }
    let keys = try store["fill"].keys().count
    say(keys == kept && kept > 10 ? "all are there" : "\(keys) of \(kept) are there")
  case "fill-batch":
    // The batch itself drops the error that ends the transaction.
    let store = try KeyValueStore(path)
    try store.batch { transaction in
      for number in 0..<1_000 {
        try? transaction["fill"].set("\(number)", String(repeating: "x", count: 10_000))
      }
    }
    say("written")
  case "backup":
    try KeyValueStore(path).backup(to: words[3])
    say("written")
  case "look":
    let store = try KeyValueStore(path, options: .init(access: .readOnly))
    say(try store["own"].get("key", as: Int.self).map { "\($0)" } ?? "nothing")
    try store["own"].set("key", 2)
    say("written")
  default:
    try KeyValueStore(path)["own"].set("key", 1)
    say("written")
  }
} catch {
  say("\(error)")
  exit(1)
}
