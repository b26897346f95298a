import TremaSupport

/// The location of a value or a key: in a file with its byte range, in a variable of the process,
/// or in an option of the command line. The latter two have no lines.
///
/// Positions are stored as 32-bit numbers, because each value of a configuration has a location.
public struct ConfigLocation: Hashable, Sendable {
  /// The kind of source of a value.
  public enum Source: UInt8, Hashable, Sendable {
    case file, variable, option
    /// A value that was created by a program.
    case code
  }

  /// The kind of source.
  public let source: Source
  /// The path of the file as it was given, the name of the variable (`CONFIG__API__TIMEOUT`), or
  /// the key path of the option.
  public let name: String
  /// The positions and the byte range; all are 0 where the source has no lines.
  private let startLine, startColumn, endLine, endColumn, offset, length: Int32

  /// Creates the location of a value that is not in a file.
  public init() { self.init(.code, "") }

  /// Creates the location of a value in a variable or an option.
  ///
  /// - Parameters:
  ///   - source: any source except a file.
  ///   - name: the name of the variable, or the key path of the option.
  public init(_ source: Source, _ name: String) {
    self.source = source
    self.name = name
    (startLine, startColumn, endLine, endColumn, offset, length) = (0, 0, 0, 0, 0, 0)
  }

  /// Creates a location in a file.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - start: the position of the first byte, which is that of the tag, the quotation mark or the
  ///     bracket.
  ///   - end: the position after the last byte.
  ///   - bytes: the byte range from the start of the file. If the file is not encoded in UTF-8, the
  ///     range is that of its text in UTF-8.
  public init(
    file: String, start: SourcePosition, end: SourcePosition, bytes: Range<Int>
  ) {
    source = .file
    name = file
    (startLine, startColumn) = (Int32(clamping: start.line), Int32(clamping: start.column))
    (endLine, endColumn) = (Int32(clamping: end.line), Int32(clamping: end.column))
    (offset, length) = (Int32(clamping: bytes.lowerBound), Int32(clamping: bytes.count))
  }

  /// The start of the value; `nil` where the source has no lines.
  public var start: SourcePosition? { position(startLine, startColumn) }
  /// The end of the value; `nil` where the source has no lines.
  public var end: SourcePosition? { position(endLine, endColumn) }

  /// Returns a position, or `nil` if there is none; lines begin with 1.
  private func position(_ line: Int32, _ column: Int32) -> SourcePosition? {
    line == 0 ? nil : SourcePosition(line: Int(line), column: Int(column))
  }

  /// The byte range in the file; empty if there is no file.
  public var bytes: Range<Int> { Int(offset)..<Int(offset) + Int(length) }

  /// The location of the closing tag or bracket of a dictionary, or the whole location if it is not
  /// known.
  public var closing: ConfigLocation {
    guard let start, let end, start < end else { return self }
    // `</dict>` and `<dict/>` have seven bytes; in other formats a dictionary ends with one byte.
    let isTag = name.utf8.suffix(6).elementsEqual(".plist".utf8) && end.column > 7
    let length = isTag ? 7 : 1
    let first = SourcePosition(line: end.line, column: max(1, end.column - length))
    let range = max(bytes.upperBound - length, bytes.lowerBound)..<bytes.upperBound
    return ConfigLocation(file: name, start: first, end: end, bytes: range)
  }

  /// The location for a diagnostic; `nil` if the source is not a file.
  public var diagnosticLocation: SourceLocation? {
    source == .file ? SourceLocation(file: name, start: start, end: end) : nil
  }
}

extension ConfigLocation: CustomStringConvertible {
  /// The location for messages: `Configuration.plist:14:3`, `the variable CONFIG__API__TIMEOUT` or
  /// `--set api.timeout`.
  public var description: String {
    switch source {
    case .file: start.map { "\(name):\($0.line):\($0.column)" } ?? name
    case .variable: "the variable \(name)"
    case .option: "--set \(name)"
    case .code: "the program"
    }
  }
}
