#if os(Linux)
  internal import CTremaSupport
  import TremaSupport

  /// Bytes in a file without a name, to be handed to another process.
  ///
  /// Source: systemd, "Native Journal Protocol"; memfd_create(2); unix(7), `SCM_RIGHTS`.
  struct SealedFile: ~Copyable {
    private let file: Descriptor

    private init(_ file: Descriptor) { self.file = file }

    deinit { file.close() }

    /// - Parameter allowsMemory: false to use a file of `/dev/shm` at once, as is done where the system
    ///   has no files in memory.
    static func holding(
      _ bytes: [UInt8], allowsMemory: Bool = true
    ) throws(LogFailure) -> SealedFile {
      let memory = allowsMemory ? ctrema_memory_file("trema-log") : -1
      let number = memory >= 0 ? memory : ctrema_nameless_file("/dev/shm")
      guard number >= 0 else { throw LogFailure("open a file for an entry", code: errno) }
      let file = SealedFile(Descriptor(number: number))
      try file.file.write(bytes)
      // Only a file in memory can be sealed.
      if memory >= 0, ctrema_seal(number) != 0 {
        throw LogFailure("seal an entry", code: errno)
      }
      return file
    }

    /// Whether a message was one that no datagram holds.
    static func isNeeded(after failure: LogFailure) -> Bool {
      failure.code == EMSGSIZE || failure.code == ENOBUFS
    }

    /// An empty message with the file beside it.
    ///
    /// - Returns: as sendmsg(2) does.
    func send(by socket: Descriptor) -> Int { ctrema_send_file(socket.number, file.number) }
  }
#endif
