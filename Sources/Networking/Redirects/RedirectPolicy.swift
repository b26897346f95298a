import TremaHTTP

/// A redirect that has come, and what would be sent.
public struct RedirectProposal: Sendable {
  /// The head of the redirect.
  public let response: HTTPResponseHead
  /// The request that was redirected.
  public let from: HTTPRequest
  /// The request that would be sent, without the fields for the first origin alone.
  public let request: ClientRequest
  /// The redirects that were followed before.
  public let redirects: [HTTPRedirect]
  /// Whether it leads from `https` to `http`.
  public let isInsecure: Bool
}

public enum RedirectDecision: Sendable {
  case follow
  /// The redirect is the response.
  case handOut
  /// Something else is sent. What is for the first origin alone still does not go to another one,
  /// but where the policy gave it another value; limits, loops and `https` are looked at as ever.
  case send(ClientRequest)
}

/// Why a redirect was not followed.
public struct RedirectError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// There were more than so many.
    case limit(Int)
    /// The target was requested before and answered with a redirect.
    case loop
    /// It leads from `https` to `http`.
    case insecure
    /// The target is no URL to which a request can be sent.
    case location(HTTPSyntaxError)
  }

  public let reason: Reason
  /// The redirects that were followed before, in order.
  public let redirects: [HTTPRedirect]

  init(_ reason: Reason, after redirects: [HTTPRedirect]) {
    (self.reason, self.redirects) = (reason, redirects)
  }
}

extension RedirectError: Redacted {
  /// Without user names and queries of the URLs.
  public var description: String {
    let words =
      switch reason {
      case .limit(let limit): "more than \(limit) redirects"
      case .loop: "the redirect leads to what was asked before"
      case .insecure: "the redirect leads from https to http"
      case .location(let error): "the redirect cannot be followed: \(error)"
      }
    guard let last = redirects.last else { return words }
    return "\(words), after \(redirects.count), of which the last was \(last)"
  }
}

extension RedirectProposal: Redacted {
  public var description: String {
    "\(response.status) \(from.method) \(from.redactedTarget) → "
      + "\(request.head.method) \(request.head.redactedTarget)"
  }
}
