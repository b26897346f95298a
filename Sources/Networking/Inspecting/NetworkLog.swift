import TremaHTTP
import TremaSupport

/// A destination for log messages about requests. Implement it to adapt an app's logging system.
public protocol NetworkLog: Sendable {
  /// The minimum level. Less important messages are not composed. The default is `debug`.
  var minimum: NetworkLogLevel { get }

  /// Logs a message.
  ///
  /// - Parameters:
  ///   - level: The level of the message.
  ///   - message: The message, a single line.
  ///   - metadata: The message's details by name, without secrets as configured for ``Logging``.
  func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem])
}

extension NetworkLog {
  /// `debug`, so everything is logged.
  public var minimum: NetworkLogLevel { .debug }
}

/// The level of a log message.
public enum NetworkLogLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The levels in order of ascending severity.
  case debug, info, warning, error

  /// Orders levels by severity.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A named value that accompanies a log message.
public struct NetworkLogItem: Hashable, Sendable {
  /// The value's name.
  public let name: String
  /// The value, without secrets.
  public let value: String

  /// Creates an item.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A log that writes messages to the process's standard error.
public struct PrintLog: NetworkLog {
  /// The lowest level that is printed.
  public let minimum: NetworkLogLevel
  private let write: @Sendable (String) -> Void

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - minimum: The minimum level. Less important messages are omitted.
  ///   - write: Writes lines, each of which ends in a line feed.
  public init(
    from minimum: NetworkLogLevel = .debug,
    to write: @escaping @Sendable (String) -> Void = PrintLog.standardError
  ) {
    self.minimum = minimum
    self.write = write
  }

  /// Writes a message, followed by its longer details.
  public func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {
    guard level >= minimum else { return }
    // Short metadata is already part of the message. Fields and bodies, whose names contain a dot,
    // are written below it.
    let details = metadata.filter { $0.name.utf8.contains(UInt8(ascii: ".")) }
    let lines = ["\(level): \(message)"] + details.map { "  \($0.name): \($0.value)" }
    write(lines.map { HTTPSyntax.escaped($0) + "\n" }.joined())
  }

  /// Writes to standard error in one call so that lines from different threads aren't mixed. Errors
  /// are ignored, as a failing log must not make the program fail.
  public static let standardError: @Sendable (String) -> Void = { text in
    var text = text
    text.withUTF8 { bytes in _ = systemWrite(2, bytes.baseAddress, bytes.count) }
  }
}

/// Calls the system's `write`, which is shadowed within the type by the property of the same name.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
