import Foundation

/// The table that a run ends with.
enum Summary {
  /// - Returns: whether all promises are kept.
  static func print(_ rows: [Row], _ baseline: Baseline) -> Bool {
    Swift.print("\n" + line("promise", "measured", "mark", "", "baseline"))
    for row in rows where row.mark != nil {
      let verdict =
        switch row.isKept {
        case true: row.isBeyond ? "kept, and beyond" : "kept"
        case false: "NOT KEPT"
        case nil: "not on this machine"
        }
      Swift.print(
        line(
          row.id, number(row.value), number(row.mark), verdict, remark(row, baseline)))
    }
    let worse = rows.filter { $0.mark == nil && baseline.isWorse($0) }
    if !worse.isEmpty {
      Swift.print("\nnothing is promised of these, but they got worse")
      for row in worse {
        Swift.print(line(row.id, number(row.value), "", "", remark(row, baseline)))
      }
    }
    let broken = rows.count { $0.isKept == false }
    let kept = rows.count { $0.isKept == true }
    let absent = rows.count { $0.mark != nil && $0.value == nil }
    Swift.print("\n\(kept) promises kept, \(broken) not, \(absent) not measured on this machine")
    return broken == 0
  }

  private static func remark(_ row: Row, _ baseline: Baseline) -> String {
    guard let before = baseline.value(of: row) else { return "" }
    return number(before) + (baseline.isWorse(row) ? ", WORSE" : "")
  }

  private static func line(
    _ promise: String, _ measured: String, _ mark: String, _ verdict: String, _ before: String
  ) -> String {
    let line =
      promise.padded(to: 78) + measured.padded(to: 8, left: true)
      + mark.padded(to: 8, left: true) + "  " + verdict.padded(to: 20) + before
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func number(_ value: Double?) -> String { value.map(Table.number) ?? "" }
}
