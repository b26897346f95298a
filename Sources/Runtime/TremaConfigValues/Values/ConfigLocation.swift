import TremaSupport

/// The location of a value or key: a byte range in a file, an environment variable, or a
/// command-line option. Variables and options have no lines.
///
/// Positions are stored as 32-bit numbers, because each value of a configuration has a location.
public struct ConfigLocation: Hashable, Sendable {
  /// The kind of a value's source.
  public enum Source: UInt8, Hashable, Sendable {
    case file, variable, option
    /// A value that was created in code.
    case code
  }

  /// The kind of source.
  public let source: Source
  /// The file's path as passed, the variable's name (`CONFIG__API__TIMEOUT`), or the option's key
  /// path.
  public let name: String
  /// The positions and the byte range. All are 0 if the source has no lines.
  private let startLine, startColumn, endLine, endColumn, offset, length: Int32

  /// Creates the location of a value that is not in a file.
  public init() { self.init(.code, "") }

  /// Creates the location of a value in a variable or an option.
  ///
  /// - Parameters:
  ///   - source: Any source except a file.
  ///   - name: The variable's name, or the option's key path.
  public init(_ source: Source, _ name: String) {
    self.source = source
    self.name = name
    (startLine, startColumn, endLine, endColumn, offset, length) = (0, 0, 0, 0, 0, 0)
  }

  /// Creates a location in a file.
  ///
  /// - Parameters:
  ///   - file: The file's path.
  ///   - start: The position of the first byte, at the tag, quote or bracket.
  ///   - end: The position after the last byte.
  ///   - bytes: The byte range in the file. If the file is not encoded in UTF-8, the byte range in
  ///     its UTF-8 conversion.
  public init(
    file: String, start: SourcePosition, end: SourcePosition, bytes: Range<Int>
  ) {
    source = .file
    name = file
    (startLine, startColumn) = (Int32(clamping: start.line), Int32(clamping: start.column))
    (endLine, endColumn) = (Int32(clamping: end.line), Int32(clamping: end.column))
    (offset, length) = (Int32(clamping: bytes.lowerBound), Int32(clamping: bytes.count))
  }

  /// The start of the value, or `nil` if the source has no lines.
  public var start: SourcePosition? { position(startLine, startColumn) }
  /// The end of the value, or `nil` if the source has no lines.
  public var end: SourcePosition? { position(endLine, endColumn) }

  /// Returns a position, or `nil` if the line is 0. Lines start at 1.
  private func position(_ line: Int32, _ column: Int32) -> SourcePosition? {
    line == 0 ? nil : SourcePosition(line: Int(line), column: Int(column))
  }

  /// The byte range in the file, or empty if the source is not a file.
  public var bytes: Range<Int> { Int(offset)..<Int(offset) + Int(length) }

  /// The location of a dictionary's closing tag or bracket, or the whole location if it is unknown.
  public var closing: ConfigLocation {
    guard let start, let end, start < end else { return self }
    // `</dict>` and `<dict/>` have seven bytes. In other formats, a dictionary ends with one byte.
    let isTag = name.utf8.suffix(6).elementsEqual(".plist".utf8) && end.column > 7
    let length = isTag ? 7 : 1
    let first = SourcePosition(line: end.line, column: max(1, end.column - length))
    let range = max(bytes.upperBound - length, bytes.lowerBound)..<bytes.upperBound
    return ConfigLocation(file: name, start: first, end: end, bytes: range)
  }

  /// The location for a diagnostic, or `nil` if the source is not a file.
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
