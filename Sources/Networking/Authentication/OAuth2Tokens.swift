import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tokens of one sign-in.
public struct OAuth2Tokens: Codable, Hashable, Sendable {
  /// The token sent with requests.
  public var accessToken: String
  /// The token used to request new tokens, or `nil` if the server issued none.
  public var refreshToken: String?
  /// The date at which the access token was received.
  public var received: Date
  /// The access token's expiry, or `nil` if the server does not report it.
  public var expires: Date?
  /// The granted scope, or `nil` if the server does not report it, which means the requested scope.
  public var scope: [String]?
  /// The OpenID Connect ID token, which is not inspected.
  public var idToken: String?
  /// The sign-in's identifier. Refreshes keep it; a new sign-in changes it.
  public let session: String

  /// Creates tokens.
  ///
  /// - Parameter session: The sign-in's identifier; `nil` creates a new one.
  public init(
    accessToken: String, refreshToken: String? = nil, received: Date = Date(),
    expires: Date? = nil, scope: [String]? = nil, idToken: String? = nil, session: String? = nil
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.received = received
    self.expires = expires
    self.scope = scope
    self.idToken = idToken
    self.session = session ?? Hexadecimal.text(RandomBytes.make(16))
  }

  /// Returns whether the access token expires within the leeway. The leeway is limited to half the
  /// lifetime; otherwise a short-lived token would never be used.
  func isExpired(at date: Date, leeway: Duration) -> Bool {
    guard let expires else { return false }
    let lifetime = max(0, expires.timeIntervalSince(received))
    let parts = leeway.components
    let margin = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    return date >= expires.addingTimeInterval(-min(margin, lifetime / 2))
  }
}

extension OAuth2Tokens: Redacted {
  /// A textual representation of this instance.
  public var description: String { "tokens" }
}

/// A store that preserves tokens between launches of an app.
///
/// ``OAuth2`` calls ``save(_:)`` and ``remove()`` one at a time, never concurrently. Tokens from a
/// refresh are saved before they are used.
public protocol TokenStore: Sendable {
  /// Returns the tokens, or `nil` if there are none.
  func load() async throws -> OAuth2Tokens?
  /// Replaces the stored tokens, which must be durable when this function returns.
  func save(_ tokens: OAuth2Tokens) async throws
  /// Removes the stored tokens.
  func remove() async throws

  /// Runs a refresh while no other client or process that shares the store runs one. Most servers
  /// accept a refresh token once: if two requests use it at the same time, one is refused, and some
  /// servers then end both sessions.
  ///
  /// The default implementation is intended for a store with a single ``OAuth2``, and only runs the
  /// refresh. ``InterprocessLock`` provides mutual exclusion between processes.
  ///
  /// - Parameter refresh: Reads the store, requests new tokens, and saves them.
  /// - Throws: An error if it is unknown whether another process is refreshing. The refresh must
  ///   not have run in this case.
  func withExclusiveAccess<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome
}

extension TokenStore {
  /// Runs a refresh immediately, for stores that are not shared.
  public func withExclusiveAccess<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome { await refresh() }
}

/// A token store in memory, for the lifetime of the process. Multiple clients can share one.
public final class MemoryTokenStore: TokenStore {
  private let tokens: LockedValue<OAuth2Tokens?>
  /// The last refresh; the next one waits for it.
  private let last = LockedValue<Task<Void, Never>?>(nil)

  /// Creates a store that contains these tokens.
  public init(_ tokens: OAuth2Tokens? = nil) { self.tokens = LockedValue(tokens) }

  /// Returns the tokens, or `nil` if there are none.
  public func load() async throws -> OAuth2Tokens? { tokens.value }
  /// Replaces the tokens.
  public func save(_ tokens: OAuth2Tokens) async throws { self.tokens.value = tokens }
  /// Removes the tokens.
  public func remove() async throws { tokens.value = nil }

  /// Runs a refresh after the refresh started by another client of the store.
  public func withExclusiveAccess<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome {
    let task = last.withLock { last in
      let task = Task { [last] in
        await last?.value
        return await refresh()
      }
      last = Task.detached { _ = await task.value }
      return task
    }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension MemoryTokenStore: Redacted {
  /// A textual representation of this instance.
  public var description: String { "tokens in memory" }
}
