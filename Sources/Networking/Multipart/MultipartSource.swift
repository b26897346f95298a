import TremaHTTP
import TremaSupport

/// A form's bytes. One part is open at a time. Short parts are combined into one chunk.
final class MultipartSource: HTTPBodySource {
  /// A part of the body, or the delimiters around it.
  struct Segment: Sendable {
    let body: HTTPBody
    /// The measured length, or `nil` if unknown.
    let length: Int64?
  }

  /// The maximum size of combined chunks, in bytes.
  private static let chunkSize = 1 << 16

  private let segments: [Segment]
  private let state = LockedValue(State())

  private struct State {
    /// The index of the next segment to open.
    var index = 0
    /// The source of the open segment.
    var openSource: (any HTTPBodySource)?
    /// The error that ended the body.
    var failure: TransportError?
  }

  init(_ segments: [Segment]) { self.segments = segments }

  func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      while true {
        if let failure = state.value.failure { throw failure }
        if let open = state.value.openSource {
          if let chunk = try await open.next() { return chunk }
          state.withLock { $0.openSource = nil }
        }
        let bytes = combinedChunk()
        if !bytes.isEmpty { return bytes }
        let index = state.withLock { state in
          state.index += 1
          return state.index - 1
        }
        guard index < segments.count else { return nil }
        try await open(segments[index])
      }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      throw error
    }
  }

  func cancel() {
    let open = state.withLock { state in
      defer { state.openSource = nil }
      state.failure = state.failure ?? TransportError(.cancelled)
      return state.openSource
    }
    open?.cancel()
  }

  /// Returns the next bytes that are in memory, up to one chunk. A longer segment is returned on
  /// its own. The result is empty if the next segment has to be opened.
  private func combinedChunk() -> [UInt8] {
    state.withLock { state in
      var chunk: [UInt8] = []
      while state.index < segments.count, case .bytes(let bytes) = segments[state.index].body,
        chunk.isEmpty || chunk.count + bytes.count <= Self.chunkSize
      {
        if chunk.isEmpty { chunk = bytes } else { chunk += bytes }
        state.index += 1
      }
      return chunk
    }
  }

  /// Opens the next segment. If the length of a file has changed since it was measured, this is an
  /// error.
  private func open(_ segment: Segment) async throws(TransportError) {
    guard let open = try await segment.body.opened() else { return }
    if let length = segment.length, open.length != length {
      open.source.cancel()
      throw TransportError(
        .requestBody,
        "the length of a file changed from \(length) to \(open.length ?? 0) bytes before it was sent"
      )
    }
    // The body may have been cancelled while the segment was being opened.
    let isWanted = state.withLock { state in
      if state.failure != nil { return false }
      state.openSource = open.source
      return true
    }
    if !isWanted { open.source.cancel() }
  }
}

/// The syntax of multipart bodies.
enum MultipartSyntax {
  /// The characters allowed in a boundary.
  private static let boundaryLetters = ASCIISet("'()+_,-./:=?") | .alphanumeric

  /// Returns whether a string is a valid boundary.
  ///
  /// See RFC 2046, section 5.1.1. The space is left out because few programs quote it correctly.
  static func isBoundary(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count) && text.utf8.allSatisfy(boundaryLetters.contains)
  }

  /// Returns whether a string needs no quotes in a field.
  static func isToken(_ text: String) -> Bool { HTTPSyntax.isToken(text) }

  /// Returns the delimiter, the header fields and the empty line that precede a part's content.
  static func head(
    of part: MultipartForm.Part, boundary: String, isFirst: Bool
  ) throws(MultipartError) -> [UInt8] {
    var head: [UInt8] = isFirst ? [] : [0x0D, 0x0A]
    head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8
    append(part.name, to: &head)
    head.append(UInt8(ascii: "\""))
    if let fileName = part.fileName {
      head += "; filename=\"".utf8
      append(fileName, to: &head)
      head.append(UInt8(ascii: "\""))
    }
    if let type = part.type {
      guard HTTPSyntax.isFieldValue(type), !type.isEmpty else { throw .type(part: part.name) }
      head += "\r\nContent-Type: \(type)".utf8
    }
    head += "\r\n\r\n".utf8
    return head
  }

  /// Returns the delimiter at the end of the form.
  static func end(boundary: String, isEmpty: Bool) -> [UInt8] {
    Array("\(isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8)
  }

  /// Appends a name as encoded by browsers: in UTF-8, with `"` as `%22`, and CR and LF as `%0D` and
  /// `%0A`. Unlike in browsers, other control characters are also percent-encoded, because some
  /// parsers fail on them, and so is a backslash at the end, which some parsers treat as an escape
  /// for the closing quote. A `%` is not encoded, so `%22` in a name is ambiguous.
  ///
  /// See HTML, "multipart/form-data encoding algorithm".
  private static func append(_ name: String, to output: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    let last = name.utf8.count - 1
    for (index, byte) in name.utf8.enumerated() {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"")
        || (byte == UInt8(ascii: "\\") && index == last)
      {
        output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        output.append(byte)
      }
    }
  }

  /// Returns whether the boundary, preceded by two hyphens, occurs in the bytes.
  ///
  /// The search (Boyer-Moore-Horspool) inspects about one in as many bytes as the delimiter has.
  static func occurs(_ boundary: String, in bytes: [UInt8]) -> Bool {
    let pattern = Array("--\(boundary)".utf8)
    let last = pattern.count - 1
    guard bytes.count > last else { return false }
    var shifts = [Int](repeating: pattern.count, count: 256)
    for (index, byte) in pattern[..<last].enumerated() { shifts[Int(byte)] = last - index }
    return bytes.withUnsafeBufferPointer { bytes in
      var end = last
      while end < bytes.count {
        if bytes[end] == pattern[last], bytes[(end - last)...end].elementsEqual(pattern) {
          return true
        }
        end += shifts[Int(bytes[end])]
      }
      return false
    }
  }
}
