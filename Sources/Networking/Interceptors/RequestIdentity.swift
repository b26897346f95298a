import TremaHTTP
import TremaHashes
import TremaScalars

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// On whose behalf a request is sent: what was answered to one is for nobody else. Two that are equal
/// are the same user, as far as anybody here can tell.
///
/// It is made of digests, so that it can be kept: nothing of it leads back to a name or a secret.
public struct RequestIdentity: Hashable, Sendable {
  /// Empty for a request on nobody's behalf; else hexadecimal digits.
  public private(set) var digest = ""

  /// What a request says by itself: its credentials, and other fields that are for one server alone,
  /// as keys of an API are.
  init(ownFieldsOf request: HTTPRequest, marked: Set<HTTPFields.Name> = []) {
    let credentials = [HTTPFields.Name.authorization, .cookie, .proxyAuthorization]
    let others = marked.subtracting(credentials).map { ($0, $0.text.utf8.map(ASCII.lowercased)) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    for name in credentials {
      for value in request.fields[values: name] { add(name.text, value) }
    }
    for (name, letters) in others {
      for value in request.fields[values: name] {
        add(String(decoding: letters, as: UTF8.self), value)
      }
    }
  }

  /// - Parameter identity: nil is nobody, and changes nothing.
  mutating func add(_ kind: String, _ identity: String?) {
    guard let identity else { return }
    // NUL stands in none of them, so that no two ways of saying something are the same bytes.
    digest = HashFunction.sha256.hexDigest(of: Array("\(digest)\0\(kind)\0\(identity)".utf8))
  }
}

/// An interceptor that sends requests on somebody's behalf, and knows whose before it does.
public protocol IdentifyingInterceptor: Interceptor {
  /// Who that is, in whatever words, which stay the same while it is the same user; nil for nobody.
  /// It must not ask the network.
  func identity(for request: ClientRequest) async -> String?

  /// The same for one to whom the date matters, which is that of the client's clock.
  func identity(for request: ClientRequest, at date: Date) async -> String?
}

extension IdentifyingInterceptor {
  public func identity(for request: ClientRequest, at date: Date) async -> String? {
    await identity(for: request)
  }
}
