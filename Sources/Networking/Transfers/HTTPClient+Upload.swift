import TremaHTTP

extension HTTPClient {
  /// A request that tells how much of its body has been sent: bytes, a file, a form, or a stream.
  ///
  ///     client.upload(.put("film.mp4").file(path: path).empty)
  ///
  /// It is sent as any other: a body that can be read only once can be sent only once, also by a
  /// second run. The total is known unless a stream does not know its length.
  public func upload<Value>(_ request: Request<Value>) -> Transfer<Value> {
    Transfer(request.draft.request) { board async throws(NetworkError) in
      var draft = request.draft
      draft.options.observe(board)
      return try await send(Request(draft, decoder: request.decoder))
    }
  }
}
