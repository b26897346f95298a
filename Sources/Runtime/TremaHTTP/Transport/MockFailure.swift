/// A reason that a mock transport cannot respond. These errors are never caused by a server: the
/// test does not match its mock.
public enum MockFailure: Error, Hashable, Sendable {
  /// No rule is registered for a request. The request is described by its method and its URL
  /// without the query.
  case unmatched(asked: String, rules: [String])
  /// A rule that is configured to fail afterwards has returned all its responses.
  case exhausted(rule: String, responses: Int, request: String)
  /// The file of a response cannot be read. The associated value contains the path and the reason.
  case file(String)
  /// The value of a response cannot be encoded as JSON.
  case encoding(String)
  /// A recording contains no response for a request, or all such responses have been used. The
  /// remaining requests are listed.
  case notRecorded(request: String, remaining: [String])
  /// A recording contains a response whose body was not recorded, with the reason.
  case bodyNotRecorded(asked: String, reason: String)
  /// Rules that were never used, or that have unused responses.
  case unused([String])
}

extension MockFailure: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .unmatched(let request, let rules):
      rules.isEmpty
        ? "no rule matches \(request); no rule is registered"
        : "no rule matches \(request); registered: \(rules.joined(separator: ", "))"
    case .exhausted(let rule, let responses, let request):
      "the rule \(rule) has returned its \(responses) response\(responses == 1 ? "" : "s"); none is "
        + "left for \(request)"
    case .file(let reason): "cannot read the file of a mock: \(reason)"
    case .encoding(let reason): "the value of a mock cannot be encoded: \(reason)"
    case .notRecorded(let request, let remaining):
      remaining.isEmpty
        ? "the recording has no response for \(request); none is left"
        : "the recording has no response for \(request); remaining: \(remaining.joined(separator: ", "))"
    case .bodyNotRecorded(let request, let reason):
      "the recording has no body for \(request): \(reason)"
    case .unused(let rules): "rules that were never used: \(rules.joined(separator: ", "))"
    }
  }
}
