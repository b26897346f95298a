import TremaHTTP
import TremaSupport

/// Writes an entry into a file beside the others, which takes its name when it is whole.
final class DiskCacheWriter: CacheWriter {
  private struct Work: Sendable {
    let file: CacheDescriptor
    let path: String
  }

  private struct State: Sendable {
    /// Nil when it is over.
    var work: Work?
    var length = 0
  }

  private let folder: CacheFolder
  private let key: CacheKey
  private let head: [UInt8]
  private let limit: Int
  private let state: LockedValue<State>

  init(_ folder: CacheFolder, _ key: CacheKey, head: [UInt8], limit: Int) throws(CacheProblem) {
    let (path, file) = try folder.temporary()
    (self.folder, self.key, self.head, self.limit) = (folder, key, head, limit)
    state = LockedValue(State(work: Work(file: file, path: path)))
  }

  deinit { abandon() }

  private var bodyOffset: Int { CacheFile.prefixLength + head.count }

  func append(_ piece: [UInt8]) async throws(CacheProblem) -> Bool {
    do throws(CacheProblem) {
      let isTaken = try state.withLock { state throws(CacheProblem) in
        guard let work = state.work, piece.count <= limit - state.length else { return false }
        try work.file.write(piece, at: bodyOffset + state.length)
        state.length += piece.count
        return true
      }
      if !isTaken { abandon() }
      return isTaken
    } catch {
      abandon()
      throw error
    }
  }

  func finish() async throws(CacheProblem) { try finish(expecting: nil) }

  /// - Parameter expected: what the digest of the body must be, where that is known.
  func finish(expecting expected: [UInt8]?) throws(CacheProblem) {
    let (work, length) = state.withLock { state in
      defer { state.work = nil }
      return (state.work, state.length)
    }
    guard let work else { return }
    do throws(CacheProblem) {
      let digest = try work.file.digest(from: bodyOffset, length).digest
      if let expected, expected != digest { throw CacheProblem(.damaged, "its body") }
      let prefix = CacheFile.prefix(key, head: head, bodyLength: length, bodyDigest: digest)
      try work.file.write(prefix + head, at: 0)
    } catch {
      unlink(work.path)
      throw error
    }
    try folder.put(work.path, as: key, length: bodyOffset + length)
  }

  func abandon() {
    let work = state.withLock { state in
      defer { state.work = nil }
      return state.work
    }
    if let work { unlink(work.path) }
  }
}
