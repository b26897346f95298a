import TremaChecks
import TremaEditing
import TremaJSON
import TremaSupport

/// What `trema.json` says: the catalogues of a project, what is made of them, and how strictly they
/// are checked. Fields that are absent are nil or empty; their defaults belong to those who use
/// them.
public struct ProjectFile: Hashable, Sendable {
  public static let name = "trema.json"

  /// Whether there is one in the current folder.
  public static var isInThisFolder: Bool { FolderListing.kind(of: name) == .file }

  /// Its own path; the paths in it start from its folder.
  public var file: String
  public var catalogues: [Catalogue] = []
  /// As they are spelled; nil when the catalogues decide.
  public var languages: [Located<String>]?
  /// In percent of the texts; languages that have less are not written.
  public var minimumCoverage: Int?
  public var outputs: [Output] = []
  public var checks: [CheckSetting] = []
  public var terms: [Term] = []
  /// The file with the findings that are muted.
  public var baseline: Located<String>?
  public var usage: Usage?
  public var configuration: Configuration?

  public init(file: String) { self.file = file }

  /// A path of the file, as it is to be opened.
  public func path(of path: String) -> String { Self.path(of: path, beside: file) }

  /// A path of a project file, as it is to be opened.
  static func path(of path: String, beside file: String) -> String {
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

  /// Where the texts are used.
  public struct Usage: Hashable, Sendable {
    /// Files and folders of source code.
    public var sources: [Located<String>] = []
    /// Keys that count as used, with `*` for any characters.
    public var allow: [Located<String>] = []
    /// Functions of the app that take a key, by examples.
    public var functions: [KeyFunction] = []
    /// Swift types of accessors that other tools make.
    public var accessors: [Located<String>] = []

    public init() {}
  }

  /// What a project says of the findings of a check.
  public struct CheckSetting: Hashable, Sendable {
    /// The code of the check, or `*` for all that find no errors.
    public var code: Located<String>
    public var level: Located<CheckLevel>?
    /// The least that a finding counts as where the value has been verified.
    public var verified: Severity?
    /// Why errors count as less.
    public var reason: String?
    /// By language and by pattern of keys.
    public var languages: [Part] = []
    public var keys: [Part] = []

    public init(code: Located<String>) { self.code = code }

    /// `"fr": "off"`.
    public struct Part: Hashable, Sendable {
      public var name: Located<String>
      public var level: Located<CheckLevel>

      public init(_ name: Located<String>, _ level: Located<CheckLevel>) {
        self.name = name
        self.level = level
      }
    }
  }

  /// A term of the app, and how translations must and must not call it.
  public struct Term: Hashable, Sendable {
    /// As the texts of the master language say it.
    public var term: Located<String>
    /// By language: one of these must stand where the term is translated.
    public var required: [Words] = []
    /// By language: none of these may.
    public var forbidden: [Words] = []
    public var isCaseSensitive = false
    /// Why, for the people who are told.
    public var note: String?

    public init(term: Located<String>) { self.term = term }

    public struct Words: Hashable, Sendable {
      public var language: Located<String>
      public var words: [String]

      public init(language: Located<String>, words: [String]) {
        self.language = language
        self.words = words
      }
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
