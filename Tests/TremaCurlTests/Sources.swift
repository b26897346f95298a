import TremaHTTP
import TremaSupport

/// A source of chunks of the letter `a`, which records how it was used.
final class CountingSource: HTTPBodySource {
  private let rest: LockedValue<Int>
  private let size: Int
  let given = LockedValue(0)
  let isCancelled = LockedValue(false)

  init(pieces: Int, of size: Int) {
    rest = LockedValue(pieces)
    self.size = size
  }

  func next() async throws(TransportError) -> [UInt8]? {
    if isCancelled.value { throw TransportError(.cancelled) }
    guard rest.add(-1) > 0 else { return nil }
    given.add(size)
    return [UInt8](repeating: 97, count: size)
  }

  func cancel() { isCancelled.value = true }

  static func stream(pieces: Int, of size: Int, length: Int64? = nil) -> HTTPBodyStream {
    HTTPBodyStream(length: length) { () async throws(TransportError) in
      CountingSource(pieces: pieces, of: size)
    }
  }
}

struct FailingSource: HTTPBodySource {
  func next() async throws(TransportError) -> [UInt8]? {
    throw TransportError(.requestBody, "on purpose")
  }

  func cancel() {}
}

/// A source of chunks of text, each so late that the earlier ones have been sent.
final class LateSource: HTTPBodySource {
  private let pieces: LockedValue<[String]>

  init(_ pieces: [String]) { self.pieces = LockedValue(pieces) }

  func next() async throws(TransportError) -> [UInt8]? {
    do { try await Task.sleep(for: .milliseconds(50)) } catch { throw TransportError(.cancelled) }
    return pieces.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
  }

  func cancel() {}
}
