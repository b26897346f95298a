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
  /// The token that gets new tokens; `nil` if the server gave none.
  public var refreshToken: String?
  /// The date at which the access token was received.
  public var received: Date
  /// The expiry of the access token; `nil` if the server does not report it.
  public var expires: Date?
  /// The granted scope; `nil` if the server does not report it: the requested one.
  public var scope: [String]?
  /// The ID token of OpenID Connect, which is not inspected.
  public var idToken: String?
  /// The identifier of the sign-in, which a refresh keeps and the next sign-in changes.
  public let session: String

  /// - Parameter session: by default a new one.
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

  /// Whether the access token ends within the leeway, but never earlier than after half its life:
  /// else one that lives shortly would never be used.
  func isExpired(at date: Date, leeway: Duration) -> Bool {
    guard let expires else { return false }
    let life = max(0, expires.timeIntervalSince(received))
    let parts = leeway.components
    let early = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    return date >= expires.addingTimeInterval(-min(early, life / 2))
  }
}

extension OAuth2Tokens: Redacted {
  /// A description for logs and messages.
  public var description: String { "tokens" }
}

/// A store that keeps tokens between launches of an app.
///
/// ``OAuth2`` calls ``save(_:)`` and ``remove()`` one after the other, never at once. Tokens that a
/// server has given for a refresh are saved before they are used.
public protocol TokenStore: Sendable {
  /// Returns the tokens, or `nil` if there are none.
  func load() async throws -> OAuth2Tokens?
  /// Replaces the stored tokens. They must be durable when it returns.
  func save(_ tokens: OAuth2Tokens) async throws
  func remove() async throws

  /// Does a refresh while no other one does one who shares this store: another client, another process.
  /// Most servers take a refresh token once: of two that use it at the same moment one is refused, and
  /// some servers then end the session of both.
  ///
  /// A store that one ``OAuth2`` has alone, which is meant unless this says otherwise, just does it.
  /// ``InterprocessLock`` does it for several processes.
  ///
  /// - Parameter refresh: reads the store, asks the server, and saves what it gives.
  /// - Throws: when it is unknown whether another process refreshes; no refresh is made then.
  func whileAlone<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome
}

extension TokenStore {
  /// Runs a refresh at once: the default of stores that only one process uses.
  public func whileAlone<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome { await refresh() }
}

/// Keeps tokens for as long as the process runs. Several clients may share one.
public final class MemoryTokenStore: TokenStore {
  private let tokens: LockedValue<OAuth2Tokens?>
  /// The last refresh; the next one waits for it.
  private let last = LockedValue<Task<Void, Never>?>(nil)

  /// Creates a store that holds some tokens.
  public init(_ tokens: OAuth2Tokens? = nil) { self.tokens = LockedValue(tokens) }

  /// Returns the tokens, or `nil` if there are none.
  public func load() async throws -> OAuth2Tokens? { tokens.value }
  /// Replaces the tokens.
  public func save(_ tokens: OAuth2Tokens) async throws { self.tokens.value = tokens }
  /// Removes the tokens.
  public func remove() async throws { tokens.value = nil }

  /// Runs a refresh while no other client of the store refreshes.
  public func whileAlone<Outcome: Sendable>(
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
