import TremaSupport

/// A change of a watched file.
enum FileChange {
  /// The file may still be in the process of being written.
  case inProgress
  /// The file was closed or moved to its path, so it is complete.
  case completed
}

/// Waits for changes of a project file or the files that it refers to. All ways of saving a file
/// are detected: writing in place, replacing, and removing and recreating, even through symbolic
/// links.
package final class ProjectWatcher {
  /// The path of the project file.
  private let project: String
  /// The queue of changes.
  private let queue: ChangeQueue
  /// The descriptor that becomes readable when a signal arrives.
  private let signals: Int32
  /// The watched files, except the project file.
  private var files: [String] = []

  /// The times without events, in milliseconds, after which a change is complete.
  ///
  /// Editors write more than once, so events within this time belong together. After a file has
  /// been closed, only changes of other files may follow.
  private static let quietTimeouts = (going: Int32(40), ended: Int32(8))
  /// The maximum time since the first event, for a program that writes without a pause.
  private static let maxDelay = Duration.milliseconds(400)

  /// Creates a watcher. From now on, termination signals end the waiting instead of the process.
  ///
  /// - Parameter project: The path of `trema.json`.
  /// - Throws: An `.unreadable` diagnostic if the system does not allow another watch descriptor.
  package init(project: String) throws(Diagnostic) {
    self.project = project
    do throws(SystemError) {
      queue = try ChangeQueue()
    } catch {
      throw Self.watchFailure(project, error)
    }
    signals = TerminationSignals.installHandlers()
    try watch([])
  }

  /// Whether a termination signal has arrived.
  package var isTerminating: Bool { TerminationSignals.haveArrived }

  /// Sets the files to watch in addition to the project file. This method must be called before the
  /// files are read so that no change is missed.
  package func watch(_ files: [String]) throws(Diagnostic) {
    self.files = files
    let folder = OutputFolders.parent(of: project)
    var paths = [project] + files.filter { $0 != "-" }
    // The removal of the folder itself is reported only by its parent folder.
    if let whole = realpath(folder, nil) {
      paths.append(String(cString: whole))
      free(whole)
    }
    do throws(SystemError) {
      try queue.watch(WatchedPaths(paths))
    } catch {
      throw Self.watchFailure(project, error)
    }
  }

  /// Waits for a change and until it is complete.
  ///
  /// - Returns: `false` if a termination signal arrives.
  /// - Throws: An `.unreadable` diagnostic if the project's folder has been removed.
  package func wait() throws(Diagnostic) -> Bool {
    var change: FileChange?
    var deadline: Duration?
    while true {
      var time: Int32 = -1
      if let change {
        time = change == .completed ? Self.quietTimeouts.ended : Self.quietTimeouts.going
      }
      var polls = [
        pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      let count = systemPoll(&polls, polls.count, time)
      if isTerminating { return false }
      if count < 0, errno != EINTR { throw Self.watchFailure(project, SystemError(code: errno)) }
      let isQuiet = count == 0
      if let new = queue.take() {
        change = new
        deadline = deadline ?? Stopwatch.now + Self.maxDelay
      }
      guard change != nil, let deadline, isQuiet || Stopwatch.now >= deadline else {
        continue
      }
      try checkFolder()
      // Folders may have been replaced, so we renew the watch before reading files, and don't miss
      // a change.
      try watch(files)
      return true
    }
  }

  /// Throws a diagnostic if the project's folder has been removed.
  private func checkFolder() throws(Diagnostic) {
    let folder = OutputFolders.parent(of: project)
    var status = stat()
    // The metadata of the current folder is available after its removal, but the link count is then
    // 0.
    if stat(folder, &status) == 0, status.st_nlink > 0 { return }
    throw Diagnostic(
      .error, "cannot-read", "the folder of '\(project)' was removed",
      at: SourceLocation(file: project), hint: "restore it, and start trema again",
      kind: .unreadable)
  }

  /// Returns the diagnostic for a failed watch.
  private static func watchFailure(_ path: String, _ error: SystemError) -> Diagnostic {
    let hint: String? =
      switch error.code {
      case ENOSPC: "raise fs.inotify.max_user_watches: the system allows no more watches"
      case EMFILE: "raise fs.inotify.max_user_instances: the system allows no more queues"
      default: nil
      }
    return Diagnostic(
      .error, "cannot-watch", "cannot watch '\(path)': \(SystemCalls.description(error.code))",
      at: SourceLocation(file: path), hint: hint, kind: .unreadable)
  }
}
