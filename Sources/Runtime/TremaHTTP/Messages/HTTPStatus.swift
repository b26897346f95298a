/// The code of a response.
///
/// Source: RFC 9110, section 15, and IANA's registry of status codes.
public struct HTTPStatus: Hashable, Sendable {
  /// The code, from 100 to 999.
  public let code: Int

  public init(_ code: Int) { self.code = code }

  public enum Class: Int, Hashable, Sendable {
    case informational = 1
    case success, redirection, clientError, serverError
  }

  /// The class; `nil` beyond 599.
  public var `class`: Class? { Class(rawValue: code / 100) }
  public var isSuccess: Bool { `class` == .success }

  public static let ok = Self(200)
  public static let created = Self(201)
  public static let accepted = Self(202)
  public static let noContent = Self(204)
  public static let resetContent = Self(205)
  public static let partialContent = Self(206)
  public static let multipleChoices = Self(300)
  public static let movedPermanently = Self(301)
  public static let found = Self(302)
  public static let seeOther = Self(303)
  public static let notModified = Self(304)
  public static let temporaryRedirect = Self(307)
  public static let permanentRedirect = Self(308)
  public static let badRequest = Self(400)
  public static let unauthorized = Self(401)
  public static let paymentRequired = Self(402)
  public static let forbidden = Self(403)
  public static let notFound = Self(404)
  public static let methodNotAllowed = Self(405)
  public static let notAcceptable = Self(406)
  public static let proxyAuthenticationRequired = Self(407)
  public static let requestTimeout = Self(408)
  public static let conflict = Self(409)
  public static let gone = Self(410)
  public static let lengthRequired = Self(411)
  public static let preconditionFailed = Self(412)
  public static let contentTooLarge = Self(413)
  public static let uriTooLong = Self(414)
  public static let unsupportedMediaType = Self(415)
  public static let rangeNotSatisfiable = Self(416)
  public static let expectationFailed = Self(417)
  public static let misdirectedRequest = Self(421)
  public static let unprocessableContent = Self(422)
  public static let locked = Self(423)
  public static let upgradeRequired = Self(426)
  public static let preconditionRequired = Self(428)
  public static let tooManyRequests = Self(429)
  public static let requestHeaderFieldsTooLarge = Self(431)
  public static let unavailableForLegalReasons = Self(451)
  public static let internalServerError = Self(500)
  public static let notImplemented = Self(501)
  public static let badGateway = Self(502)
  public static let serviceUnavailable = Self(503)
  public static let gatewayTimeout = Self(504)
  public static let httpVersionNotSupported = Self(505)
  public static let insufficientStorage = Self(507)
  public static let networkAuthenticationRequired = Self(511)
}

extension HTTPStatus: ExpressibleByIntegerLiteral {
  public init(integerLiteral code: Int) { self.init(code) }
}

extension HTTPStatus: CustomStringConvertible {
  public var description: String { "\(code)" }
}
