import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tokens of one sign-in.
public struct OAuth2Tokens: Codable, Hashable, Sendable {
  /// The token that requests are sent with.
  public var accessToken: String
  /// The token by which new tokens are requested; `nil` if the server issued none.
  public var refreshToken: String?
  /// The date at which the access token was received.
  public var received: Date
  /// The expiry of the access token; `nil` if the server does not report it.
  public var expires: Date?
  /// The granted scope; `nil` if the server does not report it, which means the requested one.
  public var scope: [String]?
  /// The ID token of OpenID Connect, which is not inspected.
  public var idToken: String?
  /// The identifier of the sign-in, which a refresh keeps and the next sign-in changes.
  public let session: String

  /// Creates tokens.
  ///
  /// - Parameter session: the identifier of the sign-in; `nil` creates a new one.
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

  /// Whether the access token expires within the leeway. The leeway is at most half its lifetime;
  /// otherwise a short-lived token would never be used.
  func isExpired(at date: Date, leeway: Duration) -> Bool {
    guard let expires else { return false }
    let lifetime = max(0, expires.timeIntervalSince(received))
    let parts = leeway.components
    let margin = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    return date >= expires.addingTimeInterval(-min(margin, lifetime / 2))
  }
}

extension OAuth2Tokens: Redacted {
  /// A description for logs and messages.
  public var description: String { "tokens" }
}

/// A store that preserves tokens between launches of an app.
///
/// ``OAuth2`` calls ``save(_:)`` and ``remove()`` one after the other, never concurrently. Tokens
/// of a refresh are saved before they are used.
public protocol TokenStore: Sendable {
  /// Returns the tokens, or `nil` if there are none.
  func load() async throws -> OAuth2Tokens?
  /// Replaces the stored tokens. They must be durable when the function returns.
  func save(_ tokens: OAuth2Tokens) async throws
  /// Removes the stored tokens.
  func remove() async throws

  /// Runs a refresh while no other user of the store, be it another client or another process, runs
  /// one. Most servers accept a refresh token once: if two requests use it at the same time, one is
  /// refused, and some servers then end the session of both.
  ///
  /// The default implementation, for a store that only one ``OAuth2`` uses, just runs the refresh.
  /// ``InterprocessLock`` provides the exclusion between processes.
  ///
  /// - Parameter refresh: reads the store, requests new tokens, and saves them.
  /// - Throws: an error if it is unknown whether another process refreshes. No refresh must have
  ///   run then.
  func withExclusiveAccess<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome
}

extension TokenStore {
  /// Runs a refresh at once, for stores that are not shared.
  public func withExclusiveAccess<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome { await refresh() }
}

/// A token store in memory, for the lifetime of the process. Several clients may share one.
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

  /// Runs a refresh after the one that another client of the store has started.
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
  /// A description for logs and messages.
  public var description: String { "tokens in memory" }
}
