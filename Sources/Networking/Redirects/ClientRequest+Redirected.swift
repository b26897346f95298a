import TremaHTTP
import TremaSupport

extension ClientRequest {
  /// The request that a redirect asks for, as if it led to the same origin.
  ///
  /// Source: RFC 9110, sections 15.4 and 15.4.2 to 15.4.9; for methods, Fetch 4.4 ("HTTP-redirect
  /// fetch").
  func redirected(by status: HTTPStatus, to target: String) -> ClientRequest {
    var next = self
    next.head.target = target
    let becomesGet =
      switch status {
      case .movedPermanently, .found: head.method == .post
      case .seeOther: head.method != .get && head.method != .head
      default: false
      }
    if becomesGet {
      next.head.method = .get
      next.body = .empty
      next.head.fields = HTTPFields(next.head.fields.filter { !$0.name.speaksOfBody })
    }
    return next
  }
}

extension HTTPFields {
  mutating func remove(_ names: Set<Name>) {
    self = HTTPFields(filter { !names.contains($0.name) })
  }
}

extension HTTPFields.Name {
  /// Whether it means nothing where there is no body.
  fileprivate var speaksOfBody: Bool {
    if text.utf8.prefix(8).elementsEqual("content-".utf8, by: { ASCII.lowercased($0) == $1 }) {
      return true
    }
    return Self.ofBodies.contains(self)
  }

  private static let ofBodies: Set<HTTPFields.Name> = [
    .expect, .lastModified, .transferEncoding, "Digest", "Repr-Digest", "Trailer",
  ]
}
