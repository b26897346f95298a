import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// An output of a conversion.
package struct ConversionOutput: Sendable {
  /// The kind of an output.
  package enum Kind: Sendable {
    /// One file per language.
    case resources(ResourceFormat)
    /// One file with all languages.
    case catalog(CatalogFormat)
    /// Swift accessors in `<Type>.swift`.
    case swift(SwiftAccessors.Options)
    /// Kotlin accessors in `<Type>.kt`.
    case kotlin(KotlinAccessors.Options)
    /// The listing of the app in a store, with one file for each text and language.
    case listing(Store)
    /// The list of languages in `xml/locales_config.xml`.
    case localeConfig
  }

  /// The name in the project file, or `nil` if the output has none.
  package var name: String?
  /// The kind and its format.
  package var kind: Kind
  /// The path of the folder, relative to the current folder.
  package var directory: String
  /// The name of the table, which is part of file names in some formats.
  package var table: String
  /// The values to write.
  package var selection = Selection()
  /// The texts to write.
  package var slice = Slice()
  /// The languages to write in addition to the master language, or `nil` for the languages of the
  /// conversion.
  package var languages: [LanguageTag]?
  /// The languages of the Android resources that belong to a list of languages, or `nil` if they
  /// have all languages of the conversion.
  var resourceLanguages: Set<LanguageTag>?
  /// The locations of ``languages`` in the project file.
  package var languageLocations: [LanguageTag: SourceLocation] = [:]
  /// The names of languages in folders and files, as specified by the project.
  package var folderNames: [LanguageTag: String] = [:]
  /// The location of the default language in the project file.
  package var defaultLanguageLocation: SourceLocation?
  /// The location of the output in the project file, or `nil` for an output from the command line.
  package var location: SourceLocation?
  /// The older tool whose output is reproduced, or `nil` if there is none.
  package var compatibility: Compatibility?
  /// The form of keys and plurals in JSON. Used only for JSON.
  package var jsonStyle = JSONStyle.flat
  /// The version of XLIFF. Used only for XLIFF.
  package var xliffVersion = XLIFFVersion.v12
  /// The encoding of `.properties` files. Used only for `.properties`.
  package var propertiesEncoding = PropertiesEncoding.ascii
  /// The name of the single file, or `nil` if the format determines the names.
  package var fileName: String?
  /// Whether the files are sent to translators and imported again.
  package var isForTranslators = false
  /// The index of the output in the conversion.
  var number = 0
  /// The targets in which the output has names.
  var namingTargets: [SlicedTarget] = []
  /// Whether another output writes the `.stringsdict` file of this `.strings` file.
  var hasPluralFile = false
  /// Whether another output writes the `.strings` file of this `.stringsdict` file.
  var hasTextFile = false

  package init(_ kind: Kind, directory: String, table: String) {
    self.kind = kind
    self.directory = directory
    self.table = table
  }

  /// The targets whose rules the checks apply because of the output.
  var checkTargets: [CheckTarget] {
    switch kind {
    case .resources(.android): [.android]
    case .resources(.compose): [.compose]
    case .kotlin(let options): [options.resources == .android ? .android : .compose, .kotlin]
    // Older tools used keys and placeholders unchanged, or had their own naming rules.
    case _ where compatibility != nil: []
    case .swift(let options): [.swift(nestedBy: options.nesting)]
    case .resources(.strings), .resources(.stringsdict), .resources(.compiled): [.apple]
    case .catalog(.xcstrings), .catalog(.twine): [.apple]
    case .resources(.properties): [.properties]
    case .resources(.json) where jsonStyle == .i18next: [.i18next]
    case .resources(.arb): [.arb]
    case .listing: listing.map { [.store($0)] } ?? []
    // These formats are for translators or do not belong to a platform.
    case .resources, .catalog, .localeConfig: []
    }
  }

  /// The platform of the apps that use the format, or `nil` if it is used by apps on all platforms
  /// or only by translators.
  var platform: AppPlatform? {
    switch kind {
    case .swift, .resources(.strings), .resources(.stringsdict), .resources(.compiled): .ios
    case .catalog(.xcstrings): .ios
    // The resources of Compose Multiplatform are shared by all platforms.
    case .kotlin(let options) where options.resources != .android: nil
    case .kotlin, .resources(.android): .android
    case .resources(.json): .web
    case .listing(.appStore): .ios
    case .listing(.googlePlay): .android
    case .resources, .catalog, .localeConfig: nil
    }
  }

  /// The listing that the output is, or `nil` for another output.
  var listing: StoreListing? {
    guard case .listing(let store) = kind else { return nil }
    var listing = StoreListing(store, prefix: slice.prefix ?? Store.defaultPrefix)
    listing.languages = languages
    listing.localeNames = folderNames
    listing.statuses = selection.statuses
    return listing
  }

  /// Whether the files are for translators, so they include drafts that would be invalid in an app,
  /// and variants as texts of their own.
  var includesDrafts: Bool {
    switch kind {
    case .resources(let format): format.isBilingual
    case .catalog(let format): format != .xcstrings && format != .twine
    case .swift, .kotlin, .listing, .localeConfig: false
    }
  }

  /// Whether each file contains the texts in one language beside the originals.
  var isBilingual: Bool {
    if case .resources(let format) = kind { format.isBilingual } else { false }
  }

  /// Opens a file of the output.
  ///
  /// - Parameters:
  ///   - path: The path relative to the output's folder.
  ///   - transaction: The transaction that receives the file.
  /// - Throws: An `output-collision` error if another output has the same path.
  func open(_ path: String, _ transaction: OutputTransaction) throws(Diagnostic) -> OutputFile {
    let separator = directory.isEmpty || directory.hasSuffix("/") ? "" : "/"
    let whole = directory + separator + path
    let (file, isNew) = transaction.open(whole)
    guard isNew else {
      let spelling = file.path == whole ? "" : ", which is also '\(file.path)'"
      throw Diagnostic(
        .error, "output-collision", "two outputs write to '\(whole)'\(spelling)",
        at: location, hint: "give one of them a different directory, table or type",
        kind: location == nil ? .usage : .unreadable)
    }
    file.format = format
    return file
  }

  /// Returns the languages to write.
  ///
  /// - Parameters:
  ///   - candidates: The languages of the conversion, or `nil` for the languages of the texts.
  ///   - master: The master language, which is always written.
  /// - Returns: `nil` for the languages of the texts.
  func languages(among candidates: [LanguageTag]?, master: LanguageTag) -> [LanguageTag]? {
    guard let languages else { return candidates }
    return languages.filter { candidates?.contains($0) ?? true }.including(master)
  }

  /// Returns the languages to write if the languages of the conversion are known.
  func languages(of app: [LanguageTag], master: LanguageTag) -> [LanguageTag] {
    (languages(among: app, master: master) ?? app).including(master)
  }

  /// Whether all languages must be known before the first text is written.
  var needsLanguages: Bool {
    switch kind {
    case .resources(let format): selection.fallback == .master || format.isBilingual
    case .catalog: true
    case .swift, .kotlin, .listing, .localeConfig: false
    }
  }

  /// Returns whether this output writes the given format for the same table, folder and statuses as
  /// another output.
  func writes(_ format: ResourceFormat, alongside output: ConversionOutput) -> Bool {
    guard case .resources(format) = kind else { return false }
    return directory == output.directory && table == output.table
      && selection.statuses == output.selection.statuses
      && slice.selectsSameTexts(as: output.slice)
  }

  /// The format in the project's list of output formats.
  private var format: OutputFormat? { OutputFormat(name: formatName) }

  /// The name of the format in project files and on the command line.
  var formatName: String {
    switch kind {
    case .resources(let format): format.name
    case .catalog(let format): format.name
    case .swift: "swift"
    case .kotlin: "kotlin"
    case .listing(let store): store.rawValue
    case .localeConfig: OutputFormat.localeConfig.name
    }
  }
}

extension [LanguageTag] {
  /// Returns the languages including the given language, which is inserted at the beginning if it
  /// is missing.
  func including(_ language: LanguageTag) -> [LanguageTag] {
    contains(language) ? self : [language] + self
  }
}
