import TremaHTTP
import TremaSupport

/// The position of an operation in a distributed trace, and the data that is propagated between
/// services.
///
///     try await TraceContext.$current.withValue(TraceContext()) { try await placeOrder() }
///
/// See W3C Trace Context, https://www.w3.org/TR/trace-context/, and W3C Baggage,
/// https://www.w3.org/TR/baggage/.
public struct TraceContext: Hashable, Sendable {
  /// The current task's trace context. ``Tracing`` adds the task's requests to this trace.
  @TaskLocal public static var current: TraceContext?

  /// The trace ID as 32 lowercase hexadecimal digits, shared by all operations of a trace.
  public let traceID: String
  /// The span ID as 16 lowercase hexadecimal digits, which the standard calls `parent-id`.
  public let spanID: String
  /// Whether the caller records the trace.
  public var isSampled: Bool
  /// The `tracestate` field of tracing systems, which is propagated unchanged, or empty if there is
  /// none.
  public var state: String
  /// Names and values for all services of the trace. They are visible to other services and in
  /// their logs, and must not contain secrets.
  public var baggage: [String: String]

  /// Creates a new trace with random identifiers.
  public init(isSampled: Bool = true, baggage: [String: String] = [:]) {
    self.init(
      traceID: Self.random(16), spanID: Self.random(8), isSampled: isSampled, state: "",
      baggage: baggage)
  }

  /// Creates the context of a request that was received by a service, or returns `nil` if the value
  /// is invalid according to the standard.
  ///
  /// - Parameters:
  ///   - traceparent: The `traceparent` field: `00-<trace ID>-<span ID>-<flags>`. If its version is
  ///     newer, the known part is used.
  ///   - state: The `tracestate` field.
  ///   - baggage: The decoded entries of the `baggage` field.
  public init?(traceparent: String, state: String = "", baggage: [String: String] = [:]) {
    let parts = traceparent.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, Self.isHexadecimal(parts[0], 2), parts[0] != "ff",
      parts[0] != "00" || parts.count == 4, Self.isIdentifier(parts[1], 32),
      Self.isIdentifier(parts[2], 16), Self.isHexadecimal(parts[3], 2),
      let flags = UInt8(parts[3], radix: 16)
    else { return nil }
    self.init(
      traceID: String(parts[1]), spanID: String(parts[2]), isSampled: flags & 1 == 1, state: state,
      baggage: baggage)
  }

  private init(
    traceID: String, spanID: String, isSampled: Bool, state: String, baggage: [String: String]
  ) {
    (self.traceID, self.spanID, self.isSampled) = (traceID, spanID, isSampled)
    (self.state, self.baggage) = (state, baggage)
  }

  /// Returns the context of a new operation in the same trace.
  public func child() -> TraceContext {
    TraceContext(
      traceID: traceID, spanID: Self.random(8), isSampled: isSampled, state: state,
      baggage: baggage)
  }

  /// The value of the `traceparent` field.
  public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

  /// Returns the value of the `baggage` field, sorted by name, or `nil` if there is no baggage.
  func baggageField() throws(TraceContextError) -> String? {
    if baggage.isEmpty { return nil }
    var members: [String] = []
    for (name, value) in baggage.sorted(by: { $0.key < $1.key }) {
      guard HTTPSyntax.isToken(name) else { throw .baggageName(name) }
      members.append("\(name)=\(PercentEncoding.encode(value))")
    }
    let field = members.joined(separator: ",")
    guard members.count <= 64, field.utf8.count <= 8192 else { throw .baggageTooLarge }
    return field
  }

  /// Returns a random identifier with this number of bytes, as hexadecimal digits.
  private static func random(_ count: Int) -> String {
    let bytes = RandomBytes.make(count)
    // The standard forbids identifiers that consist of zeros.
    return bytes.allSatisfy { $0 == 0 } ? random(count) : Hexadecimal.text(bytes)
  }

  /// Returns whether a string is an identifier with this number of digits, which must not be zero.
  private static func isIdentifier(_ text: Substring, _ count: Int) -> Bool {
    isHexadecimal(text, count) && text.utf8.contains { $0 != UInt8(ascii: "0") }
  }

  /// Returns whether a string consists of exactly this many lowercase hexadecimal digits.
  private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy {
        ASCII.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}

/// An error for a trace context that cannot be sent.
public enum TraceContextError: Error, Hashable, Sendable {
  /// The name is not a token as defined by HTTP.
  case baggageName(String)
  /// The baggage has more than 64 entries or 8192 bytes, which services are not required to
  /// propagate.
  case baggageTooLarge
}

extension TraceContextError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .baggageName(let name): "the baggage name '\(HTTPSyntax.escaped(name))' is not a token"
    case .baggageTooLarge: "the baggage exceeds 64 entries or 8192 bytes"
    }
  }
}
