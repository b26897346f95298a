import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// One thing to make of a catalogue.
package struct ConversionOutput: Sendable {
  package enum Kind: Sendable {
    /// One file a language.
    case resources(ResourceFormat)
    /// One file with all languages.
    case catalogue(CatalogFormat)
    /// `<Type>.swift`.
    case swift(SwiftAccessors.Options)
    /// `<Type>.kt`.
    case kotlin(KotlinAccessors.Options)
  }

  package var kind: Kind
  /// The folder, as it is to be opened.
  package var directory: String
  package var table: String
  package var selection = Selection()
  /// The names of languages in folders and files, where the project sets them.
  package var folderNames: [LanguageTag: String] = [:]
  /// The place at which a project asks for it.
  package var location: SourceLocation?
  /// The older tool whose files are made.
  package var compatibility: Compatibility?
  /// How keys and plurals are in JSON, which XLIFF is written, and how `.properties` are encoded;
  /// each means something for that format alone.
  package var jsonStyle = JSONStyle.flat
  package var xliffVersion = XLIFFVersion.v12
  package var propertiesEncoding = PropertiesEncoding.ascii
  /// The name of the only file, where the format does not decide it.
  package var fileName: String?
  /// The files go to translators and are to come back.
  package var isForTranslators = false
  /// Another output makes the `.stringsdict` that goes with these `.strings`.
  var hasPluralFile = false
  /// Another output makes the `.strings` that go with this `.stringsdict`.
  var hasTextFile = false

  package init(_ kind: Kind, directory: String, table: String) {
    self.kind = kind
    self.directory = directory
    self.table = table
  }

  /// The targets that the checks must consider for it.
  var checkTargets: [CheckTarget] {
    switch kind {
    case .resources(.android): [.android]
    case .kotlin: [.android, .kotlin]
    // An older tool took keys and placeholders as they are, or named them in its own way.
    case _ where compatibility != nil: []
    case .swift(let options): [.swift(nestedBy: options.nesting)]
    case .resources(.strings), .resources(.stringsdict), .resources(.compiled): [.apple]
    case .catalogue(.xcstrings): [.apple]
    case .resources(.properties): [.properties]
    case .resources(.json) where jsonStyle == .i18next: [.i18next]
    case .resources(.arb): [.arb]
    // What belongs to no platform, or to people.
    case .resources, .catalogue: []
    }
  }

  /// Whether the files are for translators, and so include drafts that would crash an app.
  var isForTranslating: Bool {
    switch kind {
    case .resources(let format): format.isBilingual
    case .catalogue(let format): format != .xcstrings
    case .swift, .kotlin: false
    }
  }

  /// The file at a path below the folder.
  ///
  /// - Throws: when another output has it already.
  func open(_ path: String, _ transaction: OutputTransaction) throws(Diagnostic) -> OutputFile {
    let separator = directory.isEmpty || directory.hasSuffix("/") ? "" : "/"
    let whole = directory + separator + path
    let (file, isNew) = transaction.open(whole)
    guard isNew else {
      let spelling = file.path == whole ? "" : ", which is also '\(file.path)'"
      throw Diagnostic(
        .error, "output-collision", "two outputs would both write '\(whole)'\(spelling)",
        at: location, hint: "give one of them another directory, table or type",
        kind: location == nil ? .usage : .unreadable)
    }
    file.format = format
    return file
  }

  /// Whether all languages must be known before the first text.
  var needsLanguages: Bool {
    switch kind {
    case .resources(let format): selection.fallback == .master || format.isBilingual
    case .catalogue: true
    case .swift, .kotlin: false
    }
  }

  /// Whether this output makes the files of another format that belong to the same table.
  func makes(_ format: ResourceFormat, of output: ConversionOutput) -> Bool {
    guard case .resources(format) = kind else { return false }
    return directory == output.directory && table == output.table
      && selection.statuses == output.selection.statuses
  }

  private var format: OutputFormat? { OutputFormat(name: formatName) }

  /// The name of the format, as projects and the command line spell it.
  var formatName: String {
    switch kind {
    case .resources(let format): format.name
    case .catalogue(let format): format.name
    case .swift: "swift"
    case .kotlin: "kotlin"
    }
  }
}
