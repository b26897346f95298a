import TremaHTTP
import TremaSupport

/// A destination of log messages about requests: an adapter to the logging system of an app.
public protocol NetworkLog: Sendable {
  /// The minimum level; less important messages are not composed. The default is `debug`.
  var minimum: NetworkLogLevel { get }

  /// - Parameters:
  ///   - message: one line.
  ///   - metadata: what the line says and more, by name; without secrets, as ``Logging`` was told.
  func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem])
}

extension NetworkLog {
  /// `debug`: everything is logged.
  public var minimum: NetworkLogLevel { .debug }
}

/// The level of a log message.
public enum NetworkLogLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  case debug, info, warning, error

  /// Orders by severity.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A value beside a log message.
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

/// Writes lines to the standard error of the process.
public struct PrintLog: NetworkLog {
  /// The lowest level that is printed.
  public let minimum: NetworkLogLevel
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - minimum: what is less important is left out.
  ///   - write: where lines go, each with its line feed.
  public init(
    from minimum: NetworkLogLevel = .debug,
    to write: @escaping @Sendable (String) -> Void = PrintLog.standardError
  ) {
    self.minimum = minimum
    self.write = write
  }

  /// Prints a message.
  public func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {
    guard level >= minimum else { return }
    // The message has said what is short; what was asked for beside it is below it.
    let details = metadata.filter { $0.name.utf8.contains(UInt8(ascii: ".")) }
    let lines = ["\(level): \(message)"] + details.map { "  \($0.name): \($0.value)" }
    write(lines.map { HTTPSyntax.shown($0) + "\n" }.joined())
  }

  /// Writes a line in one call, so that lines of several threads do not mix. A log that cannot be
  /// written is no reason to fail.
  public static let standardError: @Sendable (String) -> Void = { text in
    var text = text
    text.withUTF8 { bytes in _ = systemWrite(2, bytes.baseAddress, bytes.count) }
  }
}

/// Writes to a descriptor, under a name that no method shadows.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
