import TremaHTTP
import TremaSupport

/// The tokens of a client of OAuth 2.0: those in use, and the store behind them.
final class TokenCache: Sendable {
  /// Tokens in use. Each time that others come the version is another one, also where a server gives
  /// the same token again.
  struct Present: Sendable {
    let tokens: OAuth2Tokens
    let version: Int
  }

  /// A refresh that failed.
  private struct Failure {
    let version: Int?
    let error: OAuth2Error
    let time: ContinuousClock.Instant
    /// Final until a user signs in.
    let isFinal: Bool
  }

  private struct State {
    var isLoaded = false
    var present: Present?
    var version = 0
    /// Another one for each sign-in and sign-out: what belongs to an older one is of no use.
    var generation = 0
    /// Counts those that were begun, of which the last one decides.
    var turn = 0
    /// Came from a server, and could not be saved.
    var unsaved: OAuth2Tokens?
    var failure: Failure?
    /// The times at which tokens were requested.
    var refreshes: [ContinuousClock.Instant] = []
    /// When the present ones came, if it was for a refresh.
    var renewed: ContinuousClock.Instant?
    /// Whether a server has taken the present ones.
    var isProven = false

    mutating func use(_ tokens: OAuth2Tokens?, renewed time: ContinuousClock.Instant? = nil) {
      isLoaded = true
      version += 1
      present = tokens.map { Present(tokens: $0, version: version) }
      unsaved = nil
      failure = nil
      renewed = time
      isProven = false
    }

    mutating func change(to tokens: OAuth2Tokens?) {
      generation += 1
      refreshes = []
      use(tokens)
    }
  }

  /// A consistent snapshot from which a refresh starts.
  struct Status: Sendable {
    let generation: Int
    let tokens: OAuth2Tokens?
    /// Came from a server, and could not be saved.
    let unsaved: OAuth2Tokens?
    /// Whether a server has taken the tokens.
    let isProven: Bool
  }

  private let store: any TokenStore
  /// The only session whose tokens are used; nil where any is.
  private let session: String?
  private let state = LockedValue(State())
  let loading = SingleFlight<OAuth2Error?>()
  /// The last change of the store; the next one waits for it.
  private let lastChange = LockedValue<Task<Void, Never>?>(nil)

  init(_ store: any TokenStore, session: String? = nil) {
    self.store = store
    self.session = session
  }

  var isLoaded: Bool { state.withLock { $0.isLoaded } }
  var present: Present? { state.withLock { $0.present } }
  private var generation: Int { state.withLock { $0.generation } }

  var status: Status {
    state.withLock { state in
      Status(
        generation: state.generation, tokens: state.present?.tokens, unsaved: state.unsaved,
        isProven: state.isProven)
    }
  }

  /// Reads the store the first time, once for all who ask meanwhile: it may ask the user.
  ///
  /// - Returns: false when the task was cancelled while it waited.
  func load() async throws(OAuth2Error) -> Bool {
    let outcome = await loading.join { [self] in
      do throws(OAuth2Error) { try await read() } catch { return error }
      return nil
    }
    guard let outcome else { return false }
    if let error = outcome { throw error }
    return true
  }

  private func read() async throws(OAuth2Error) {
    if isLoaded { return }
    let generation = self.generation
    let tokens = try await stored()
    state.withLock { state in
      if !state.isLoaded, state.generation == generation { state.use(tokens) }
    }
  }

  /// Takes over the tokens that another process has stored.
  ///
  /// - Returns: nil when there is nothing new. A store without tokens changes nothing: some cannot be
  ///   read while a machine is locked.
  func reload() async throws(OAuth2Error) -> Present? {
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

  private func stored() async throws(OAuth2Error) -> OAuth2Tokens? {
    let tokens: OAuth2Tokens?
    do { tokens = try await store.load() } catch { throw .store(error) }
    if let session, tokens?.session != session { return nil }
    return tokens
  }

  /// Does a refresh while no other one who shares the store does one.
  func whileAlone(
    _ refresh: @escaping @Sendable () async throws(OAuth2Error) -> Present
  ) async throws(OAuth2Error) -> Present {
    let result: Result<Present, OAuth2Error>
    do {
      result = try await store.whileAlone {
        do throws(OAuth2Error) { return .success(try await refresh()) } catch {
          return .failure(error)
        }
      }
    } catch {
      throw .store(error)
    }
    return try result.get()
  }

  /// Replaces the tokens after a sign-in; `nil` after a sign-out.
  func replace(with tokens: OAuth2Tokens?) async throws(OAuth2Error) {
    let turn = state.withLock { state in
      state.turn += 1
      // Nothing may be sent for who has left, even where the store fails. Who was there before a
      // sign-in is until that one is kept.
      if tokens == nil { state.change(to: nil) }
      return state.turn
    }
    _ = try await change { [state] store in
      guard state.withLock({ $0.turn == turn }) else { return }
      if let tokens { try await store.save(tokens) } else { try await store.remove() }
      state.withLock { state in
        if let tokens, state.turn == turn { state.change(to: tokens) }
      }
    }
  }

  /// Saves what came for a refresh, then uses it.
  ///
  /// - Throws: ``OAuth2Error/signedOut`` when a user has signed in or out since.
  func renew(
    _ tokens: OAuth2Tokens, of generation: Int, at time: ContinuousClock.Instant
  ) async throws(OAuth2Error) -> Present {
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      // What it replaces may have ended with it: it must not be lost when it cannot be saved.
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

  /// Runs one change after the other; each goes on when its caller is cancelled.
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

  /// Returns the outcome of a refresh, where it is known already: other tokens, or the reason why there
  /// are none.
  ///
  /// - Parameters:
  ///   - version: of the tokens that are of no use; nil where there were none.
  ///   - start: who began before a refresh failed has waited for it, and it is not repeated.
  /// - Returns: nil when nothing is known.
  func outcome(
    for version: Int?, since start: ContinuousClock.Instant
  ) throws(OAuth2Error) -> Present? {
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

  func note(
    _ error: OAuth2Error, of version: Int?, at time: ContinuousClock.Instant, isFinal: Bool
  ) {
    state.withLock { state in
      guard state.present?.version == version else { return }
      state.failure = Failure(version: version, error: error, time: time, isFinal: isFinal)
    }
  }

  /// Counts a refresh. Throws ``OAuth2Error/tooManyRefreshes(_:)``.
  func countRefresh(
    at time: ContinuousClock.Instant, limit: Int, window: Duration
  ) throws(OAuth2Error) {
    try state.withLock { state throws(OAuth2Error) in
      state.refreshes.removeAll { $0 + window <= time }
      if state.refreshes.count >= limit { throw .tooManyRefreshes(state.refreshes.count) }
      state.refreshes.append(time)
    }
  }

  /// A server has taken tokens.
  func prove(_ version: Int) {
    state.withLock { state in
      if state.present?.version == version { state.isProven = true }
    }
  }

  /// The present tokens, whether they came for a refresh a short time ago, and whether some server
  /// has taken them: all of one moment.
  func status(
    at time: ContinuousClock.Instant, window: Duration
  ) -> (present: Present, isFresh: Bool, isProven: Bool)? {
    state.withLock { state in
      guard let present = state.present else { return nil }
      return (present, state.renewed.map { time < $0 + window } ?? false, state.isProven)
    }
  }
}

extension TokenCache: Redacted {
  var description: String { "tokens" }
}
