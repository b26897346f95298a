import TremaHTTP

/// Keeps what went over the wire lately, to look at it: each attempt and each hop.
///
///     let inspector = NetworkInspector()
///     let client = client.adding(inspector)
///     try await client.send(.get("dishes"))
///     print(inspector.table(width: 100))
///
/// The newest exchanges stay. It shows no secrets unless it is asked to.
public final class NetworkInspector: SynchronousInterceptor {
  private let store: ExchangeStore

  /// - Parameters:
  ///   - count: the most exchanges that are kept.
  ///   - bytes: the most bytes of all together, about.
  ///   - bodyLimit: the most bytes of one body that are kept; of a longer one nothing is.
  public init(count: Int = 200, bytes: Int = 8 << 20, bodyLimit: Int = 256 << 10) {
    store = ExchangeStore(
      ExchangeStore.Limits(count: count, bytes: bytes, body: bodyLimit, forgetsOldest: true))
  }

  /// The place in the chain of interceptors.
  public var phase: InterceptorPhase { .wire }

  /// The oldest one first; those on their way are among them.
  public var exchanges: [RecordedExchange] { store.all }

  /// Removes all exchanges.
  public func removeAll() { store.removeAll() }

  /// Gives something whenever ``exchanges`` has changed since it was last asked, until the task that
  /// asks is cancelled or the inspector is gone.
  public var changes: AsyncStream<Void> { store.changes() }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let watch = ExchangeWatch(
      request.head, request.body, in: store, clock: context.clock,
      attempt: context.record.attempts + 1)
    if request.body.isStreamed { request.body = watch.watching(request.body) }
    return .around(watch)
  }
}

extension ExchangeWatch: OutcomeHandler {
  func handle(_ response: inout HTTPResponse) -> FollowUp? {
    watch(&response)
    return nil
  }

  func handle(_ error: NetworkError) -> FollowUp? {
    failed(TransportError(error))
    return nil
  }
}

extension NetworkInspector: Redacted {
  /// A description for logs and messages.
  public var description: String { "an inspector with \(exchanges.count) exchanges" }
}

extension TransportError {
  /// Converts an error of a client to one of a transport.
  init(_ error: NetworkError) {
    switch error.kind {
    case .transport(let error): self = error
    case .timeout(let part): self.init(.timeout(part), mayHaveBeenSent: error.mayHaveBeenSent)
    case .cancelled: self.init(.cancelled, mayHaveBeenSent: error.mayHaveBeenSent)
    case .invalidRequest(let reason): self.init(.invalidRequest(reason))
    default: self.init(.other, "\(error.kind)", mayHaveBeenSent: error.mayHaveBeenSent)
    }
  }
}

extension NetworkInspector {
  /// Returns the stored exchanges as HAR 1.2.
  public func har(redacting rule: RedactionRule = .standard) -> [UInt8] {
    HTTPArchive(exchanges).bytes(redacting: rule)
  }

  /// A line an exchange, for a terminal: how it ended, method, host and path, time, size.
  ///
  /// - Parameter width: columns of the terminal; hosts and paths are cut where they have no room.
  public func table(width: Int = 100) -> String {
    Self.table(of: exchanges, width: width)
  }

  /// The same of exchanges from anywhere: an archive, or some that were chosen.
  package static func table(of exchanges: [RecordedExchange], width: Int = 100) -> String {
    ExchangeTable(exchanges, width: width).text
  }
}

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
