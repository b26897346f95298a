import TremaSupport

/// A connection with blocking operations, for the thread that serves it.
final class ServerConnection: Sendable {
  /// The connection was closed by the client.
  struct ConnectionLost: Error {}

  /// The state, protected by the lock.
  private struct State {
    /// The descriptor, or `nil` after the connection has been closed, because the system may reuse
    /// the number.
    var descriptor: Int32?
    /// The bytes that have been received but not read.
    var unread: ArraySlice<UInt8> = []
  }

  /// The number of the connection, unique within the server.
  let number: Int
  private let state: LockedValue<State>

  init(_ descriptor: Int32, number: Int) {
    self.number = number
    state = LockedValue(State(descriptor: descriptor))
  }

  /// Whether the server has not closed the connection.
  var isOpen: Bool { state.value.descriptor != nil }

  /// Interrupts a blocked operation. The thread of the connection then closes it.
  func interrupt() {
    state.withLock { if let descriptor = $0.descriptor { Sockets.shutdownBoth(descriptor) } }
  }

  /// Closes the connection.
  func close() {
    state.withLock { state in
      if let descriptor = state.descriptor { Sockets.closeDescriptor(descriptor) }
      state.descriptor = nil
    }
  }

  /// Closes the connection with a reset.
  func reset() {
    state.withLock { if let descriptor = $0.descriptor { Sockets.resetOnClose(descriptor) } }
    close()
  }

  /// Sends bytes.
  ///
  /// - Throws: `ConnectionLost` if the connection was closed.
  func write(_ bytes: [UInt8]) throws(ConnectionLost) {
    guard let descriptor = state.value.descriptor, Sockets.sendAll(bytes, to: descriptor) else {
      throw ConnectionLost()
    }
  }

  /// Returns the next bytes, or none at the end. The descriptor remains valid without the lock,
  /// because only the thread of the connection reads from it and closes it.
  func readSome() -> [UInt8] {
    let unread = state.withLock { state in
      defer { state.unread = [] }
      return state.unread
    }
    if !unread.isEmpty { return Array(unread) }
    guard let descriptor = state.value.descriptor else { return [] }
    return Sockets.receiveBytes(descriptor)
  }

  /// Stores received bytes that are not needed yet.
  private func putBack(_ bytes: ArraySlice<UInt8>) { state.withLock { $0.unread = bytes } }

  /// Reads a number of bytes.
  ///
  /// - Throws: `ConnectionLost` if the connection ends first.
  func read(exactly count: Int) throws(ConnectionLost) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count)
    while all.count < count {
      let received = readSome()
      if received.isEmpty { throw ConnectionLost() }
      let missingCount = count - all.count
      if received.count > missingCount { putBack(received[missingCount...]) }
      all += received.prefix(missingCount)
    }
    return all
  }

  /// Reads a line and returns it without its line end.
  ///
  /// - Throws: `ConnectionLost` if the connection ends, or the line exceeds 1 MiB.
  func readLine() throws(ConnectionLost) -> [UInt8] {
    var line: [UInt8] = []
    while true {
      let received = readSome()
      if received.isEmpty || line.count > 1 << 20 { throw ConnectionLost() }
      guard let end = received.firstIndex(of: 0x0A) else {
        line += received
        continue
      }
      putBack(received[(end + 1)...])
      line += received[..<end]
      if line.last == 0x0D { line.removeLast() }
      return line
    }
  }

  /// Blocks the thread of the connection for a time.
  func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Blocks the thread of the connection until a condition holds, without reading or writing.
  ///
  /// - Throws: `ConnectionLost` if this exceeds the time that a case may take.
  func wait(until condition: () -> Bool) throws(ConnectionLost) {
    for _ in 0..<60_000 {
      if condition() { return }
      usleep(5000)
    }
    throw ConnectionLost()
  }
}
