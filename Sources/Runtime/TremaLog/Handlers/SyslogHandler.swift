import TremaSupport

/// A handler that sends records to syslog, one datagram per record.
///
/// See RFC 5424.
public final class SyslogHandler: LogHandler {
  /// The receiver.
  private let destination: LogDestination
  private let socket: LockedSocket
  /// The parts that all messages share.
  private let template: SyslogMessage

  /// Creates a handler. The socket is connected when the first record is sent.
  ///
  /// - Parameters:
  ///   - destination: The receiver of the datagrams.
  ///   - application: The name of the application, sent as APP-NAME.
  ///   - facility: The facility from 0 to 23; 1 is for user-level messages.
  ///   - dataName: The SD-ID of the element with the metadata. The part after `@` is an IANA
  ///     private enterprise number; 32473 is reserved for examples.
  ///   - limit: The maximum length of a message in bytes, at least 480, which every receiver
  ///     accepts.
  public init(
    to destination: LogDestination = .localSyslog, application: String, facility: Int = 1,
    dataName: String = "trema@32473", limit: Int = 8192
  ) {
    self.destination = destination
    socket = LockedSocket(destination)
    template = SyslogMessage(
      facility: min(max(facility, 0), 23), host: Self.hostName, application: application,
      processIdentifier: getpid(), dataName: dataName, limit: max(480, limit))
  }

  /// The name and destination, such as `SyslogHandler(localSyslog)`.
  public var name: String { "SyslogHandler(\(destination))" }

  /// Sends a record to syslog.
  ///
  /// - Throws: ``LogFailure``.
  public func handle(_ record: LogRecord) throws {
    let bytes = template.bytes(record)
    try socket.withLock { (socket) throws(LogFailure) in try socket.send(bytes) }
  }

  /// Closes the socket.
  public func close() throws {
    try socket.withLock { (socket) throws(LogFailure) in socket.close() }
  }

  /// This machine's name, or an empty string.
  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The encoding of a record as a syslog message.
///
/// See RFC 5424, section 6, and RFC 5426, section 3 (one message per datagram).
struct SyslogMessage {
  /// The facility, from 0 to 23.
  var facility: Int
  /// This machine's name.
  var host: String
  /// The application's name.
  var application: String
  /// The process identifier.
  var processIdentifier: Int32
  /// The SD-ID of the element with the metadata.
  var dataName: String
  /// The maximum length of a message in bytes; longer messages are truncated.
  var limit: Int

  /// Returns the message for a record.
  func bytes(_ record: LogRecord) -> [UInt8] {
    var bytes = Array("<\(facility * 8 + record.level.syslogSeverity)>1 ".utf8)
    record.time.append(to: &bytes)
    let host = Self.headerField(self.host, maxLength: 255)
    let application = Self.headerField(self.application, maxLength: 48)
    bytes += " \(host) \(application) \(processIdentifier) -".utf8
    append(record, to: &bytes)
    // A byte order mark declares that the rest of the message is UTF-8.
    bytes += [UInt8(ascii: " "), 0xEF, 0xBB, 0xBF]
    bytes += LogText.escaped(record.message).utf8
    if bytes.count > limit {
      var end = limit
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      bytes.removeSubrange(end...)
    }
    return bytes
  }

  /// Appends the metadata as structured data. Parameters that exceed half of the maximum length are
  /// omitted so that a message is never truncated inside a parameter.
  private func append(_ record: LogRecord, to bytes: inout [UInt8]) {
    var data = Array(" [\(Self.name(dataName))".utf8)
    func append(_ name: String, _ value: String) {
      var element = Array(" \(Self.name(name))=\"".utf8)
      for byte in LogText.escaped(value).utf8 {
        if #""\]"#.utf8.contains(byte) { element.append(UInt8(ascii: "\\")) }
        element.append(byte)
      }
      element.append(UInt8(ascii: "\""))
      if data.count + element.count < limit / 2 { data += element }
    }
    if !record.label.isEmpty { append("label", record.label) }
    for field in record.metadata.fields { append(field.key, field.value.description) }
    append("file", record.file)
    append("line", String(record.line))
    if let task = record.task { append("task", task) }
    bytes += data
    bytes.append(UInt8(ascii: "]"))
  }

  /// Returns a header field in PRINTUSASCII, or `-` if the string is empty.
  private static func headerField(_ text: String, maxLength: Int) -> String {
    let bytes = text.utf8.prefix(maxLength).map { (0x21...0x7E).contains($0) ? $0 : 0x5F }
    return bytes.isEmpty ? "-" : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a name as SD-NAME: 1 to 32 bytes of PRINTUSASCII without `=`, `]` and `"`.
  private static func name(_ text: String) -> String {
    let bytes = text.utf8.prefix(32).map { byte in
      (0x21...0x7E).contains(byte) && !"=]\"".utf8.contains(byte) ? byte : UInt8(ascii: "_")
    }
    return bytes.isEmpty ? "_" : String(decoding: bytes, as: UTF8.self)
  }
}
