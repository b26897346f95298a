import TremaSupport

/// A handler that passes records to multiple handlers. A failure of one handler does not affect the
/// others. After three failures in a row, a handler receives no more records. This is reported once
/// to the others.
public final class MultiplexHandler: LogHandler {
  /// The handlers and their states.
  private let members: [Member]
  /// The rules for removing secrets from reports and from the handlers' metadata.
  private let redaction: LogRedaction

  /// The number of consecutive failures after which a handler is disabled.
  static let limit = 3

  /// A handler with its state.
  private final class Member: Sendable {
    let handler: any LogHandler
    /// The metadata of the handler, without secrets.
    let metadata: LogMetadata
    /// The number of consecutive failures. When the limit is reached, the handler is no longer
    /// called.
    let failures = RelaxedNumber()

    init(_ handler: any LogHandler, metadata: LogMetadata) {
      self.handler = handler
      self.metadata = metadata
    }

    /// Whether the handler receives no more records.
    var isDisabled: Bool { failures.value >= MultiplexHandler.limit }
  }

  /// Creates a handler that passes each record to multiple handlers.
  ///
  /// - Parameters:
  ///   - handlers: The handlers, in the order they receive records.
  ///   - redaction: The rules for removing secrets from the metadata of the handlers.
  public init(_ handlers: [any LogHandler], redaction: LogRedaction = .standard) {
    self.redaction = redaction
    members = handlers.map { Member($0, metadata: redaction.redacted($0.metadata)) }
  }

  /// The handlers, in the order they receive records.
  public var handlers: [any LogHandler] { members.map(\.handler) }

  /// The handlers that failed too often.
  public var disabledHandlers: [any LogHandler] { members.filter(\.isDisabled).map(\.handler) }

  /// `MultiplexHandler`, with the names of its handlers.
  public var name: String {
    "MultiplexHandler(\(members.map(\.handler.name).joined(separator: ", ")))"
  }

  /// Passes a record to each handler that is not disabled.
  public func handle(_ record: LogRecord) {
    for member in members where !member.isDisabled { forward(record, to: member) }
  }

  /// Passes a record to one handler, with the handler's metadata.
  private func forward(_ record: LogRecord, to member: Member) {
    attempt(member, "handle a record") { () throws in
      if member.metadata.isEmpty { return try member.handler.handle(record) }
      var record = record
      record.metadata = member.metadata.merging(record.metadata)
      try member.handler.handle(record)
    }
  }

  /// Flushes each handler. An error of one handler does not affect the others.
  public func flush() {
    for member in members where !member.isDisabled {
      attempt(member, "flush") { () throws in try member.handler.flush() }
    }
  }

  /// Closes each handler. An error of one handler does not affect the others.
  public func close() {
    // Disabled handlers also have resources to release.
    for member in members { attempt(member, "close") { () throws in try member.handler.close() } }
  }

  /// Runs `body` and counts failures.
  private func attempt(_ member: Member, _ action: String, _ body: () throws -> Void) {
    do {
      try body()
      if member.failures.value > 0, !member.isDisabled { member.failures.value = 0 }
    } catch {
      // Exactly one thread reaches the limit, so the report is made once.
      if member.failures.add(1) + 1 == Self.limit { report(member, action, error) }
    }
  }

  /// Reports a disabled handler to the others, or on standard error if there are none.
  private func report(_ member: Member, _ action: String, _ error: any Error) {
    let name = member.handler.name
    var record = LogRecord(
      level: .error, label: "trema.log",
      message:
        "\(name) failed to \(action) \(Self.limit) times in a row and receives no more records",
      metadata: ["error": .error(error)])
    redaction.redacted(&record)
    let others = members.filter { !$0.isDisabled }
    if others.isEmpty {
      return LogNote.write(record.message + ": \(record.metadata.fields[0].value)")
    }
    for other in others { forward(record, to: other) }
  }
}
