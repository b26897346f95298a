// The declarations of Alamofire 5 that Documentation/Migrating/Alamofire.md uses. Their bodies do nothing.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Source/Core/Session.swift
open class Session: @unchecked Sendable {
  public static let `default` = Session()
  public init() {}

  open func request(
    _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
    shouldAutomaticallyResume: Bool? = nil
  ) -> DataRequest { DataRequest() }
}

// Source/Features/RequestInterceptor.swift
public protocol RequestInterceptor: Sendable {}

// Source/Core/URLConvertible+URLRequestConvertible.swift
public protocol URLRequestConvertible: Sendable {
  func asURLRequest() throws -> URLRequest
}

extension URLRequest: URLRequestConvertible {
  public func asURLRequest() throws -> URLRequest { self }
}

// Source/Core/Request.swift
public class Request: @unchecked Sendable {
  @discardableResult
  public func redirect(using handler: any RedirectHandler) -> Self { self }
}

// Source/Core/DataRequest.swift
public class DataRequest: Request, @unchecked Sendable {}

// Source/Features/RedirectHandler.swift
public protocol RedirectHandler: Sendable {}

public struct Redirector: RedirectHandler {
  public static let doNotFollow = Redirector()
}

extension RedirectHandler where Self == Redirector {
  public static var doNotFollow: Redirector { .doNotFollow }
}

// Source/Features/Concurrency.swift; `dataPreprocessor` and `emptyRequestMethods` are left out.
extension DataRequest {
  public func serializingData(
    automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
    emptyResponseCodes: Set<Int> = [204, 205]
  ) -> DataTask<Data> {
    DataTask(response: DataResponse(response: nil, result: .failure(AFError())))
  }
}

public struct DataTask<Value>: Sendable where Value: Sendable {
  fileprivate let stored: DataResponse<Value, AFError>
  fileprivate init(response: DataResponse<Value, AFError>) { stored = response }

  public var response: DataResponse<Value, AFError> { get async { stored } }
}

// Source/Core/Response.swift
public struct DataResponse<Success, Failure: Error>: Sendable
where Success: Sendable, Failure: Sendable {
  public let response: HTTPURLResponse?
  public let result: Result<Success, Failure>
}

// Source/Core/AFError.swift, an enum there.
public struct AFError: Error, Sendable {
  public var isExplicitlyCancelledError: Bool { false }
  public var underlyingError: (any Error)? { nil }
}
