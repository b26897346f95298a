import TremaSupport

/// A handler that writes human-readable lines to an open file, by default to standard error.
public final class TextHandler: LogHandler {
  /// The use of colors.
  public enum ColorMode: Sendable, Hashable {
    /// Colors on a terminal, unless `NO_COLOR` is set and not empty, or `TERM` is `dumb`.
    ///
    /// See no-color.org.
    case automatic
    /// Colors always, or never.
    case always, never
  }

  /// Writes the lines.
  private let writer: LineWriter
  /// The file descriptor.
  private let descriptor: Int32

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor, which the handler does not close.
  ///   - color: When lines are colored.
  public init(descriptor: Int32 = 2, color: ColorMode = .automatic) {
    let descriptor = Descriptor(number: descriptor)
    let isColored =
      switch color {
      case .automatic: descriptor.isTerminal && Self.allowsColor
      case .always: true
      case .never: false
      }
    self.descriptor = descriptor.number
    writer = LineWriter(descriptor, isColored ? .coloredText : .text)
  }

  /// The name and descriptor, such as `TextHandler(2)`.
  public var name: String { "TextHandler(\(descriptor))" }

  /// Writes a record as a line of text.
  ///
  /// - Throws: ``LogFailure``.
  public func handle(_ record: LogRecord) throws { try writer.write(record) }

  /// Whether the environment allows colors on a terminal.
  private static var allowsColor: Bool {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
  }
}
