import TremaChecks
import TremaEditing
import TremaJSON
import TremaSupport

/// The contents of `trema.json`: the catalogues of a project, their outputs, and how strictly they
/// are checked. Missing fields are `nil` or empty; the code that uses a field has its default.
package struct ProjectFile: Hashable, Sendable {
  package static let name = "trema.json"

  /// Whether there is one in the current folder.
  package static var isInThisFolder: Bool { FolderListing.kind(of: name) == .file }

  /// Its own path; the paths in it start from its folder.
  package var file: String
  package var catalogues: [Catalogue] = []
  /// The languages as they are spelled; `nil` when the catalogs decide.
  package var languages: [Located<String>]?
  /// In percent of the texts; languages that have less are not written.
  package var minimumCoverage: Int?
  package var outputs: [Output] = []
  package var checks: [CheckSetting] = []
  package var terms: [Term] = []
  /// The file with the findings that are muted.
  package var baseline: Located<String>?
  package var usage: Usage?
  package var configuration: Configuration?

  package init(file: String) { self.file = file }

  /// A path of the file, as it is to be opened.
  package func path(of path: String) -> String { Self.path(of: path, beside: file) }

  /// A path of a project file, as it is to be opened.
  static func path(of path: String, beside file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}

extension ProjectFile {
  /// Files that make one catalogue, later ones overriding earlier ones.
  package struct Catalogue: Hashable, Sendable {
    package var files: [Located<String>]
    /// Whether a backslash is a character like any other.
    package var rawBackslash: Bool

    package init(files: [Located<String>], rawBackslash: Bool = false) {
      self.files = files
      self.rawBackslash = rawBackslash
    }
  }

  /// The source code that uses the texts.
  package struct Usage: Hashable, Sendable {
    /// Files and folders of source code.
    package var sources: [Located<String>] = []
    /// Keys that count as used, with `*` for any characters.
    package var allow: [Located<String>] = []
    /// Functions of the app that take a key, by examples.
    package var functions: [KeyFunction] = []
    /// Swift types of accessors that other tools make.
    package var accessors: [Located<String>] = []

    package init() {}
  }

  /// The settings of a project for the findings of a check.
  package struct CheckSetting: Hashable, Sendable {
    /// The code of the check, or `*` for all that find no errors.
    package var code: Located<String>
    package var level: Located<CheckLevel>?
    /// The least that a finding counts as where the value has been verified.
    package var verified: Severity?
    /// Why errors count as less.
    package var reason: String?
    /// The languages and the patterns of keys.
    package var languages: [Part] = []
    package var keys: [Part] = []

    package init(code: Located<String>) { self.code = code }

    /// `"fr": "off"`.
    package struct Part: Hashable, Sendable {
      package var name: Located<String>
      package var level: Located<CheckLevel>

      package init(_ name: Located<String>, _ level: Located<CheckLevel>) {
        self.name = name
        self.level = level
      }
    }
  }

  /// A term of the app, and how translations must and must not call it.
  package struct Term: Hashable, Sendable {
    /// The term in the texts of the master language.
    package var term: Located<String>
    /// The words by language of which translations of the term must contain one.
    package var required: [Words] = []
    /// The words by language of which translations of the term must contain none.
    package var forbidden: [Words] = []
    package var isCaseSensitive = false
    /// The reason, shown with a finding.
    package var note: String?

    package init(term: Located<String>) { self.term = term }

    package struct Words: Hashable, Sendable {
      package var language: Located<String>
      package var words: [String]

      package init(language: Located<String>, words: [String]) {
        self.language = language
        self.words = words
      }
    }
  }
}

/// A value of a file, and the place to name when there is something wrong with it.
package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  package var value: Value
  package var location: SourceLocation?

  package init(_ value: Value, at location: SourceLocation? = nil) {
    self.value = value
    self.location = location
  }
}
