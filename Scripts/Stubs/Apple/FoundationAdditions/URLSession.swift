import Foundation
import Security

// https://developer.apple.com/documentation/foundation/urlsession
open class URLSession: NSObject, @unchecked Sendable {
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {}
  open func finishTasksAndInvalidate() {}
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  open func uploadTask(
    with request: URLRequest, from bodyData: Data
  ) -> URLSessionUploadTask { fatalError() }
  open func uploadTask(
    with request: URLRequest, fromFile fileURL: URL
  ) -> URLSessionUploadTask { fatalError() }

  // https://developer.apple.com/documentation/foundation/urlsession/authchallengedisposition
  public enum AuthChallengeDisposition: Int, @unchecked Sendable {
    case useCredential = 0
    case performDefaultHandling = 1
    case cancelAuthenticationChallenge = 2
    case rejectProtectionSpace = 3
  }

  // https://developer.apple.com/documentation/foundation/urlsession/responsedisposition
  public enum ResponseDisposition: Int, @unchecked Sendable {
    case cancel = 0
    case allow = 1
    case becomeDownload = 2
    case becomeStream = 3
  }
}

// https://developer.apple.com/documentation/foundation/urlsessiontask
open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { fatalError() }
  open var response: URLResponse? { fatalError() }
  open func cancel() {}
  open func suspend() {}
  open func resume() {}
  open var priority: Float { get { fatalError() } set {} }
  public class var defaultPriority: Float { fatalError() }
  public class var lowPriority: Float { fatalError() }
  public class var highPriority: Float { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlsessiondatatask
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
// https://developer.apple.com/documentation/foundation/urlsessionuploadtask
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

// https://developer.apple.com/documentation/foundation/urlsessionconfiguration
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var timeoutIntervalForRequest: TimeInterval { get { fatalError() } set {} }
  open var timeoutIntervalForResource: TimeInterval { get { fatalError() } set {} }
  open var waitsForConnectivity: Bool { get { fatalError() } set {} }
  open var connectionProxyDictionary: [AnyHashable: Any]? { get { fatalError() } set {} }
  open var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
    get { fatalError() } set {}
  }
  open var httpShouldSetCookies: Bool { get { fatalError() } set {} }
  open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy { get { fatalError() } set {} }
  open var httpMaximumConnectionsPerHost: Int { get { fatalError() } set {} }
  open var httpCookieStorage: HTTPCookieStorage? { get { fatalError() } set {} }
  open var urlCredentialStorage: URLCredentialStorage? { get { fatalError() } set {} }
  open var urlCache: URLCache? { get { fatalError() } set {} }
}

// https://developer.apple.com/documentation/foundation/httpcookie/acceptpolicy
open class HTTPCookie: NSObject, @unchecked Sendable {
  public enum AcceptPolicy: UInt, @unchecked Sendable {
    case always = 0
    case never = 1
    case onlyFromMainDocumentDomain = 2
  }
}

// https://developer.apple.com/documentation/foundation/httpcookiestorage
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
// https://developer.apple.com/documentation/foundation/urlcredentialstorage
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
// https://developer.apple.com/documentation/foundation/urlcache
open class URLCache: NSObject, @unchecked Sendable {}
