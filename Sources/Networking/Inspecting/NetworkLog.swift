import TremaHTTP
import TremaSupport

/// A destination of log messages about requests: an adapter to the logging system of an app.
public protocol NetworkLog: Sendable {
  /// The minimum level; less important messages are not composed. The default is `debug`.
  var minimum: NetworkLogLevel { get }

  /// Logs a message.
  ///
  /// - Parameters:
  ///   - level: the level of the message.
  ///   - message: the message, in one line.
  ///   - metadata: the details of the message by name, without secrets as configured for
  ///     ``Logging``.
  func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem])
}

extension NetworkLog {
  /// `debug`: everything is logged.
  public var minimum: NetworkLogLevel { .debug }
}

/// The level of a log message.
public enum NetworkLogLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The levels by ascending severity.
  case debug, info, warning, error

  /// Orders by severity.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A named value that accompanies a log message.
public struct NetworkLogItem: Hashable, Sendable {
  /// The name of the value.
  public let name: String
  /// The value, without secrets.
  public let value: String

  /// Creates an item.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A log that writes messages to the standard error of the process.
public struct PrintLog: NetworkLog {
  /// The lowest level that is printed.
  public let minimum: NetworkLogLevel
  private let write: @Sendable (String) -> Void

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - minimum: the minimum level; less important messages are left out.
  ///   - write: writes some lines, each of which ends with a line feed.
  public init(
    from minimum: NetworkLogLevel = .debug,
    to write: @escaping @Sendable (String) -> Void = PrintLog.standardError
  ) {
    self.minimum = minimum
    self.write = write
  }

  /// Writes a message and its longer details.
  public func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {
    guard level >= minimum else { return }
    // Short metadata is part of the message already; fields and bodies, whose names contain a dot,
    // are written below it.
    let details = metadata.filter { $0.name.utf8.contains(UInt8(ascii: ".")) }
    let lines = ["\(level): \(message)"] + details.map { "  \($0.name): \($0.value)" }
    write(lines.map { HTTPSyntax.escaped($0) + "\n" }.joined())
  }

  /// Writes to the standard error in one call, so that the lines of several threads are not mixed.
  /// Errors are ignored, as a failing log must not fail the program.
  public static let standardError: @Sendable (String) -> Void = { text in
    var text = text
    text.withUTF8 { bytes in _ = systemWrite(2, bytes.baseAddress, bytes.count) }
  }
}

/// Calls the system's `write`, which the property of the same name shadows within the type.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
