#if os(Linux)
  /// A handler that sends records to the systemd journal. It uses the journal's native protocol and
  /// does not link to systemd.
  ///
  /// An entry that is too large for a datagram is sent as a sealed file in memory.
  public final class JournaldHandler: LogHandler {
    /// The socket's path.
    private let path: String
    /// The application's name.
    private let application: String
    private let socket: LockedSocket

    /// Creates a handler. The socket is connected when the first record is sent.
    ///
    /// - Parameters:
    ///   - application: The name of the application, sent as `SYSLOG_IDENTIFIER`.
    ///   - path: The path of the journal's socket.
    public init(application: String, socket path: String = "/run/systemd/journal/socket") {
      self.path = path
      self.application = application
      socket = LockedSocket(.socket(path: path))
    }

    /// `JournaldHandler`, with the path of the socket.
    public var name: String { "JournaldHandler(\(path))" }

    /// Sends a record to the journal.
    ///
    /// - Throws: ``LogFailure``.
    public func handle(_ record: LogRecord) throws {
      let entry = JournalEntry.bytes(record, application: application)
      try socket.withLock { (socket) throws(LogFailure) in
        do throws(LogFailure) {
          try socket.send(entry)
        } catch {
          guard SealedFile.isNeeded(after: error) else { throw error }
          let file = try SealedFile.containing(entry)
          try socket.withSocket { file.send(by: $0) }
        }
      }
    }

    /// Closes the socket.
    public func close() throws {
      try socket.withLock { (socket) throws(LogFailure) in socket.close() }
    }
  }
#endif
