import Foundation
import SQLiteBaseline
import TremaStorage

// store: measures key-value store calls and prints `NAME MICROSECONDS` lines: CPU time per call,
// the best of five runs. The results are verified.

struct Dish: Codable, Equatable {
  var name: String
  var price: Double
  var tags: [String]
  var note: String
}

func dish(_ index: Int) -> Dish {
  Dish(
    name: "Dish \(index)", price: Double(index) / 4, tags: ["warm", "cheap"],
    note: String(repeating: "x", count: 120))
}

/// Returns the CPU time of all threads in this process, in microseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func report(_ name: String, _ count: Int, _ body: () throws -> Void) rethrows {
  var best = Double.infinity
  for _ in 0..<5 {
    let start = processorTime()
    try body()
    best = min(best, (processorTime() - start) / Double(count))
  }
  print(name, best)
}

let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let path = folder.appending(path: "store.sqlite").path
let store = try KeyValueStore(path, options: .init(durability: .relaxed))
let bench = store["bench"]
let keys = (0..<1000).map { "key \($0)" }
let dishes = (0..<1000).map(dish)

let puts = 5_000
report("put.sqlite", puts) {
  let value = String(repeating: "x", count: 190)
  precondition(sqlite_baseline_put(path, value, Int32(puts)) == 0, "SQLite failed")
}
try report("put.data", puts) {
  let value = Data(repeating: 120, count: 190)
  for index in 0..<puts { try bench.set(keys[index % 1000], value) }
}
let gets = 50_000
try report("get.data", gets) {
  for index in 0..<gets {
    let value = try bench.get(keys[index % 1000], as: Data.self)
    precondition(value?.count == 190, "unexpected value")
  }
}
try report("put.codable", puts) {
  for index in 0..<puts { try bench.set(keys[index % 1000], dishes[index % 1000]) }
}
report("get.sqlite", gets) {
  precondition(sqlite_baseline_get(path, Int32(gets)) > gets * 150, "unexpected value")
}
try report("get.codable", gets) {
  for index in 0..<gets {
    let value = try bench.get(keys[index % 1000], as: Dish.self)
    precondition(value == dishes[index % 1000], "unexpected value")
  }
}
let texts = store["texts"]
for key in keys { try texts.set(key, "value of \(key)") }
try report("get.text", gets) {
  for index in 0..<gets {
    let value = try texts.get(keys[index % 1000], as: String.self)
    precondition(value?.utf8.count ?? 0 > 9, "unexpected value")
  }
}

struct Guest: Codable, Identifiable, Equatable {
  var id: Int
  var name: String
  var age: Int

  static let age = KeyValueStore.Field<Guest, Int>("age", \.age)
  static let name = KeyValueStore.Field<Guest, String>("name", \.name)
}

let guests = try store.records(Guest.self, named: "guests", fields: Guest.age, Guest.name)
let known = (0..<1000).map { Guest(id: $0, name: "Guest \($0)", age: $0 % 90) }
try report("put.record", puts) {
  for index in 0..<puts { try guests.set(known[index % 1000]) }
}
try report("get.record", gets) {
  for index in 0..<gets {
    let guest = try guests.get(index % 1000)
    precondition(guest == known[index % 1000], "unexpected value")
  }
}
try report("find.record", gets) {
  for index in 0..<gets {
    let found = try guests.find(where: \.name == known[index % 1000].name)
    precondition(found == [known[index % 1000]], "unexpected record")
  }
}
