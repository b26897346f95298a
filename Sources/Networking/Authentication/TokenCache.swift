import TremaHTTP
import TremaSupport

/// The tokens of an OAuth 2.0 client: the tokens in use and their store.
final class TokenCache: Sendable {
  /// The tokens in use. Each replacement gets a new version, even if the server issues the same
  /// token again.
  struct VersionedTokens: Sendable {
    let tokens: OAuth2Tokens
    let version: Int
  }

  /// A refresh that failed.
  private struct Failure {
    /// The version of the tokens that were to be refreshed, or `nil` if there were none.
    let version: Int?
    let error: OAuth2Error
    let time: ContinuousClock.Instant
    /// Whether the failure persists until a user signs in.
    let isFinal: Bool
  }

  /// The cache's state.
  private struct State {
    var isLoaded = false
    /// The tokens in use, or `nil` if there are none.
    var present: VersionedTokens?
    /// The last version.
    var version = 0
    /// The number of sign-ins and sign-outs. Results of work for an earlier generation are
    /// discarded.
    var generation = 0
    /// The number of sign-ins and sign-outs that have been started. Only the last one takes effect.
    var lastChangeNumber = 0
    /// Tokens from a refresh that could not be saved.
    var unsaved: OAuth2Tokens?
    var failure: Failure?
    /// The times of recent refreshes, which the limit applies to.
    var refreshes: [ContinuousClock.Instant] = []
    /// The time at which a refresh returned the tokens in use, or `nil` if they were not refreshed.
    var renewed: ContinuousClock.Instant?
    /// Whether a server has accepted the tokens in use.
    var isProven = false

    /// Replaces the tokens in use.
    mutating func use(_ tokens: OAuth2Tokens?, renewed time: ContinuousClock.Instant? = nil) {
      isLoaded = true
      version += 1
      present = tokens.map { VersionedTokens(tokens: $0, version: version) }
      unsaved = nil
      failure = nil
      renewed = time
      isProven = false
    }

    /// Replaces the tokens in use after a sign-in or sign-out.
    mutating func change(to tokens: OAuth2Tokens?) {
      generation += 1
      refreshes = []
      use(tokens)
    }
  }

  /// A consistent snapshot that a refresh starts from.
  struct Status: Sendable {
    let generation: Int
    let tokens: OAuth2Tokens?
    /// Tokens from a refresh that could not be saved.
    let unsaved: OAuth2Tokens?
    /// Whether a server has accepted the tokens.
    let isProven: Bool
  }

  private let store: any TokenStore
  /// The only session whose tokens are used; `nil` accepts any.
  private let session: String?
  private let state = LockedValue(State())
  /// The first read of the store, which all requests share.
  let loading = SingleFlight<OAuth2Error?>()
  /// The last change of the store; the next one waits for it.
  private let lastChange = LockedValue<Task<Void, Never>?>(nil)

  init(_ store: any TokenStore, session: String? = nil) {
    self.store = store
    self.session = session
  }

  var isLoaded: Bool { state.withLock { $0.isLoaded } }
  var present: VersionedTokens? { state.withLock { $0.present } }
  /// The number of sign-ins and sign-outs.
  private var generation: Int { state.withLock { $0.generation } }

  /// A consistent snapshot.
  var status: Status {
    state.withLock { state in
      Status(
        generation: state.generation, tokens: state.present?.tokens, unsaved: state.unsaved,
        isProven: state.isProven)
    }
  }

  /// Reads the store on the first call, once for all concurrent callers, since reading may require
  /// the user's confirmation.
  ///
  /// - Returns: False if the task was cancelled while waiting.
  func load() async throws(OAuth2Error) -> Bool {
    let outcome = await loading.join { [self] in
      do throws(OAuth2Error) { try await read() } catch { return error }
      return nil
    }
    guard let outcome else { return false }
    if let error = outcome { throw error }
    return true
  }

  /// Reads the store, unless it has been read or a user has signed in in the meantime.
  private func read() async throws(OAuth2Error) {
    if isLoaded { return }
    let generation = self.generation
    let tokens = try await stored()
    state.withLock { state in
      if !state.isLoaded, state.generation == generation { state.use(tokens) }
    }
  }

  /// Adopts the tokens that another process has stored.
  ///
  /// - Returns: The tokens, or `nil` if there are no new ones. A store without tokens changes
  ///   nothing, as some stores cannot be read while a machine is locked.
  func reload() async throws(OAuth2Error) -> VersionedTokens? {
    let generation = self.generation
    let tokens = try await stored()
    guard let tokens else { return nil }
    return state.withLock { state in
      guard state.generation == generation,
        state.present?.tokens.accessToken != tokens.accessToken
      else { return nil }
      state.use(tokens)
      return state.present
    }
  }

  /// Returns the stored tokens, unless they belong to a different session.
  private func stored() async throws(OAuth2Error) -> OAuth2Tokens? {
    let tokens: OAuth2Tokens?
    do { tokens = try await store.load() } catch { throw .store(error) }
    if let session, tokens?.session != session { return nil }
    return tokens
  }

