import TremaChecks
import TremaEditing
import TremaJSON
import TremaSupport

/// The contents of `trema.json`: the catalogues of a project, their outputs, and check settings.
///
/// Missing fields are `nil` or empty. Their defaults are in the code that uses them.
package struct ProjectFile: Hashable, Sendable {
  /// The name of the file.
  package static let name = "trema.json"

  /// Whether the current folder contains a project file.
  package static var existsInCurrentFolder: Bool { FolderListing.kind(of: name) == .file }

  /// The path of the file. The paths in it are relative to its folder.
  package var file: String
  /// The catalogues of texts.
  package var catalogs: [Catalog] = []
  /// The languages of the app, as spelled in the file, or `nil` for the languages of the
  /// catalogues.
  package var languages: [Located<String>]?
  /// The minimum percentage of texts that a language must have to be written.
  package var minimumCoverage: Int?
  /// The thresholds for shipping a language, or `nil` to write every language.
  package var ships: Ships?
  /// The outputs of the texts.
  package var outputs: [Output] = []
  /// The settings of checks.
  package var checks: [CheckSetting] = []
  /// The terms that translations must use.
  package var terms: [Term] = []
  /// The baseline of muted findings.
  package var baseline: Located<String>?
  /// The source code that uses the texts.
  package var usage: Usage?
  /// The files of the app that must agree with its texts and languages.
  package var app: App?
  /// The configurations of the app.
  package var configuration: Configuration?

  package init(file: String) { self.file = file }

  /// Returns a path from the file, resolved relative to the file's folder.
  package func path(of path: String) -> String { Self.path(of: path, relativeTo: file) }

  /// Returns a path from a project file, resolved relative to the file's folder.
  ///
  /// A `..` at the beginning of the path cancels the last folder, so that messages contain the
  /// shortest path. It does not cancel a symbolic link, because the parent of a link's target is
  /// another folder.
  ///
  /// - Parameters:
  ///   - path: The path, which is absolute or relative to the folder of the project file.
  ///   - file: The path of the project file.
  static func path(of path: String, relativeTo file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    var folder = file[..<slash]
    var rest = path[...]
    while rest.hasPrefix("../"), let name = folder.split(separator: "/").last, name != "..",
      name != ".", folder.hasSuffix(name), !FolderListing.isSymbolicLink(String(folder))
    {
      folder = folder.dropLast(name.count)
      if folder.hasSuffix("/") { folder.removeLast() }
      rest = rest.dropFirst(3)
      if folder.isEmpty { return (file.hasPrefix("/") ? "/" : "") + rest }
    }
    return "\(folder)/\(rest)"
  }
}

extension ProjectFile {
  /// The files of one catalogue. Texts of later files override texts of earlier files.
  package struct Catalog: Hashable, Sendable {
    /// The paths of the files.
    package var files: [Located<String>]
    /// Whether a backslash is an ordinary character rather than the beginning of an escape.
    package var isBackslashLiteral: Bool
    /// The master language that the files must have, or `nil` for any.
    package var masterLanguage: Located<String>?

    package init(files: [Located<String>], isBackslashLiteral: Bool = false) {
      self.files = files
      self.isBackslashLiteral = isBackslashLiteral
    }
  }

  /// The thresholds for shipping a language.
  package struct Ships: Hashable, Sendable {
    /// The thresholds.
    package var rule = ShippingRule(enter: 100, leave: 100)
    /// The path of the state file, or `nil` for the default path.
    package var state: Located<String>?
    /// The location of the object.
    package var location: SourceLocation?
  }

  /// The source code that uses the texts.
  package struct Usage: Hashable, Sendable {
    /// The source code files and folders.
    package var sources: [Located<String>] = []
    /// Patterns of the keys that are treated as used, where `*` matches any characters.
    package var allow: [Located<String>] = []
    /// The functions of the app that take a key, declared by examples.
    package var functions: [KeyFunction] = []
    /// The Swift types that contain other tools' accessors.
    package var accessors: [Located<String>] = []

    package init() {}
  }

  /// The settings of a project for the findings of a check.
  package struct CheckSetting: Hashable, Sendable {
    /// The code of the check, or `*` for all checks whose findings are not errors.
    package var code: Located<String>
    /// The level of the findings, or `nil` for the check's default severity.
    package var level: Located<CheckLevel>?
    /// The minimum severity of findings about verified values.
    package var verified: Severity?
    /// The reason for lowering errors.
    package var reason: String?
    /// The levels for individual languages.
    package var languages: [Part] = []
    /// The levels for keys that match a pattern.
    package var keys: [Part] = []

    package init(code: Located<String>) { self.code = code }

    /// A level for a part of the texts, such as `"fr": "off"`.
    package struct Part: Hashable, Sendable {
      /// The language, or the key pattern.
      package var name: Located<String>
      /// The level of the findings.
      package var level: Located<CheckLevel>

      package init(_ name: Located<String>, _ level: Located<CheckLevel>) {
        self.name = name
        self.level = level
      }
    }
  }

  /// A term of the app with its required and forbidden translations.
  package struct Term: Hashable, Sendable {
    /// The term in the master language.
    package var term: Located<String>
    /// The required words, by language. A translation must contain one of them.
    package var required: [Words] = []
    /// The forbidden words, by language. A translation must not contain any of them.
    package var forbidden: [Words] = []
    /// Whether the case of the term must match.
    package var isCaseSensitive = false
    /// The explanation that is shown with a finding.
    package var note: String?

    package init(term: Located<String>) { self.term = term }

    /// The words of one language.
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

/// A value from a file, with its location for diagnostics.
package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  package var value: Value
  /// The location in the file, or `nil` if the value is not from a file.
  package var location: SourceLocation?

  package init(_ value: Value, at location: SourceLocation? = nil) {
    self.value = value
    self.location = location
  }
}
