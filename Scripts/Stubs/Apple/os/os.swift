// https://developer.apple.com/documentation/os/oslogtype
public struct OSLogType: RawRepresentable, Equatable, Sendable {
  public let rawValue: UInt8
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static var `default`: OSLogType { fatalError() }
  public static var info: OSLogType { fatalError() }
  public static var debug: OSLogType { fatalError() }
  public static var error: OSLogType { fatalError() }
  public static var fault: OSLogType { fatalError() }
}

// https://developer.apple.com/documentation/os/logger
public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func log(level: OSLogType, _ message: OSLogMessage) {}
}

// https://developer.apple.com/documentation/os/oslogmessage
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  public init(stringInterpolation: OSLogInterpolation) {}
  public init(stringLiteral value: String) {}
}

// https://developer.apple.com/documentation/os/osloginterpolation
public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) {}
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
  ) {}
}

// https://developer.apple.com/documentation/os/oslogprivacy
public struct OSLogPrivacy {
  public static var auto: OSLogPrivacy { fatalError() }
  public static var `public`: OSLogPrivacy { fatalError() }
  public static var `private`: OSLogPrivacy { fatalError() }
}