  /// Runs a refresh while no other client of the store runs one.
  func withExclusiveAccess(
    _ refresh: @escaping @Sendable () async throws(OAuth2Error) -> VersionedTokens
  ) async throws(OAuth2Error) -> VersionedTokens {
    let result: Result<VersionedTokens, OAuth2Error>
    do {
      result = try await store.withExclusiveAccess {
        do throws(OAuth2Error) { return .success(try await refresh()) } catch {
          return .failure(error)
        }
      }
    } catch {
      throw .store(error)
    }
    return try result.get()
  }

  /// Replaces the tokens with new ones after a sign-in, or with `nil` after a sign-out.
  func replace(with tokens: OAuth2Tokens?) async throws(OAuth2Error) {
    let changeNumber = state.withLock { state in
      state.lastChangeNumber += 1
      // After a sign-out no request may use the tokens, even if the store fails. After a sign-in
      // the previous user remains until the new tokens are saved.
      if tokens == nil { state.change(to: nil) }
      return state.lastChangeNumber
    }
    _ = try await change { [state] store in
      guard state.withLock({ $0.lastChangeNumber == changeNumber }) else { return }
      if let tokens { try await store.save(tokens) } else { try await store.remove() }
      state.withLock { state in
        if let tokens, state.lastChangeNumber == changeNumber { state.change(to: tokens) }
      }
    }
  }

  /// Saves the tokens from a refresh and then uses them.
  ///
  /// - Throws: ``OAuth2Error/signedOut`` if a user has signed in or out in the meantime.
  func renew(
    _ tokens: OAuth2Tokens, of generation: Int, at time: ContinuousClock.Instant
  ) async throws(OAuth2Error) -> VersionedTokens {
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      // The old refresh token may no longer be valid, so the new one is kept even if it can't be
      // saved.
      state.unsaved = tokens
      return true
    }
    guard isCurrent else { throw .signedOut }
    try await change { [state] store in
      guard state.withLock({ $0.generation == generation }) else { return }
      try await store.save(tokens)
      state.withLock { state in
        if state.generation == generation { state.use(tokens, renewed: time) }
      }
    }
    let present = state.withLock { $0.generation == generation ? $0.present : nil }
    guard let present else { throw .signedOut }
    return present
  }

  /// Changes the store, one change at a time. A change continues if its caller is cancelled.
  private func change(
    _ work: @escaping @Sendable (any TokenStore) async throws -> Void
  ) async throws(OAuth2Error) {
    let task: Task<OAuth2Error?, Never> = lastChange.withLock { last in
      let task = Task.detached { [store, last] () -> OAuth2Error? in
        await last?.value
        do { try await work(store) } catch { return .store(error) }
        return nil
      }
      last = Task.detached { _ = await task.value }
      return task
    }
    if let error = await task.value { throw error }
  }

  /// Returns the outcome of a refresh that has ended: the new tokens, or the refresh's error.
  ///
  /// - Parameters:
  ///   - version: The version of the tokens to replace, or `nil` if there were none.
  ///   - start: The start of the request. A later failure is reported, as the request counts as
  ///     waiting for that refresh; an earlier failure is not.
  /// - Returns: The tokens, or `nil` if no outcome is known.
  func outcome(
    for version: Int?, since start: ContinuousClock.Instant
  ) throws(OAuth2Error) -> VersionedTokens? {
    try state.withLock { state throws(OAuth2Error) in
      if let present = state.present, present.version != version { return present }
      if state.present == nil, version != nil { throw .signedOut }
      if let failure = state.failure, failure.version == version,
        failure.isFinal || failure.time >= start
      {
        throw failure.error
      }
      return nil
    }
  }

  /// Stores a refresh's error, unless the tokens have changed.
  func recordFailure(
    _ error: OAuth2Error, of version: Int?, at time: ContinuousClock.Instant, isFinal: Bool
  ) {
    state.withLock { state in
      guard state.present?.version == version else { return }
      state.failure = Failure(version: version, error: error, time: time, isFinal: isFinal)
    }
  }

  /// Counts a refresh.
  ///
  /// - Throws: ``OAuth2Error/tooManyRefreshes(_:)`` if the limit is exceeded.
  func countRefresh(
    at time: ContinuousClock.Instant, limit: Int, window: Duration
  ) throws(OAuth2Error) {
    try state.withLock { state throws(OAuth2Error) in
      state.refreshes.removeAll { $0 + window <= time }
      if state.refreshes.count >= limit { throw .tooManyRefreshes(state.refreshes.count) }
      state.refreshes.append(time)
    }
  }

  /// Records that a server has accepted the tokens of a version.
  func markProven(_ version: Int) {
    state.withLock { state in
      if state.present?.version == version { state.isProven = true }
    }
  }

  /// Returns a consistent snapshot: the tokens in use, whether a refresh returned them within a
  /// period, and whether a server has accepted them.
  func status(
    at time: ContinuousClock.Instant, window: Duration
  ) -> (present: VersionedTokens, isFresh: Bool, isProven: Bool)? {
    state.withLock { state in
      guard let present = state.present else { return nil }
      return (present, state.renewed.map { time < $0 + window } ?? false, state.isProven)
    }
  }
}

extension TokenCache: Redacted {
  var description: String { "tokens" }
}
