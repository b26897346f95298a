import TremaDiagnostics
import TremaJSON

/// What `trema.json` says: the catalogues of a project, what is made of them, and how strictly they
/// are checked. Fields that are absent are nil or empty; their defaults belong to those who use them.
public struct ProjectFile: Hashable, Sendable {
  public static let name = "trema.json"

  /// Its own path; the paths in it start from its folder.
  public var file: String
  public var catalogues: [Catalogue] = []
  /// As they are spelled; nil when the catalogues decide.
  public var languages: [Located<String>]?
  public var outputs: [Output] = []
  public var checks: [CheckSetting] = []
  /// An object that another module reads.
  public var configuration: JSONValue?

  public init(file: String) { self.file = file }

  /// A path of the file, as it is to be opened.
  public func path(of path: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}

extension ProjectFile {
  /// Files that make one catalogue, later ones overriding earlier ones.
  public struct Catalogue: Hashable, Sendable {
    public var files: [Located<String>]
    /// Whether a backslash is a character like any other.
    public var rawBackslash: Bool

    public init(files: [Located<String>], rawBackslash: Bool = false) {
      self.files = files
      self.rawBackslash = rawBackslash
    }
  }

  /// A severity that a project gives to the findings of a check.
  public struct CheckSetting: Hashable, Sendable {
    public var code: Located<String>
    /// nil switches the check off.
    public var severity: Severity?

    public init(code: Located<String>, severity: Severity?) {
      self.code = code
      self.severity = severity
    }
  }
}

/// A value of a file, and the place to name when there is something wrong with it.
public struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  public var value: Value
  public var location: SourceLocation?

  public init(_ value: Value, at location: SourceLocation? = nil) {
    self.value = value
    self.location = location
  }
}
