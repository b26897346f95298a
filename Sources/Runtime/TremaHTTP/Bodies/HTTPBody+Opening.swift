/// A body that is being sent.
package struct OpenBody: Sendable {
  /// In bytes: the source gives exactly so many, or throws. Nil when nobody knows.
  package let length: Int64?
  package let source: any HTTPBodySource

  package init(length: Int64?, source: any HTTPBodySource) {
    self.length = length
    self.source = source
  }
}

extension HTTPBody {
  /// Makes it ready to be read from its beginning.
  ///
  /// A file is open from here on until its last byte is read, an error, `cancel()`, or until nobody
  /// holds the source any more. It is read on the thread that asks for the next piece.
  ///
  /// - Returns: nil for ``empty``.
  /// - Throws: `requestBody` for a file that cannot be opened or is none (a folder, a pipe, a
  ///   device), and whatever the maker of a stream throws.
  package func opened() async throws(TransportError) -> OpenBody? {
    switch self {
    case .empty: return nil
    case .bytes(let bytes):
      return OpenBody(length: Int64(bytes.count), source: BytesSource(bytes))
    case .file(let path):
      let file = try FileSource(path: path)
      return OpenBody(length: file.length, source: file)
    case .stream(let stream):
      if let length = stream.length, length < 0 {
        throw TransportError(.requestBody, "its length is \(length)")
      }
      let source = try await stream.makeSource()
      guard let length = stream.length else { return OpenBody(length: nil, source: source) }
      return OpenBody(length: length, source: MeasuredSource(source, length: length))
    }
  }
}
