#if canImport(Glibc) || canImport(Musl)
  import TremaSupport

  /// A queue of changes in folders that uses inotify.
  final class ChangeQueue {
    /// The descriptor of the queue.
    private let queue: FileDescriptor
    /// The relevant names, by the watch descriptor of their folder.
    private var watches: [Int32: Set<String>] = [:]

    /// The events that may indicate a change of a relevant file.
    private static let mask =
      UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
      | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB)
    /// The events after which a file is complete.
    private static let completionMask = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)

    /// Creates a queue that watches nothing.
    init() throws(SystemError) {
      let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard number >= 0 else { throw SystemError(code: errno) }
      queue = FileDescriptor(number)
    }

    /// The descriptor. It becomes readable when there are events.
    var descriptor: Int32 { queue.number }

    /// Replaces the watched paths.
    ///
    /// - Throws: The system error if no more watches are available.
    func watch(_ paths: WatchedPaths) throws(SystemError) {
      var new: [Int32: Set<String>] = [:]
      for (folder, names) in paths.names {
        let number = inotify_add_watch(descriptor, folder, Self.mask)
        if number < 0 {
          // A path that doesn't exist or can't be read is watched through its parent folder.
          if errno == ENOSPC || errno == ENOMEM { throw SystemError(code: errno) }
          continue
        }
        new[number, default: []].formUnion(names)
      }
      for number in watches.keys where new[number] == nil { inotify_rm_watch(descriptor, number) }
      watches = new
    }

    /// Removes all events and returns the last change of a relevant file, or `nil` if there was
    /// none.
    func take() -> FileChange? {
      var change: FileChange?
      while true {
        guard let bytes = try? queue.read(1 << 16), !bytes.isEmpty else { return change }
        for event in Self.events(in: bytes) {
          guard event.mask & UInt32(IN_Q_OVERFLOW) == 0 else {
            change = .completed
            continue
          }
          guard watches[event.watch]?.contains(event.name) ?? false else { continue }
          // Only the last event counts: if a file is still being written, further events will
          // follow.
          change = event.mask & Self.completionMask != 0 ? .completed : .inProgress
        }
      }
    }

    /// Decodes the events in a buffer, whose records have a variable length.
    private static func events(
      in bytes: [UInt8]
    ) -> [(watch: Int32, mask: UInt32, name: String)] {
      var events: [(watch: Int32, mask: UInt32, name: String)] = []
      bytes.withUnsafeBytes { buffer in
        var offset = 0
        let header = MemoryLayout<inotify_event>.size
        while offset + header <= buffer.count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + header
          let end = min(start + Int(event.len), buffer.count)
          let name = buffer[start..<end].prefix { $0 != 0 }
          events.append((event.wd, event.mask, String(decoding: name, as: UTF8.self)))
          offset = end
        }
      }
      return events
    }
  }
#endif
