import Foundation

// https://developer.apple.com/documentation/foundation/nsurlrequest
open class NSURLRequest: NSObject {
  // https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum
  public enum CachePolicy: UInt, @unchecked Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
    case reloadIgnoringLocalAndRemoteCacheData = 4
    case returnCacheDataElseLoad = 2
    case returnCacheDataDontLoad = 3
    case reloadRevalidatingCacheData = 5
  }

  // https://developer.apple.com/documentation/foundation/nsurlrequest/networkservicetype-swift.enum
  public enum NetworkServiceType: UInt, @unchecked Sendable {
    case `default` = 0
    case voip = 1
    case video = 2
    case background = 3
    case voice = 4
    case responsiveData = 6
    case avStreaming = 8
    case responsiveAV = 9
    case callSignaling = 11
  }
}

// https://developer.apple.com/documentation/foundation/urlrequest
public struct URLRequest: Hashable, Sendable {
  public typealias CachePolicy = NSURLRequest.CachePolicy
  public typealias NetworkServiceType = NSURLRequest.NetworkServiceType
  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = 60.0
  ) {}
  public var httpMethod: String? { get { fatalError() } set {} }
  public var networkServiceType: NetworkServiceType { get { fatalError() } set {} }
  public var httpShouldHandleCookies: Bool { get { fatalError() } set {} }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

// https://developer.apple.com/documentation/foundation/urlresponse
open class URLResponse: NSObject, @unchecked Sendable {}

// https://developer.apple.com/documentation/foundation/httpurlresponse
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { fatalError() }
  open var allHeaderFields: [AnyHashable: Any] { fatalError() }
}
