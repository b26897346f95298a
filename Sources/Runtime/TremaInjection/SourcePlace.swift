/// A line of source code: where a key was declared, a factory registered, a value asked for.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// `Module/File.swift`, as `#fileID` gives it.
  public let file: String
  /// 1-based.
  public let line: Int

  /// Creates a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// `File.swift:12`.
  public var description: String {
    let name = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file[file.index(after: $0)...] }
    return "\(name ?? file[...]):\(line)"
  }
}
