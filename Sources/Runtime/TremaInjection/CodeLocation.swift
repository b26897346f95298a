/// A line of source code, such as a key's declaration, a factory's registration or a request.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
  /// The module and file in the form of `#fileID`: `Module/File.swift`.
  public let file: String
  /// The 1-based line number.
  public let line: Int

  /// Creates a location.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The file without its module, and the line: `File.swift:12`.
  public var description: String {
    let name = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file[file.index(after: $0)...] }
    return "\(name ?? file[...]):\(line)"
  }
}
