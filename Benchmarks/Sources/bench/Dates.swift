import Foundation

/// - Returns: whether all promises are kept.
func measureDates() throws -> Bool {
  let times = try Times(of: "dates")
  var table = Table()
  print("\ndates; nanoseconds of CPU a call, the best of five runs")
  func group(_ verb: String, _ bound: Double, _ rows: [(name: String, key: String)]) throws {
    let platform = try times.time("\(verb).platform")
    table.heading("Date.ISO8601FormatStyle = 1")
    table.line(
      "\(verb): Date.ISO8601FormatStyle", String(format: "%.1f", platform), "", true)
    for row in rows {
      let time = try times.time("\(verb).\(row.key)")
      table.line(
        "\(verb): \(row.name)", String(format: "%.1f  %.2f", time, time / platform),
        "\(Int(bound)) or less", time <= bound)
    }
  }
  try group(
    "read", 100,
    [
      ("RFC 3339", "rfc3339"), ("the same, with a fraction", "rfc3339.fraction"),
      ("RFC 5322", "rfc822"), ("the same, leniently", "rfc822.lenient"), ("HTTP", "http"),
    ])
  try group(
    "write", 150,
    [
      ("RFC 3339", "rfc3339"), ("the same, of a Date", "date"), ("RFC 5322", "rfc822"),
      ("HTTP", "http"),
    ])
  return !table.isBroken
}
