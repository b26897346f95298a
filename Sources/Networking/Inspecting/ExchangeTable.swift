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
