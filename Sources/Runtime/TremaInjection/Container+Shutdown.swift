extension Container {
  /// Ends the container: whoever asks from now on gets `.shutDown`, and what was built is released, the
  /// last built first. What is being built is released as soon as it is there.
  public func shutdown() async {
    let (old, table) = lock.withLock {
      let old = (built, self.table)
      isDown = true
      built = []
      self.table = Table()
      return old
    }
    for entry in old.reversed() { await entry.release?(entry.box) }
    withExtendedLifetime(table) {}
  }

  /// Drops and releases the instances of a key; the next who asks gets a new one.
  public func reset(_ key: some InjectionKey) async {
    let (slot, old) = lock.withLock { take(key.info.id) }
    for entry in old.reversed() { await entry.release?(entry.box) }
    withExtendedLifetime(slot) {}
  }

  /// Does so for all keys whose lifetime is `cached`.
  public func resetCached() async {
    let old = lock.withLock {
      graph.known.values.filter { (registration(for: $0)?.kind ?? $0.kind) == .cached }
        .map { take($0.id) }
    }
    for (_, entries) in old {
      for entry in entries.reversed() { await entry.release?(entry.box) }
    }
  }
}
