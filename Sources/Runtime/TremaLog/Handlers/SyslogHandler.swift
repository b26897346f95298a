import TremaSupport

/// Messages of syslog, one datagram a record.
///
/// Source: RFC 5424.
public final class SyslogHandler: LogHandler {
  private let destination: LogDestination
  private let socket: LockedSocket
  private let form: SyslogMessage

  /// - Parameters:
  ///   - application: whom the messages are from: APP-NAME.
  ///   - facility: 0 to 23; 1 is programs of users.
  ///   - dataName: the name of the element with the values. One with an `@` ends with the number that
  ///     one's company has from IANA; 32473 is the one of examples.
  ///   - limit: bytes of a message; at least 480, which every receiver takes.
  public init(
    to destination: LogDestination = .localSyslog, application: String, facility: Int = 1,
    dataName: String = "trema@32473", limit: Int = 8192
  ) {
    self.destination = destination
    socket = LockedSocket(destination)
    form = SyslogMessage(
      facility: min(max(facility, 0), 23), host: Self.hostName, application: application,
      process: getpid(), dataName: dataName, limit: max(480, limit))
  }

  public var name: String { "SyslogHandler(\(destination))" }

  public func handle(_ record: LogRecord) throws {
    let bytes = form.bytes(record)
    try socket.withLock { (socket) throws(LogFailure) in try socket.send(bytes) }
  }

  public func close() throws {
    try socket.withLock { (socket) throws(LogFailure) in socket.close() }
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
