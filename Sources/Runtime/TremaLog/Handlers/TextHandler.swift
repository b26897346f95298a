import TremaSupport

/// Lines for people, to a file that is open: standard error if nothing else is said.
public final class TextHandler: LogHandler {
  /// The use of colour.
  public enum Colour: Sendable, Hashable {
    /// Colors on a terminal, unless `NO_COLOR` is set and not empty, or `TERM` is `dumb`.
    ///
    /// Source: no-color.org.
    case automatic
    case always, never
  }

  private let writer: LineWriter
  private let number: Int32

  /// - Parameter descriptor: stays the caller's to close.
  public init(descriptor: Int32 = 2, colour: Colour = .automatic) {
    let descriptor = Descriptor(number: descriptor)
    let isColoured =
      switch colour {
      case .automatic: descriptor.isTerminal && Self.allowsColour
      case .always: true
      case .never: false
      }
    number = descriptor.number
    writer = LineWriter(descriptor, isColoured ? .colouredText : .text)
  }

  /// `TextHandler`, with the number of the descriptor.
  public var name: String { "TextHandler(\(number))" }

  /// Writes a record as a line of text.
  public func handle(_ record: LogRecord) throws { try writer.write(record) }

  private static var allowsColour: Bool {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
  }
}
