import TremaHTTP

/// Exchanges as lines of a terminal.
struct ExchangeTable {
  let text: String

  private struct Row {
    var method, outcome, place, time, size: String
  }

  private static let gap = "  "

  init(_ exchanges: [RecordedExchange], width: Int) {
    let heads = Row(
      method: "method", outcome: "status", place: "where", time: "time", size: "size")
    var rows = [heads] + exchanges.map(Self.row)
    let methods = Self.widest(rows, \.method, atMost: 10)
    let outcomes = Self.widest(rows, \.outcome, atMost: 24)
    let times = Self.widest(rows, \.time, atMost: 12)
    let sizes = Self.widest(rows, \.size, atMost: 12)
    let room = max(8, width - methods - outcomes - times - sizes - 4 * Self.gap.count)
    let places = min(room, Self.widest(rows, \.place, atMost: room))
    for index in rows.indices {
      rows[index].method = DisplayColumns.fitted(rows[index].method, methods)
      rows[index].outcome = DisplayColumns.fitted(rows[index].outcome, outcomes)
      rows[index].place = DisplayColumns.fitted(rows[index].place, places)
      rows[index].time = DisplayColumns.fitted(rows[index].time, times, isRight: true)
      rows[index].size = DisplayColumns.fitted(rows[index].size, sizes, isRight: true)
    }
    text = rows.map { row in
      [row.method, row.outcome, row.place, row.time, row.size].joined(separator: Self.gap) + "\n"
    }.joined()
  }

  private static func row(_ exchange: RecordedExchange) -> Row {
    let url = try? URLReference(RedactionRule.standard.redacted(url: exchange.request.target))
    let place = url.map { url in
      (url.host ?? "") + (url.port.map { ":\($0)" } ?? "") + url.path
        + (url.query == nil ? "" : "?…")
    }
    let time = exchange.isOver ? exchange.metrics.map { TransportMetrics.text(of: $0.total) } : nil
    return Row(
      method: HTTPSyntax.shown(exchange.request.method.name), outcome: outcome(of: exchange),
      place: place ?? exchange.request.redactedTarget, time: time ?? "…",
      size: size(exchange.responseBody.count))
  }

  /// `200`, `connectionLost`, `200 truncatedBody`; what is on its way is `…`.
  private static func outcome(of exchange: RecordedExchange) -> String {
    var words = exchange.response.map { ["\($0.status)"] } ?? []
    if let error = exchange.error { words.append(TransportErrorWord.text(of: error)) }
    if words.isEmpty || !exchange.isOver { words.append("…") }
    if exchange.attempt > 1 { words.append("(\(exchange.attempt).)") }
    return HTTPSyntax.shown(words.joined(separator: " "))
  }

  static func size(_ count: Int64) -> String {
    switch count {
    case ..<10_000: "\(count) B"
    case ..<10_000_000: "\(count / 1000) kB"
    default: "\(count / 1_000_000) MB"
    }
  }

  private static func widest(
    _ rows: [Row], _ column: KeyPath<Row, String>, atMost limit: Int
  ) -> Int {
    min(limit, rows.map { DisplayColumns.count($0[keyPath: column]) }.max() ?? 0)
  }
}

/// The widths of texts on a terminal.
enum DisplayColumns {
  static func count(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + count($1) } }

  /// 0 for what joins the letter before it, 2 for wide letters.
  ///
  /// Source: Unicode Standard Annex 11, the blocks that are wide as a whole.
  static func count(_ scalar: UnicodeScalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// A text in exactly so many columns: cut with `…`, or filled up with blanks.
  static func fitted(_ text: String, _ width: Int, isRight: Bool = false) -> String {
    let length = count(text)
    if length <= width {
      let blanks = String(repeating: " ", count: width - length)
      return isRight ? blanks + text : text + blanks
    }
    var cut = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let more = count(scalar)
      if used + more > width - 1 { break }
      cut.append(scalar)
      used += more
    }
    return String(cut) + "…" + String(repeating: " ", count: max(0, width - 1 - used))
  }
}
