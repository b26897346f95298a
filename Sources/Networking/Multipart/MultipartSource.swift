import TremaHTTP
import TremaSupport

/// The bytes of a form. One part is open at a time; short ones are put together into one piece.
final class MultipartSource: HTTPBodySource {
  struct Segment: Sendable {
    let body: HTTPBody
    /// The measured length; `nil` if it is unknown.
    let length: Int64?
  }

  /// Up to so many bytes are put together.
  private static let pieceSize = 1 << 16

  private let segments: [Segment]
  private let state = LockedValue(State())

  private struct State {
    /// The index of the segment that is opened next.
    var index = 0
    var open: (any HTTPBodySource)?
    /// Why there is nothing more.
    var failure: TransportError?
  }

  init(_ segments: [Segment]) { self.segments = segments }

  func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      while true {
        if let failure = state.value.failure { throw failure }
        if let open = state.value.open {
          if let piece = try await open.next() { return piece }
          state.withLock { $0.open = nil }
        }
        let bytes = together()
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
      defer { state.open = nil }
      state.failure = state.failure ?? TransportError(.cancelled)
      return state.open
    }
    open?.cancel()
  }

  /// Returns the next bytes in memory, up to one chunk; a longer segment is returned alone.
  private func together() -> [UInt8] {
    state.withLock { state in
      var piece: [UInt8] = []
      while state.index < segments.count, case .bytes(let bytes) = segments[state.index].body,
        piece.isEmpty || piece.count + bytes.count <= Self.pieceSize
      {
        if piece.isEmpty { piece = bytes } else { piece += bytes }
        state.index += 1
      }
      return piece
    }
  }

  private func open(_ segment: Segment) async throws(TransportError) {
    guard let open = try await segment.body.opened() else { return }
    if let length = segment.length, open.length != length {
      open.source.cancel()
      throw TransportError(
        .requestBody, "a file of \(length) bytes has \(open.length ?? 0) when it is sent")
    }
    let isWanted = state.withLock { state in
      if state.failure != nil { return false }
      state.open = open.source
      return true
    }
    if !isWanted { open.source.cancel() }
  }
}

/// The syntax of the parts.
enum MultipartSyntax {
  private static let boundaryLetters = ASCIISet("'()+_,-./:=?") | .alphanumeric

  /// Source: RFC 2046, section 5.1.1, without the space, which few programs quote correctly.
  static func isBoundary(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count) && text.utf8.allSatisfy(boundaryLetters.contains)
  }

  static func isToken(_ text: String) -> Bool { HTTPSyntax.isToken(text) }

  /// Returns the delimiter, the header fields and the empty line before the content of a part.
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

  static func end(boundary: String, isEmpty: Bool) -> [UInt8] {
    Array("\(isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8)
  }

  /// Appends a name as browsers write it: UTF-8, `"` as `%22`, CR and LF as `%0D` and `%0A`, and besides
  /// that the other control characters, and a backslash at the end: browsers leave those, but readers
  /// stumble over the former and take the latter for an escape of the quotation mark behind it. A `%`
  /// stays, so `%22` in a name cannot be told from a quotation mark.
  ///
  /// Source: HTML, "multipart/form-data encoding algorithm".
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

  /// Whether the boundary, with its two hyphens, is anywhere in these bytes.
  ///
  /// Looks at one byte in as many as the delimiter has, most of the time (Horspool's way).
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
