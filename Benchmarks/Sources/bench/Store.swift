import Foundation

/// Measures the key-value store, relative to the same statements in C.
func measureStore() throws -> [Row] {
  let times = try Times(of: "store")
  var table = Table("store")
  table.note("1000 keys, 200 bytes each; microseconds of CPU time per call, the best of five runs")
  for (name, key, limit) in [
    ("sqlite3_step, read", "get.sqlite", nil), ("get, bytes", "get.data", 10),
    ("get, a text", "get.text", 10), ("get, a structure of four", "get.codable", nil),
    ("sqlite3_step, a transaction, relaxed", "put.sqlite", nil),
    ("set relaxed, bytes", "put.data", nil),
    ("set relaxed, a structure of four", "put.codable", nil),
    ("set relaxed, a record with two indexes", "put.record", nil),
    ("get, a record", "get.record", nil), ("find, a record by an index", "find.record", nil),
  ] as [(String, String, Double?)] {
    table.row(name, "µs", try times.time(key), atMost: limit)
  }
  table.row(
    "get, bytes", "× sqlite3_step", try times.time("get.data") / times.time("get.sqlite"))
  table.row(
    "set relaxed, bytes", "× sqlite3_step", try times.time("put.data") / times.time("put.sqlite"))
  return table.rows
}
