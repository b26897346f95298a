import Foundation
import TremaHTTP
import TremaSupport

/// Bytes that wait on disk, in a file that is removed when this is released.
///
/// FoundationNetworking streams a body only by blocking the one thread of all sessions of the
/// process, which the maker of the body may wait for itself; and it stops receiving only by
/// starting anew. So bytes that are not known yet or not read yet are stored here.
final class SpooledFile: Sendable {
  private struct State: Sendable {
    let handle: FileHandle
    var read: UInt64 = 0
    var written: UInt64 = 0
  }

  let url: URL
  private let state: LockedValue<State>

  /// - Throws: `other` where there is no place for it.
  init() throws(TransportError) {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "trema-\(UUID().uuidString)")
    // Readable by the owner alone, as the bytes may be secret.
    let isMade = FileManager.default.createFile(
      atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    guard isMade, let handle = try? FileHandle(forUpdating: url) else {
      throw TransportError(.other, "no temporary file can be made")
    }
    state = LockedValue(State(handle: handle))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var length: Int64 { Int64(state.withLock { $0.written }) }

  func append(_ bytes: [UInt8]) throws(TransportError) {
    try state.withLock { (state) throws(TransportError) in
      do {
        try state.handle.seek(toOffset: state.written)
        try state.handle.write(contentsOf: Data(bytes))
        state.written += UInt64(bytes.count)
      } catch {
        throw TransportError(.other, "a temporary file cannot be written")
      }
    }
  }

  /// The next bytes that were appended, at most so many; nil when all are read, and the file is then
  /// empty again.
  func next(upTo count: Int) throws(TransportError) -> [UInt8]? {
    try state.withLock { (state) throws(TransportError) in
      do {
        guard state.read < state.written else { return nil }
        try state.handle.seek(toOffset: state.read)
        let data = try state.handle.read(upToCount: count) ?? Data()
        state.read += UInt64(data.count)
        if state.read == state.written {
          try state.handle.truncate(atOffset: 0)
          (state.read, state.written) = (0, 0)
        }
        return data.isEmpty ? nil : [UInt8](data)
      } catch {
        throw TransportError(.other, "a temporary file cannot be read")
      }
    }
  }
}
