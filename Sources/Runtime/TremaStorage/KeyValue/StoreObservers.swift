import TremaSupport

/// The observers of a store, and the task that detects changes by other processes.
final class StoreObservers: Sendable {
  /// A registered observer.
  private struct Observer {
    /// The name of the observed table, in lowercase.
    let table: String
    /// The continuation that signals a change.
    let signal: AsyncStream<Void>.Continuation
  }

  private struct State {
    /// The observers by their identifiers.
    var observers: [Int: Observer] = [:]
    /// The newest observer's identifier.
    var lastID = 0
    /// The task that polls for changes by other processes, or `nil` if there are no observers.
    var pollTask: Task<Void, Never>?
  }

  private let state = LockedValue(State())

  /// Returns a stream that signals that rows in `table` may have changed, in this process or
  /// another.
  ///
  /// Signals that are not consumed are combined into one.
  ///
  /// - Parameter table: The name, in lowercase. SQLite ignores the case of table names.
  func add(_ table: String, of store: KeyValueStore) throws(StoreError) -> AsyncStream<Void> {
    // The version is read before the caller reads rows so that no change is missed.
    let version = try store.dataVersion()
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastID += 1
      state.observers[state.lastID] = Observer(table: table, signal: signal)
      if state.pollTask == nil {
        let interval = store.options.pollInterval
        // Commits of other processes are visible only in the data version, which must be polled.
        state.pollTask = Task.detached { [weak store] in
          var lastVersion: Int64? = version
          while (try? await Task.sleep(for: interval)) != nil {
            guard let store else { return }
            lastVersion = await store.checkForChanges(lastVersion)
          }
        }
      }
      return state.lastID
    }
    signal.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// Signals the observers of some tables.
  ///
  /// - Parameter tables: The names, in lowercase, or `nil` for all tables.
  func notify(_ tables: Set<String>?) {
    // The lock isn't held, because a consumer may end on a signal, and removing it acquires the
    // lock.
    let signals = state.withLock { state in
      state.observers.values.filter { tables?.contains($0.table) ?? true }.map(\.signal)
    }
    for signal in signals { signal.yield() }
  }

  /// Ends the streams of all observers and stops polling.
  func finish() {
    let (signals, poll) = state.withLock { state in
      defer { state = State(lastID: state.lastID) }
      return (state.observers.values.map(\.signal), state.pollTask)
    }
    poll?.cancel()
    for signal in signals { signal.finish() }
  }

  /// Removes an observer. Removing the last one stops polling.
  private func remove(_ id: Int) {
    let poll: Task<Void, Never>? = state.withLock { state in
      guard state.observers.removeValue(forKey: id) != nil, state.observers.isEmpty else {
        return nil
      }
      defer { state.pollTask = nil }
      return state.pollTask
    }
    poll?.cancel()
  }
}

extension KeyValueStore {
  /// Signals all observers if the data version differs from `known`, and returns the current
  /// version.
  fileprivate func checkForChanges(_ known: Int64?) async -> Int64? {
    // If the version can't be read, the observers report the error when they read their rows.
    let found = try? await BlockingPool.run { () throws(StoreError) in try self.dataVersion() }
    if found != known { observers.notify(nil) }
    return found
  }

  /// Returns SQLite's data version, a number that changes with each commit of another connection.
  fileprivate func dataVersion() throws(StoreError) -> Int64 {
    try reader.withConnection { (connection) throws(StoreError) in
      try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
    }
  }
}
