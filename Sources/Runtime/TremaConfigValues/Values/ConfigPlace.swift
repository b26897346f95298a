import TremaSupport

/// The place of a value or a key: in a file, with its bytes, or in a variable of the environment or
/// an option of the command line, which have no lines.
public struct ConfigPlace: Hashable, Sendable {
  /// The kind of source that a value is from.
  public enum Source: UInt8, Hashable, Sendable {
    case file, variable, option
    /// It was made by a program.
    case code
  }

  /// The kind of source.
  public let source: Source
  /// The path as it was given, `CONFIG__API__TIMEOUT`, or the path of keys that was set.
  public let name: String
  private let startLine, startColumn, endLine, endColumn, offset, length: Int32

  /// A value that no file holds.
  public init() { self.init(.code, "") }

  /// - Parameter source: anything but a file.
  public init(_ source: Source, _ name: String) {
    self.source = source
    self.name = name
    (startLine, startColumn, endLine, endColumn, offset, length) = (0, 0, 0, 0, 0, 0)
  }

  /// - Parameters:
  ///   - start: of the first byte: the tag, the quotation mark or the bracket.
  ///   - end: after the last byte.
  ///   - bytes: the same in bytes from the beginning of the file; in UTF-8 where the file is in
  ///     another encoding.
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

  private func position(_ line: Int32, _ column: Int32) -> SourcePosition? {
    line == 0 ? nil : SourcePosition(line: Int(line), column: Int(column))
  }

  /// The bytes in the file; empty where there is no file.
  public var bytes: Range<Int> { Int(offset)..<Int(offset) + Int(length) }

  /// The closing tag or bracket of a dictionary; the whole where that is not known.
  public var closing: ConfigPlace {
    guard let start, let end, start < end else { return self }
    // `</dict>` and `<dict/>` are seven bytes; what a dictionary of another form ends with is one.
    let isTag = name.utf8.suffix(6).elementsEqual(".plist".utf8) && end.column > 7
    let length = isTag ? 7 : 1
    let first = SourcePosition(line: end.line, column: max(1, end.column - length))
    let range = max(bytes.upperBound - length, bytes.lowerBound)..<bytes.upperBound
    return ConfigPlace(file: name, start: first, end: end, bytes: range)
  }

  /// For a diagnostic; nil where there is no file.
  public var location: SourceLocation? {
    source == .file ? SourceLocation(file: name, start: start, end: end) : nil
  }
}

extension ConfigPlace: CustomStringConvertible {
  /// `Configuration.plist:14:3`, `the variable CONFIG__API__TIMEOUT`, `--set api.timeout`.
  public var description: String {
    switch source {
    case .file: start.map { "\(name):\($0.line):\($0.column)" } ?? name
    case .variable: "the variable \(name)"
    case .option: "--set \(name)"
    case .code: "the program"
    }
  }
}
