#if canImport(CTremaSodium)
  import TremaSupport

  /// A file that its owner alone may use, and nobody else but the owner writes.
  enum OwnFile {
    /// Who may own a file, and who may read it.
    enum Trust {
      /// This process's user, and nobody else may do anything with it.
      case ownerAlone
      /// What the service manager gives: it may be root's, and a list of access shows as rights of the
      /// group. Source: systemd.exec(5), `LoadCredential=`.
      case serviceManager
    }

    /// All bytes of a file.
    ///
    /// - Returns: nil where there is none.
    /// - Throws: `wrongOwner`, `tooOpen`, `unsupported` above `limit`, `system`.
    static func read(
      _ path: String, limit: Int, trust: Trust = .ownerAlone
    ) throws(SecretError) -> [UInt8]? {
      // Opening a pipe would wait for its other end. A link may lead to what somebody else can change; but
      // Kubernetes makes its secrets so.
      let links = trust == .ownerAlone ? O_NOFOLLOW : 0
      guard let file = OpenFile(path, O_RDONLY | O_NONBLOCK | links) else {
        let code = errno
        if code == ENOENT { return nil }
        var named = stat()
        if code == EACCES, lstat(path, &named) == 0, named.st_uid != geteuid() {
          throw .wrongOwner(path: path)
        }
        throw FileFailure.reading(path, code)
      }
      guard let status = file.status() else { throw FileFailure.reading(path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .system(path: path, code: EINVAL, reason: "it is no regular file")
      }
      let isOwn = status.st_uid == geteuid()
      guard isOwn || trust == .serviceManager && status.st_uid == 0 else {
        throw .wrongOwner(path: path)
      }
      let others: mode_t = trust == .ownerAlone ? 0o077 : 0o007
      guard status.st_mode & others == 0 else {
        throw .tooOpen(path: path, mode: UInt16(status.st_mode & 0o7777))
      }
      guard status.st_size <= limit else {
        throw .unsupported("\(path): a file of \(status.st_size) bytes, more than \(limit),")
      }
      guard let bytes = file.readAll(expecting: Int(status.st_size)) else {
        throw FileFailure.reading(path)
      }
      return bytes
    }

    /// Puts a file in the place of what is there, in one step: whoever reads sees the one or the other,
    /// whole, and so it is after a power cut. When this returns the new one is on the disk.
    ///
    /// Only for who holds the lock: what a killed writer left is taken away first.
    ///
    /// - Throws: `diskFull`, `notWritable`, `system`; the old file is there as before then.
    static func replace(_ path: String, with bytes: [UInt8]) throws(SecretError) {
      // First: where the folder cannot be synced nothing is to change.
      guard let folder = OpenFile(Self.folder(of: path), O_RDONLY | O_DIRECTORY) else {
        throw FileFailure.writing(path)
      }
      let draft = path + ".new"
      if unlink(draft) != 0, errno != ENOENT { throw FileFailure.writing(path) }
      try write(bytes, to: draft, for: path)
      guard rename(draft, path) == 0 else {
        let code = errno
        unlink(draft)
        throw FileFailure.writing(path, code)
      }
      // The name as well is on the disk then. Some file systems cannot be asked to; they keep names in
      // their own way.
      guard folder.sync() || errno == EINVAL || errno == ENOTSUP else {
        throw FileFailure.writing(path)
      }
    }

    private static func write(
      _ bytes: [UInt8], to draft: String, for path: String
    ) throws(SecretError) {
      guard let file = OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) else {
        throw FileFailure.writing(path)
      }
      guard file.writeAll(bytes), file.sync() else {
        let code = errno
        unlink(draft)
        throw FileFailure.writing(path, code)
      }
    }

    private static func folder(of path: String) -> String {
      let bytes = Array(path.utf8)
      let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
      return slash.map { $0 == 0 ? "/" : String(decoding: bytes[..<$0], as: UTF8.self) } ?? "."
    }
  }
#endif
