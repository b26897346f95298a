#if canImport(Darwin)
  import TremaSupport

  /// The changes in some folders, by kqueue, which dispatch sources use. It names no files, so those that
  /// matter are compared with their former state.
  final class ChangeQueue {
    private let queue: FileDescriptor
    private var watched: [FileDescriptor] = []
    private var places = WatchedPlaces([String]())
    private var states: [String: State] = [:]

    /// The properties that differ when a file was changed or replaced.
    private struct State: Equatable {
      var device: dev_t
      var number: ino_t
      var size: off_t
      var seconds: Int
      var nanoseconds: Int
    }

    init() throws(SystemError) {
      let number = kqueue()
      guard number >= 0 else { throw SystemError(code: errno) }
      queue = FileDescriptor(number)
    }

    var descriptor: Int32 { queue.number }

    /// Watches these and nothing else.
    func watch(_ places: WatchedPlaces) throws(SystemError) {
      var new: [FileDescriptor] = []
      for path in Set(places.names.keys).union(places.files) {
        // One that is gone, or may not be read, is watched from above.
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
      // Closing the old ones ends their watches.
      watched = new
      self.places = places
      states = Self.states(of: places)
    }

    /// Takes what has happened.
    func take() -> Change? {
      var events = [kevent](repeating: kevent(), count: 64)
      var now = timespec()
      while kevent(descriptor, nil, 0, &events, Int32(events.count), &now) > 0 {}
      let current = Self.states(of: places)
      guard current != states else { return nil }
      states = current
      return .going
    }

    private static func states(of places: WatchedPlaces) -> [String: State] {
      var states: [String: State] = [:]
      for (folder, names) in places.names {
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
