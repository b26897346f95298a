import TremaDiagnostics

/// What can be made of a catalogue. The one list of formats; help, schema and errors read it.
public enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case strings, android, swift, json, properties

  public static var names: [String] { allCases.map(\.rawValue) }

  /// The fields that mean something for the format, beside `format` and `directory`.
  var fields: Set<ProjectFile.Output.Field> {
    let resources: Set<ProjectFile.Output.Field> = [.fallback, .statuses, .languageNames]
    return switch self {
    case .strings, .json: resources.union([.table])
    case .android: resources.union([.defaultLanguage])
    case .properties: resources.union([.table, .defaultLanguage])
    case .swift: [.table, .type, .bundle, .imports, .access]
    }
  }
}

extension ProjectFile {
  /// One format into one folder.
  public struct Output: Hashable, Sendable {
    /// What fills the texts that are missing in a language.
    public enum Fallback: String, CaseIterable, Hashable, Sendable {
      case none, master
    }

    /// Who sees the accessors.
    public enum Access: String, CaseIterable, Hashable, Sendable {
      case `public`, package, `internal`
    }

    public var format: OutputFormat
    public var directory: Located<String>
    public var table: Located<String>?
    /// The type that holds the accessors.
    public var type: Located<String>?
    /// `main`, `module`, or a Swift expression.
    public var bundle: String?
    /// Modules that the accessors import.
    public var imports: [String] = []
    public var access: Access?
    public var defaultLanguage: Located<String>?
    public var fallback: Fallback?
    /// Names of statuses; nil for all.
    public var statuses: [String]?
    /// What files and folders call a language instead of its tag.
    public var languageNames: [LanguageName] = []
    /// The whole object.
    public var location: SourceLocation?

    public init(format: OutputFormat, directory: Located<String>) {
      self.format = format
      self.directory = directory
    }
  }

  /// `"zh-Hans": "zh-rCN"`.
  public struct LanguageName: Hashable, Sendable {
    public var language: Located<String>
    public var name: String

    public init(language: Located<String>, name: String) {
      self.language = language
      self.name = name
    }
  }
}
