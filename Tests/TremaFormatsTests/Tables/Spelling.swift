import Foundation
import TremaFormats
import TremaSupport

extension Table {
  /// The texts of all cells, gaps filled; for comparisons by bytes, since Swift's own treats
  /// different texts as equal.
  var texts: [[[UInt8]]] {
    rows.map { row in
      row.width == 0 ? [] : (1...row.width).map { Array(row[$0].text.utf8) }
    }
  }
}

func utf8(_ texts: [[String]]) -> [[[UInt8]]] { texts.map { $0.map { Array($0.utf8) } } }

extension Diagnostic {
  /// `2:5 invalid-csv: …`
  var spelled: String {
    let place = location?.start.map { "\($0.line):\($0.column) " } ?? ""
    return "\(place)\(code): \(message)"
  }
}

enum Fixture {
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name)").path
  }
}
