#if os(Linux)
  internal import CTremaSupport
  import TremaSupport

  /// A file without a name that is passed to another process.
  ///
  /// See systemd, "Native Journal Protocol"; memfd_create(2); and unix(7), `SCM_RIGHTS`.
  struct SealedFile: ~Copyable {
    /// The file's descriptor.
    private let file: Descriptor

    private init(_ file: Descriptor) { self.file = file }

    deinit { file.close() }

    /// Returns a file that contains the given bytes.
    ///
    /// - Parameter allowsMemory: Whether a memory file (memfd) is tried first. If not, or if the
    ///   system does not support it, the file is created in `/dev/shm`.
    static func containing(
      _ bytes: [UInt8], allowsMemory: Bool = true
    ) throws(LogFailure) -> SealedFile {
      let memory = allowsMemory ? ctrema_memory_file("trema-log") : -1
      let number = memory >= 0 ? memory : ctrema_nameless_file("/dev/shm")
      guard number >= 0 else { throw LogFailure("open a file for an entry", code: errno) }
      let file = SealedFile(Descriptor(number: number))
      try file.file.write(bytes)
      // Only memory files support seals.
      if memory >= 0, ctrema_seal(number) != 0 {
        throw LogFailure("seal an entry", code: errno)
      }
      return file
    }

    /// Returns whether a send failed because the message was too large for a datagram.
    static func isNeeded(after failure: LogFailure) -> Bool {
      failure.code == EMSGSIZE || failure.code == ENOBUFS
    }

    /// Sends an empty message with the descriptor of the file.
    ///
    /// - Returns: The result of sendmsg(2).
    func send(by socket: Descriptor) -> Int { ctrema_send_file(socket.number, file.number) }
  }
#endif
