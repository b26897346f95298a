import Foundation

/// Measures the parsing and formatting of dates.
func measureDates() throws -> [Row] {
  let times = try Times(of: "dates")
  var table = Table("dates")
  table.note("nanoseconds of CPU time per call, the best of five runs")
  func group(_ verb: String, _ limit: Double, _ rows: [(name: String, key: String)]) throws {
    let platform = try times.time("\(verb).platform")
    table.row("\(verb): Date.ISO8601FormatStyle", "ns", platform)
    for row in rows {
      let time = try times.time("\(verb).\(row.key)")
      table.row("\(verb): \(row.name)", "ns", time, atMost: limit)
      table.row("\(verb): \(row.name)", "× Date.ISO8601FormatStyle", time / platform)
    }
  }
  try group(
    "read", 100,
    [
      ("RFC 3339", "rfc3339"), ("RFC 3339 with a fraction", "rfc3339.fraction"),
      ("RFC 5322", "rfc822"), ("RFC 5322, leniently", "rfc822.lenient"), ("HTTP", "http"),
    ])
  try group(
    "write", 150,
    [
      ("RFC 3339", "rfc3339"), ("RFC 3339 of a Date", "date"), ("RFC 5322", "rfc822"),
      ("HTTP", "http"),
    ])
  return table.rows
}
