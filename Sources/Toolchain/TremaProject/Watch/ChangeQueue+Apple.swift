#if canImport(Darwin)
  import TremaSupport

  /// A queue of changes in folders that uses kqueue, as dispatch sources do. The events contain no
  /// file names, so the states of the relevant files are compared.
  final class ChangeQueue {
    /// The descriptor of the queue.
    private let queue: FileDescriptor
    /// The open descriptors of the watched files and folders.
    private var watched: [FileDescriptor] = []
    /// The paths that are watched.
    private var watchedPaths = WatchedPaths([String]())
    /// The state of the relevant paths after the last change.
    private var states: [String: State] = [:]

    /// The metadata that differs if a file was changed or replaced.
    private struct State: Equatable {
      var device: dev_t
      var number: ino_t
      var size: off_t
      var seconds: Int
      var nanoseconds: Int
    }

    /// Creates a queue that watches nothing.
    init() throws(SystemError) {
      let number = kqueue()
      guard number >= 0 else { throw SystemError(code: errno) }
      queue = FileDescriptor(number)
    }

    /// The descriptor. It becomes readable when there are events.
    var descriptor: Int32 { queue.number }

    /// Replaces the watched paths.
    ///
    /// - Throws: The system error if a path cannot be watched.
    func watch(_ paths: WatchedPaths) throws(SystemError) {
      var new: [FileDescriptor] = []
      for path in Set(paths.names.keys).union(paths.files) {
        // A path that doesn't exist or can't be read is watched through its parent folder.
        guard let file = try? FileDescriptor(path: path, flags: O_EVTONLY) else { continue }
        var event = kevent(
          ident: UInt(file.number), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB),
          data: 0, udata: nil)
        guard kevent(descriptor, &event, 1, nil, 0, nil) == 0 else {
          throw SystemError(code: errno)
        }
        new.append(file)
      }
      // Closing the previous descriptors removes their watches.
      watched = new
      self.watchedPaths = paths
      states = Self.states(of: paths)
    }

    /// Removes all events and returns the change of a relevant file, or `nil` if there was none.
    func take() -> FileChange? {
      // `[kevent](…)` would be an array literal that contains the function of this name.
      var events: [kevent] = Array(repeating: kevent(), count: 64)
      var now = timespec()
      while kevent(descriptor, nil, 0, &events, Int32(events.count), &now) > 0 {}
      let current = Self.states(of: watchedPaths)
      guard current != states else { return nil }
      states = current
      return .inProgress
    }

    /// Returns the current state of all relevant paths. Folder sizes and times are ignored because
    /// changes to the contents affect them.
    private static func states(of paths: WatchedPaths) -> [String: State] {
      var states: [String: State] = [:]
      for (folder, names) in paths.names {
        for name in names {
          var status = stat()
          guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
          let isFolder = status.st_mode & S_IFMT == S_IFDIR
          states["\(folder)/\(name)"] = State(
            device: status.st_dev, number: status.st_ino, size: isFolder ? 0 : status.st_size,
            seconds: isFolder ? 0 : status.st_mtimespec.tv_sec,
            nanoseconds: isFolder ? 0 : status.st_mtimespec.tv_nsec)
        }
      }
      return states
    }
  }
#endif
