import TremaSupport

/// Several handlers as one. One that fails stops none of the others; after three failures in a row it
/// gets no more records, and the others are told once.
public final class MultiplexHandler: LogHandler {
  private let members: [Member]
  private let redaction: LogRedaction

  /// How many failures in a row end a handler.
  static let limit = 3

  private final class Member: Sendable {
    let handler: any LogHandler
    let metadata: LogMetadata
    /// In a row; a handler is not called any more once it has reached the limit.
    let failures = RelaxedNumber()

    init(_ handler: any LogHandler, metadata: LogMetadata) {
      self.handler = handler
      self.metadata = metadata
    }

    var isDisabled: Bool { failures.value >= MultiplexHandler.limit }
  }

  /// Creates a handler that passes each record to several others.
  public init(_ handlers: [any LogHandler], redaction: LogRedaction = .standard) {
    self.redaction = redaction
    members = handlers.map { Member($0, metadata: redaction.redacted($0.metadata)) }
  }

  /// The handlers in their order.
  public var handlers: [any LogHandler] { members.map(\.handler) }

  /// The handlers that failed too often.
  public var disabled: [any LogHandler] { members.filter(\.isDisabled).map(\.handler) }

  /// `MultiplexHandler`, with the names of its handlers.
  public var name: String {
    "MultiplexHandler(\(members.map(\.handler.name).joined(separator: ", ")))"
  }

  /// Passes a record to each handler.
  public func handle(_ record: LogRecord) {
    for member in members where !member.isDisabled { give(record, to: member) }
  }

  private func give(_ record: LogRecord, to member: Member) {
    attempt(member, "handle a record") { () throws in
      if member.metadata.isEmpty { return try member.handler.handle(record) }
      var record = record
      record.metadata = member.metadata.merging(record.metadata)
      try member.handler.handle(record)
    }
  }

  /// Flushes each handler; an error of one does not stop the others.
  public func flush() {
    for member in members where !member.isDisabled {
      attempt(member, "flush") { () throws in try member.handler.flush() }
    }
  }

  /// Closes each handler; an error of one does not stop the others.
  public func close() {
    // One that failed too often holds something, too.
    for member in members { attempt(member, "close") { () throws in try member.handler.close() } }
  }

  private func attempt(_ member: Member, _ action: String, _ body: () throws -> Void) {
    do {
      try body()
      if member.failures.value > 0, !member.isDisabled { member.failures.value = 0 }
    } catch {
      // Whichever thread counts to the limit, tells.
      if member.failures.add(1) + 1 == Self.limit { report(member, action, error) }
    }
  }

  private func report(_ member: Member, _ action: String, _ error: any Error) {
    let name = member.handler.name
    var record = LogRecord(
      level: .error, label: "trema.log",
      message: "\(name) could not \(action) \(Self.limit) times in a row and gets no more records",
      metadata: ["error": .error(error)])
    redaction.redacted(&record)
    let others = members.filter { !$0.isDisabled }
    if others.isEmpty {
      return LogNote.write(record.message + ": \(record.metadata.fields[0].value)")
    }
    for other in others { give(record, to: other) }
  }
}
