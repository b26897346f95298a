import TremaHTTP

extension Upload {
  /// - Returns: nil for a body that is there as bytes.
  static func opened(
    _ body: HTTPBody
  ) async throws(TransportError) -> (any HTTPBodySource, Int64?)? {
    switch body {
    case .empty, .bytes: return nil
    case .file(let path):
      let source = try FileSource(path: path)
      return (source, source.length)
    case .stream(let stream): return (try await stream.makeSource(), stream.length)
    }
  }
}
