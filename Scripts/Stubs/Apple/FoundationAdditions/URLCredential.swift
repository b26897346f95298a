import Foundation
import Security

// https://developer.apple.com/documentation/foundation/urlcredential
open class URLCredential: NSObject, @unchecked Sendable {
  public init(trust: SecTrust) {}
  public init(
    identity: SecIdentity, certificates certArray: [Any]?, persistence: Persistence
  ) {}

  // https://developer.apple.com/documentation/foundation/urlcredential/persistence-swift.enum
  public enum Persistence: UInt, @unchecked Sendable {
    case none = 0
    case forSession = 1
    case permanent = 2
    case synchronizable = 3
  }
}

// https://developer.apple.com/documentation/foundation/urlprotectionspace
open class URLProtectionSpace: NSObject, @unchecked Sendable {
  open var authenticationMethod: String { fatalError() }
  open var serverTrust: SecTrust? { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlauthenticationchallenge
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  open var protectionSpace: URLProtectionSpace { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodservertrust
public let NSURLAuthenticationMethodServerTrust = ""
// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodclientcertificate
public let NSURLAuthenticationMethodClientCertificate = ""
