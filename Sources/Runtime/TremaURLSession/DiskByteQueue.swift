import Foundation
import TremaHTTP
import TremaSupport

/// A byte queue backed by a temporary file, which is deleted when the object is released.
///
/// FoundationNetworking can stream a request body only by blocking a thread that all of the
/// process's sessions share, and the body's source may depend on that thread. It can pause a
/// response only by restarting the request. Bytes that have not been produced or read yet are
/// therefore stored here.
final class DiskByteQueue: Sendable {
  /// The state, protected by the lock.
  private struct State: Sendable {
    /// The file, open for reading and writing.
    let handle: FileHandle
    /// The offset of the next byte to read.
    var readOffset: UInt64 = 0
    /// The offset at which bytes are appended.
    var writeOffset: UInt64 = 0
  }

  /// The URL of the file in the temporary folder.
  let url: URL
  private let state: LockedValue<State>

  /// Creates an empty file.
  ///
  /// - Throws: `other` if the file cannot be created.
  init() throws(TransportError) {
    let folder = FileManager.default.temporaryDirectory
    url = folder.appendingPathComponent("trema-\(UUID().uuidString)")
    // Only the owner can read the file, because the bytes may be secret.
    let isCreated = FileManager.default.createFile(
      atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    guard isCreated, let handle = try? FileHandle(forUpdating: url) else {
      throw TransportError(.other, "cannot create a temporary file in '\(folder.path)'")
    }
    state = LockedValue(State(handle: handle))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The number of bytes appended since the file was last empty.
  var appendedLength: Int64 { Int64(state.withLock { $0.writeOffset }) }

  /// Appends bytes to the file.
  ///
  /// - Throws: `other` if the bytes cannot be written.
  func append(_ bytes: [UInt8]) throws(TransportError) {
    try state.withLock { (state) throws(TransportError) in
      do {
        try state.handle.seek(toOffset: state.writeOffset)
        try state.handle.write(contentsOf: Data(bytes))
        state.writeOffset += UInt64(bytes.count)
      } catch {
        throw TransportError(
          .other, "cannot write a temporary file: \(error.localizedDescription)")
      }
    }
  }

  /// Returns the next unread bytes up to a maximum number, or `nil` if all bytes have been read.
  /// The file is truncated once it has been read completely.
  ///
  /// - Throws: `other` if the bytes cannot be read.
  func next(upTo count: Int) throws(TransportError) -> [UInt8]? {
    try state.withLock { (state) throws(TransportError) in
      do {
        guard state.readOffset < state.writeOffset else { return nil }
        try state.handle.seek(toOffset: state.readOffset)
        let data = try state.handle.read(upToCount: count) ?? Data()
        state.readOffset += UInt64(data.count)
        if state.readOffset == state.writeOffset {
          try state.handle.truncate(atOffset: 0)
          (state.readOffset, state.writeOffset) = (0, 0)
        }
        return data.isEmpty ? nil : [UInt8](data)
      } catch {
        throw TransportError(
          .other, "cannot read a temporary file: \(error.localizedDescription)")
      }
    }
  }
}
