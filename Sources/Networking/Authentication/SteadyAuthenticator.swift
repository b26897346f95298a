/// One whose credentials are there from the beginning and stay, and which has nothing to say to a refusal:
/// nobody waits for it.
protocol SteadyAuthenticator: PunctualAuthenticator {
  /// Nil where it is none in spite of its type.
  var steady: SteadyCredentials? { get }
}

struct SteadyCredentials: Sendable {
  let identity: String
  /// What stands in the field.
  let authorization: Result<String, AuthenticationError>
}
