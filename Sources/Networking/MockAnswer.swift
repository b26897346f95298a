import TremaHTTP

/// What is answered instead of asking the network.
public struct MockAnswer: Sendable {
  public enum Content: Sendable {
    case bytes([UInt8])
    /// Read when it is asked for.
    case file(path: String)
  }

  public var status: HTTPStatus
  public var fields: HTTPFields
  public var content: Content

  public init(_ status: HTTPStatus = .ok, fields: HTTPFields = [:], _ content: Content) {
    self.status = status
    self.fields = fields
    self.content = content
  }
}

extension MockAnswer {
  func response(to request: HTTPRequest) throws(NetworkError) -> HTTPResponse {
    switch content {
    case .bytes(let bytes):
      HTTPResponse(
        HTTPResponseHead(status, fields: fields, url: request.target), body: .bytes(bytes))
    case .file(let path):
      throw NetworkError(.unsupported("no file \(path)"), request: request)
    }
  }
}
