#if canImport(Glibc) || canImport(Musl)
  import TremaSupport

  /// The changes in some folders, by inotify.
  final class ChangeQueue {
    private let queue: FileDescriptor
    /// The names that matter, by the number of the watch on their folder.
    private var watches: [Int32: Set<String>] = [:]

    private static let mask =
      UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
      | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB)
    private static let ends = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)

    init() throws(SystemError) {
      let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard number >= 0 else { throw SystemError(code: errno) }
      queue = FileDescriptor(number)
    }

    var descriptor: Int32 { queue.number }

    /// Watches these and nothing else.
    ///
    /// - Throws: when the system has no room for more watches.
    func watch(_ places: WatchedPlaces) throws(SystemError) {
      var new: [Int32: Set<String>] = [:]
      for (folder, names) in places.names {
        let number = inotify_add_watch(descriptor, folder, Self.mask)
        if number < 0 {
          // One that is gone, or may not be read, is watched from above.
          if errno == ENOSPC || errno == ENOMEM { throw SystemError(code: errno) }
          continue
        }
        new[number, default: []].formUnion(names)
      }
      for number in watches.keys where new[number] == nil { inotify_rm_watch(descriptor, number) }
      watches = new
    }

    /// Takes what has happened.
    func take() -> Change? {
      var change: Change?
      while true {
        guard let bytes = try? queue.read(1 << 16), !bytes.isEmpty else { return change }
        for event in Self.events(in: bytes) {
          guard event.mask & UInt32(IN_Q_OVERFLOW) == 0 else {
            change = .ended
            continue
          }
          guard watches[event.watch]?.contains(event.name) ?? false else { continue }
          // A writer that goes on comes again; one that is done is the last to be waited for.
          change = event.mask & Self.ends != 0 ? .ended : .going
        }
      }
    }

    private static func events(
      in bytes: [UInt8]
    ) -> [(watch: Int32, mask: UInt32, name: String)] {
      var events: [(watch: Int32, mask: UInt32, name: String)] = []
      bytes.withUnsafeBytes { buffer in
        var place = 0
        let header = MemoryLayout<inotify_event>.size
        while place + header <= buffer.count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let start = place + header
          let end = min(start + Int(event.len), buffer.count)
          let name = buffer[start..<end].prefix { $0 != 0 }
          events.append((event.wd, event.mask, String(decoding: name, as: UTF8.self)))
          place = end
        }
      }
      return events
    }
  }
#endif
