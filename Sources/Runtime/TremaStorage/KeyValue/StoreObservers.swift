import TremaSupport

/// The observers of a store.
final class StoreObservers: Sendable {
  private struct Observer {
    let table: String
    let signal: AsyncStream<Void>.Continuation
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var next = 0
    var poll: Task<Void, Never>?
  }

  private let state = LockedValue(State())

  /// A stream that says when rows of `table` may have changed, by this process or another.
  ///
  /// - Parameter table: in lower case; to SQLite upper case is the same.
  func add(_ table: String, of store: KeyValueStore) throws(StoreError) -> AsyncStream<Void> {
    // Before the first look at the rows, so that no change comes between.
    let version = try store.dataVersion()
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      state.observers[state.next] = Observer(table: table, signal: signal)
      if state.poll == nil {
        let interval = store.options.pollInterval
        // What other processes write is seen by a number alone, which has to be asked for.
        state.poll = Task.detached { [weak store] in
          var known: Int64? = version
          while (try? await Task.sleep(for: interval)) != nil {
            guard let store else { return }
            known = await store.look(known)
          }
        }
      }
      return state.next
    }
    signal.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// - Parameter tables: in lower case; nil for any.
  func tell(_ tables: Set<String>?) {
    // Not under the lock: who is told may go away, and asks for it.
    let signals = state.withLock { state in
      state.observers.values.filter { tables?.contains($0.table) ?? true }.map(\.signal)
    }
    for signal in signals { signal.yield() }
  }

  func finish() {
    let (signals, poll) = state.withLock { state in
      defer { state = State(next: state.next) }
      return (state.observers.values.map(\.signal), state.poll)
    }
    poll?.cancel()
    for signal in signals { signal.finish() }
  }

  private func remove(_ id: Int) {
    let poll: Task<Void, Never>? = state.withLock { state in
      guard state.observers.removeValue(forKey: id) != nil, state.observers.isEmpty else {
        return nil
      }
      defer { state.poll = nil }
      return state.poll
    }
    poll?.cancel()
  }
}

extension KeyValueStore {
  /// Tells all observers where the number is not `known`, and returns it.
  fileprivate func look(_ known: Int64?) async -> Int64? {
    // Where it cannot be asked, the observers find out why when they look.
    let found = try? await BlockingPool.run { () throws(StoreError) in try self.dataVersion() }
    if found != known { observers.tell(nil) }
    return found
  }

  /// Another number after each commit of another connection.
  fileprivate func dataVersion() throws(StoreError) -> Int64 {
    try reader.use { (connection) throws(StoreError) in
      try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
    }
  }
}
