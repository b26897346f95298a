import TremaSupport

/// A change of a file that matters.
enum Change {
  /// Its writer may not be done.
  case going
  /// It was closed, or put in its place whole.
  case ended
}

/// Waits until a project file or one of its catalogues changes, however they are saved: written in
/// place, replaced, removed and made again, behind links.
package final class Watch {
  private let project: String
  private let queue: ChangeQueue
  private let signals: Int32
  private var files: [String] = []

  /// Editors write more than once; what follows within this time belongs together. A file that was
  /// closed is whole, and waits only for others.
  private static let patience = (going: Int32(40), ended: Int32(8))
  /// The longest time that a writer without a pause is waited for.
  private static let longestPatience = Duration.milliseconds(400)

  /// Creates a watch, during which signals that end the process end the waiting instead.
  ///
  /// - Parameter project: the path of `trema.json`.
  package init(project: String) throws(Diagnostic) {
    self.project = project
    do throws(SystemError) {
      queue = try ChangeQueue()
    } catch {
      throw Self.unwatchable(project, error)
    }
    signals = EndSignals.catchAll()
    try follow([])
  }

  /// Whether a signal has asked the process to end.
  package var isOver: Bool { EndSignals.haveCome }

  /// Sets the files to watch, beside the project file. To be called before they are read: what
  /// happens from then on is not missed.
  package func follow(_ files: [String]) throws(Diagnostic) {
    self.files = files
    let folder = OutputFolders.parent(of: project)
    var paths = [project] + files.filter { $0 != "-" }
    // The folder itself can go, which only the one above it tells.
    if let whole = realpath(folder, nil) {
      paths.append(String(cString: whole))
      free(whole)
    }
    do throws(SystemError) {
      try queue.watch(WatchedPlaces(paths))
    } catch {
      throw Self.unwatchable(project, error)
    }
  }

  /// Waits for a change, and for the end of what belongs to it.
  ///
  /// - Returns: false when a signal asks the process to end.
  /// - Throws: kind `.unreadable`, when the folder of the project is gone.
  package func wait() throws(Diagnostic) -> Bool {
    var change: Change?
    var deadline: Duration?
    while true {
      var time: Int32 = -1
      if let change { time = change == .ended ? Self.patience.ended : Self.patience.going }
      var polls = [
        pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      let count = systemPoll(&polls, polls.count, time)
      if isOver { return false }
      if count < 0, errno != EINTR { throw Self.unwatchable(project, SystemError(code: errno)) }
      let isQuiet = count == 0
      if let new = queue.take() {
        change = new
        deadline = deadline ?? Stopwatch.now + Self.longestPatience
      }
      guard change != nil, let deadline, isQuiet || Stopwatch.now >= deadline else {
        continue
      }
      try checkFolder()
      // Folders may be others now; what happens from here on is not missed.
      try follow(files)
      return true
    }
  }

  private func checkFolder() throws(Diagnostic) {
    let folder = OutputFolders.parent(of: project)
    var status = stat()
    // The folder that the process runs in can be asked after it is gone: nothing leads to it.
    if stat(folder, &status) == 0, status.st_nlink > 0 { return }
    throw Diagnostic(
      .error, "cannot-read", "the folder of '\(project)' is gone",
      at: SourceLocation(file: project), hint: "start trema again when it is back",
      kind: .unreadable)
  }

  private static func unwatchable(_ path: String, _ error: SystemError) -> Diagnostic {
    let hint: String? =
      switch error.code {
      case ENOSPC: "the system allows no more watches: raise fs.inotify.max_user_watches"
      case EMFILE: "the system allows no more queues: raise fs.inotify.max_user_instances"
      default: nil
      }
    return Diagnostic(
      .error, "cannot-watch", "cannot watch '\(path)': \(SystemCalls.words(error.code))",
      at: SourceLocation(file: path), hint: hint, kind: .unreadable)
  }
}
