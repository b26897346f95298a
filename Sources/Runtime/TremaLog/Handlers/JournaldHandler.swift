#if os(Linux)
  /// Entries of the journal of systemd, by its own protocol: nothing of systemd is linked.
  ///
  /// An entry that is too large for a datagram is sent as a sealed file in memory.
  public final class JournaldHandler: LogHandler {
    private let path: String
    private let application: String
    private let socket: LockedSocket

    /// - Parameter application: whom the entries are from: `SYSLOG_IDENTIFIER`.
    public init(application: String, socket path: String = "/run/systemd/journal/socket") {
      self.path = path
      self.application = application
      socket = LockedSocket(.socket(path: path))
    }

    /// `JournaldHandler`, with the path of the socket.
    public var name: String { "JournaldHandler(\(path))" }

    /// Sends a record to the journal.
    public func handle(_ record: LogRecord) throws {
      let entry = JournalEntry.bytes(record, application: application)
      try socket.withLock { (socket) throws(LogFailure) in
        do throws(LogFailure) {
          try socket.send(entry)
        } catch {
          guard SealedFile.isNeeded(after: error) else { throw error }
          let file = try SealedFile.holding(entry)
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
