import TremaHTTP

/// Stores the most recent exchanges for inspection, including each attempt and each hop.
///
///     let inspector = NetworkInspector()
///     let client = client.adding(inspector)
///     try await client.send(.get("dishes"))
///     print(inspector.table(width: 100))
///
/// If the limits are exceeded, the oldest exchanges are removed. Secrets are shown only if
/// requested.
public final class NetworkInspector: SynchronousInterceptor {
  private let store: ExchangeStore

  /// Creates an inspector.
  ///
  /// - Parameters:
  ///   - count: The maximum number of stored exchanges.
  ///   - bytes: The approximate maximum size of all exchanges, in bytes.
  ///   - bodyLimit: The maximum stored body size, in bytes. For longer bodies, only the size is
  ///     stored.
  public init(count: Int = 200, bytes: Int = 8 << 20, bodyLimit: Int = 256 << 10) {
    store = ExchangeStore(
      ExchangeStore.Limits(count: count, bytes: bytes, body: bodyLimit, evictsOldest: true))
  }

  /// The interceptor's phase.
  public var phase: InterceptorPhase { .wire }

  /// The stored exchanges, oldest first, including those in flight.
  public var exchanges: [RecordedExchange] { store.all }

  /// Removes all exchanges.
  public func removeAll() { store.removeAll() }

  /// A stream that yields an element after each change to ``exchanges``. Changes that have not been
  /// read are combined. The stream ends when its reader is cancelled or the inspector is released.
  public var changes: AsyncStream<Void> { store.changes() }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let recorder = ExchangeRecorder(
      request.head, request.body, in: store, clock: context.clock,
      attempt: context.requestState.attempts + 1)
    if request.body.isStreamed { request.body = recorder.recording(request.body) }
    return .handleOutcome(recorder)
  }
}

extension ExchangeRecorder: OutcomeHandler {
  func handle(_ response: inout HTTPResponse) -> FollowUp? {
    record(&response)
    return nil
  }

  func handle(_ error: NetworkError) -> FollowUp? {
    recordFailure(TransportError(error))
    return nil
  }
}

extension NetworkInspector: Redacted {
  /// A textual representation of this instance.
  public var description: String { "an inspector with \(exchanges.count) exchanges" }
}

extension TransportError {
  /// Converts a client error to a transport error.
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

  /// Returns a table for a terminal with one line per exchange, which contains the method, status,
  /// host and path, time and size.
  ///
  /// - Parameter width: The terminal's width in columns. Hosts and paths that do not fit are
  ///   truncated.
  public func table(width: Int = 100) -> String {
    Self.table(of: exchanges, width: width)
  }

  /// Returns a table of arbitrary exchanges, such as exchanges from an archive.
  package static func table(of exchanges: [RecordedExchange], width: Int = 100) -> String {
    ExchangeTable(exchanges, width: width).text
  }
}

/// A table of exchanges for a terminal.
struct ExchangeTable {
  let text: String

  /// The cells of a line.
  private struct Row {
    var method, outcome, location, time, size: String
  }

  private static let gap = "  "

  init(_ exchanges: [RecordedExchange], width: Int) {
    let heads = Row(
      method: "method", outcome: "status", location: "where", time: "time", size: "size")
    var rows = [heads] + exchanges.map(Self.row)
    let methods = Self.columnWidth(rows, \.method, atMost: 10)
    let outcomes = Self.columnWidth(rows, \.outcome, atMost: 24)
    let times = Self.columnWidth(rows, \.time, atMost: 12)
    let sizes = Self.columnWidth(rows, \.size, atMost: 12)
    let available = max(8, width - methods - outcomes - times - sizes - 4 * Self.gap.count)
    let locations = min(available, Self.columnWidth(rows, \.location, atMost: available))
    for index in rows.indices {
      rows[index].method = DisplayColumns.fitted(rows[index].method, methods)
      rows[index].outcome = DisplayColumns.fitted(rows[index].outcome, outcomes)
      rows[index].location = DisplayColumns.fitted(rows[index].location, locations)
      rows[index].time = DisplayColumns.fitted(rows[index].time, times, isRight: true)
      rows[index].size = DisplayColumns.fitted(rows[index].size, sizes, isRight: true)
    }
    text = rows.map { row in
      [row.method, row.outcome, row.location, row.time, row.size].joined(separator: Self.gap) + "\n"
    }.joined()
  }

  /// Returns an exchange's line.
  private static func row(_ exchange: RecordedExchange) -> Row {
    let url = try? URLReference(RedactionRule.standard.redacted(url: exchange.request.target))
    let location = url.map { url in
      (url.host ?? "") + (url.port.map { ":\($0)" } ?? "") + url.path
        + (url.query == nil ? "" : "?…")
    }
    let time = exchange.isOver ? exchange.metrics.map { TransportMetrics.text(of: $0.total) } : nil
    return Row(
      method: HTTPSyntax.escaped(exchange.request.method.name), outcome: outcome(of: exchange),
      location: location ?? exchange.request.redactedTarget, time: time ?? "…",
      size: size(exchange.responseBody.count))
  }

  /// Returns the outcome, such as `200`, `connectionLost`, `200 truncatedBody`, or `…` for an
  /// exchange in flight.
  private static func outcome(of exchange: RecordedExchange) -> String {
    var parts = exchange.response.map { ["\($0.status)"] } ?? []
    if let error = exchange.error { parts.append(TransportErrorName.text(of: error)) }
    if parts.isEmpty || !exchange.isOver { parts.append("…") }
    if exchange.attempt > 1 { parts.append("(\(exchange.attempt).)") }
    return HTTPSyntax.escaped(parts.joined(separator: " "))
  }

  /// Returns a number of bytes with a decimal unit.
  static func size(_ count: Int64) -> String {
    switch count {
    case ..<10_000: "\(count) B"
    case ..<10_000_000: "\(count / 1000) kB"
    default: "\(count / 1_000_000) MB"
    }
  }

  /// Returns the width of a column, up to a limit.
  private static func columnWidth(
    _ rows: [Row], _ column: KeyPath<Row, String>, atMost limit: Int
  ) -> Int {
    min(limit, rows.map { DisplayColumns.count($0[keyPath: column]) }.max() ?? 0)
  }
}

/// The widths of strings on a terminal, in columns.
enum DisplayColumns {
  /// Returns a string's width.
  static func count(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + count($1) } }

  /// Returns the width of a scalar: 0 for combining marks and format characters, 2 for wide
  /// characters.
  ///
  /// See Unicode Standard Annex 11. Only blocks that are entirely wide are used.
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

  /// Returns a string with exactly this width, truncated with `…` or padded with spaces.
  static func fitted(_ text: String, _ width: Int, isRight: Bool = false) -> String {
    let length = count(text)
    if length <= width {
      let padding = String(repeating: " ", count: width - length)
      return isRight ? padding + text : text + padding
    }
    var truncated = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let scalarWidth = count(scalar)
      if used + scalarWidth > width - 1 { break }
      truncated.append(scalar)
      used += scalarWidth
    }
    return String(truncated) + "…" + String(repeating: " ", count: max(0, width - 1 - used))
  }
}
