/// How a record becomes a line.
public enum LogStyle: Sendable, Hashable {
  /// For people: time, level, label, message, values, place.
  case text
  /// The same in colours of a terminal.
  case colouredText
  /// An object of JSON.
  case json

  /// One line with its line feed.
  func line(_ record: LogRecord, into bytes: inout [UInt8]) {
    switch self {
    case .text: TextLine.append(record, isColoured: false, to: &bytes)
    case .colouredText: TextLine.append(record, isColoured: true, to: &bytes)
    case .json: JSONLine.append(record, to: &bytes)
    }
  }
}
