import Foundation

/// - Returns: whether all promises are kept.
func measureStore() throws -> Bool {
  let times = try Times(of: "store")
  var table = Table()
  print(
    "\nkey-value store, 1000 keys, 200 bytes each; microseconds of CPU a call, the best of five runs"
  )
  func show(_ name: String, _ key: String, atMost limit: Double? = nil) throws {
    let value = try times.time(key)
    table.line(
      name, String(format: "%.1f", value), limit.map { "\(Int($0)) or less" } ?? "",
      limit.map { value <= $0 } ?? true)
  }
  table.heading("the same prepared statements in C = 1")
  try show("sqlite3_step, read", "get.sqlite")
  try show("get, bytes", "get.data", atMost: 10)
  try show("get, a text", "get.text", atMost: 10)
  try show("get, a structure of four", "get.codable")
  try show("sqlite3_step, a transaction, relaxed", "put.sqlite")
  try show("set relaxed, bytes", "put.data")
  try show("set relaxed, a structure of four", "put.codable")
  table.line(
    "get, times sqlite3_step",
    String(format: "%.1f", try times.time("get.data") / times.time("get.sqlite")), "", true)
  return !table.isBroken
}
