/// Why a mock has no answer. No server says any of this: the test is not what it was meant to be.
public enum MockFailure: Error, Hashable, Sendable {
  /// Nothing was registered for what was asked: a method and a URL without its query.
  case unmatched(asked: String, rules: [String])
  /// A rule has given all its answers and is to fail after that.
  case exhausted(rule: String, answers: Int, asked: String)
  /// The file of an answer cannot be read: its path and the reason.
  case file(String)
  /// The value of an answer cannot be written as JSON.
  case encoding(String)
  /// A recording has no answer, or none any more, for what was asked; what is left of it.
  case notRecorded(asked: String, left: [String])
  /// A recording has an answer, and its body was not kept: why.
  case bodyNotRecorded(asked: String, reason: String)
  /// Rules that were never asked, and those with answers left over.
  case unused([String])
}

extension MockFailure: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .unmatched(let asked, let rules):
      rules.isEmpty
        ? "nothing answers \(asked): no rule is registered"
        : "nothing answers \(asked); registered: \(rules.joined(separator: ", "))"
    case .exhausted(let rule, let answers, let asked):
      "the rule \(rule) has given its \(answers) answer\(answers == 1 ? "" : "s"): nothing is left "
        + "for \(asked)"
    case .file(let reason): "the file of a mock cannot be read: \(reason)"
    case .encoding(let reason): "the value of a mock cannot be encoded: \(reason)"
    case .notRecorded(let asked, let left):
      left.isEmpty
        ? "the recording has no answer for \(asked): nothing is left of it"
        : "the recording has no answer for \(asked); left: \(left.joined(separator: ", "))"
    case .bodyNotRecorded(let asked, let reason):
      "the recording has no body for \(asked): \(reason)"
    case .unused(let rules): "never used: \(rules.joined(separator: ", "))"
    }
  }
}
