import TremaSupport

/// A connection with blocking calls, for the thread that serves it.
final class ServerConnection: Sendable {
  /// The peer is gone.
  struct Lost: Error {}

  private struct State {
    /// Nil once it is closed: the number may belong to another connection then.
    var descriptor: Int32?
    var unread: ArraySlice<UInt8> = []
  }

  let number: Int
  private let state: LockedValue<State>

  init(_ descriptor: Int32, number: Int) {
    self.number = number
    state = LockedValue(State(descriptor: descriptor))
  }

  var isOpen: Bool { state.value.descriptor != nil }

  /// Ends a read or a write that waits; the thread of the connection closes it then.
  func shut() {
    state.withLock { if let descriptor = $0.descriptor { Sockets.shutNow(descriptor) } }
  }

  func close() {
    state.withLock { state in
      if let descriptor = state.descriptor { Sockets.closeNow(descriptor) }
      state.descriptor = nil
    }
  }

  func reset() {
    state.withLock { if let descriptor = $0.descriptor { Sockets.lingerNot(descriptor) } }
    close()
  }

  func write(_ bytes: [UInt8]) throws(Lost) {
    guard let descriptor = state.value.descriptor, Sockets.sent(bytes, to: descriptor) else {
      throw Lost()
    }
  }

  /// Returns the next bytes; empty at the end. Only the thread of the connection reads and closes,
  /// so the descriptor stays valid while this waits without the lock.
  func readSome() -> [UInt8] {
    let unread = state.withLock { state in
      defer { state.unread = [] }
      return state.unread
    }
    if !unread.isEmpty { return Array(unread) }
    guard let descriptor = state.value.descriptor else { return [] }
    return Sockets.received(descriptor)
  }

  private func putBack(_ bytes: ArraySlice<UInt8>) { state.withLock { $0.unread = bytes } }

  func read(exactly count: Int) throws(Lost) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count)
    while all.count < count {
      let some = readSome()
      if some.isEmpty { throw Lost() }
      let wanted = count - all.count
      if some.count > wanted { putBack(some[wanted...]) }
      all += some.prefix(wanted)
    }
    return all
  }

  /// Up to the end of a line, without it.
  func readLine() throws(Lost) -> [UInt8] {
    var line: [UInt8] = []
    while true {
      let some = readSome()
      if some.isEmpty || line.count > 1 << 20 { throw Lost() }
      guard let end = some.firstIndex(of: 0x0A) else {
        line += some
        continue
      }
      putBack(some[(end + 1)...])
      line += some[..<end]
      if line.last == 0x0D { line.removeLast() }
      return line
    }
  }

  /// Blocks the thread of the connection.
  func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Neither reads nor writes until the condition holds.
  ///
  /// - Throws: when that takes longer than a case may take.
  func wait(until holds: () -> Bool) throws(Lost) {
    for _ in 0..<60_000 {
      if holds() { return }
      usleep(5000)
    }
    throw Lost()
  }
}
