import TremaSupport

/// The format of a line in a log.
public enum LogStyle: Sendable, Hashable {
  /// Human-readable text: time, level, label, message, metadata and source location.
  case text
  /// The same text with terminal colors.
  case coloredText
  /// A JSON object.
  case json

  /// Appends a line with its line feed.
  func line(_ record: LogRecord, into bytes: inout [UInt8]) {
    switch self {
    case .text: TextLine.append(record, isColored: false, to: &bytes)
    case .coloredText: TextLine.append(record, isColored: true, to: &bytes)
    case .json: JSONLine.append(record, to: &bytes)
    }
  }
}

/// The format of a record as a human-readable line.
///
///     2026-11-21T06:30:00.123456Z warning net.http: no answer attempt=3 (Shop/Basket.swift:12)
enum TextLine {
  /// Appends a line with its line feed.
  static func append(_ record: LogRecord, isColored: Bool, to bytes: inout [UInt8]) {
    record.time.append(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    if isColored { bytes.append(utf8Of: color(of: record.level)) }
    bytes.append(utf8Of: record.level.description)
    if isColored { bytes.append(utf8Of: "\u{1B}[0m") }
    if !record.label.isEmpty {
      bytes.append(UInt8(ascii: " "))
      bytes.append(utf8Of: LogText.escaped(record.label))
    }
    bytes.append(utf8Of: ": ")
    bytes.append(utf8Of: LogText.escaped(record.message))
    for field in record.metadata.fields {
      bytes.append(UInt8(ascii: " "))
      bytes.append(utf8Of: word(field.key))
      bytes.append(UInt8(ascii: "="))
      bytes.append(utf8Of: word(field.value.description))
    }
    bytes.append(utf8Of: " (\(LogText.escaped(record.file)):\(record.line))\n")
  }

  /// Returns a key or value, in quotes if its end would otherwise not be recognizable.
  private static func word(_ text: String) -> String {
    let text = LogText.escaped(text)
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { !special.contains($0) }
    if isPlain { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// The characters that require quotes.
  private static let special = ASCIISet(" \"=")

  /// Returns the escape sequence for the color of a level.
  private static func color(of level: LogLevel) -> String {
    switch level {
    case .verbose: "\u{1B}[90m"
    case .debug: "\u{1B}[36m"
    case .info: "\u{1B}[32m"
    case .warning: "\u{1B}[33m"
    case .error: "\u{1B}[31m"
    case .fatal: "\u{1B}[1;31m"
    }
  }
}
