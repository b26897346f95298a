import Foundation

/// The table at the end of a run.
enum Summary {
  /// Prints the promises, and other values that are worse than the baseline.
  ///
  /// - Returns: Whether all promises are kept.
  static func print(_ rows: [Row], _ baseline: Baseline) -> Bool {
    Swift.print("\n" + line("promise", "measured", "limit", "", "baseline"))
    for row in rows where row.limit != nil {
      let verdict =
        switch row.isKept {
        case true: row.isBeyond ? "kept, goal reached" : "kept"
        case false: "NOT KEPT"
        case nil: "not on this machine"
        }
      Swift.print(
        line(
          row.id, number(row.value), number(row.limit), verdict, remark(row, baseline)))
    }
    let worse = rows.filter { $0.limit == nil && baseline.isWorse($0) }
    if !worse.isEmpty {
      Swift.print("\nworse than the baseline, without a promise")
      for row in worse {
        Swift.print(line(row.id, number(row.value), "", "", remark(row, baseline)))
      }
    }
    let broken = rows.count { $0.isKept == false }
    let kept = rows.count { $0.isKept == true }
    let absent = rows.count { $0.limit != nil && $0.value == nil }
    Swift.print(
      "\n\(kept) promises kept, \(broken) not kept, \(absent) not measured on this machine")
    return broken == 0
  }

  private static func remark(_ row: Row, _ baseline: Baseline) -> String {
    guard let before = baseline.value(of: row) else { return "" }
    return number(before) + (baseline.isWorse(row) ? ", WORSE" : "")
  }

  private static func line(
    _ promise: String, _ measured: String, _ limit: String, _ verdict: String, _ before: String
  ) -> String {
    let line =
      promise.padded(to: 78) + measured.padded(to: 8, left: true)
      + limit.padded(to: 8, left: true) + "  " + verdict.padded(to: 20) + before
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func number(_ value: Double?) -> String { value.map(Table.number) ?? "" }
}
