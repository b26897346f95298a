import TremaHTTP

/// Where the redirects of one request have led so far.
struct RedirectTrail {
  private(set) var redirects: [HTTPRedirect] = []
  /// What was sent before since a response last set a cookie: with another cookie the same request is
  /// not the same.
  private var sent: [HTTPRequest] = []

  /// - Parameter request: what was sent last.
  mutating func add(_ response: HTTPResponseHead, _ request: HTTPRequest, _ next: HTTPRequest) {
    redirects.append(
      HTTPRedirect(response.status, request.method, request.target, to: next.method, next.target))
    if response.fields.contains(.setCookie) { sent = [] } else { sent.append(request) }
  }

  /// Whether the same has been sent before, and nothing is known to have changed since.
  func isLoop(
    _ response: HTTPResponseHead, _ request: HTTPRequest, _ next: HTTPRequest
  ) -> Bool {
    !response.fields.contains(.setCookie) && (request == next || sent.contains(next))
  }
}
