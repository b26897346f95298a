import Dispatch

// https://developer.apple.com/documentation/network/nwpath
public struct NWPath: Equatable, Sendable {
  // https://developer.apple.com/documentation/network/nwpath/status-swift.enum
  public enum Status: Sendable {
    case satisfied, unsatisfied, requiresConnection
  }
  public let status: Status
}

// https://developer.apple.com/documentation/network/nwpathmonitor
public final class NWPathMonitor: @unchecked Sendable {
  public init() {}
  @preconcurrency public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
    get { fatalError() } set {}
  }
  public func start(queue: DispatchQueue) {}
}
