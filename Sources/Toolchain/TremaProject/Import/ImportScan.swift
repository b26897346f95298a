import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// Searches folders for files with texts.
///
/// These are files in formats that contain only texts, Android resources in `values*`, and JSON and
/// `.properties` files with a location or structure that is typical of texts (``TextTables``).
/// Other files of known formats are recorded as omissions.
struct ImportScan {
  /// The files to import.
  private(set) var sources: [ImportSource] = []
  /// The files and folders that were omitted.
  private(set) var omissions = ImportOmissions()
  /// The problems with folders that cannot be listed.
  private(set) var diagnostics: [Diagnostic] = []
  /// The project files that may name the master language.
  private(set) var projectFiles: [String] = []

  /// The options of the search.
  private let options: Options
  /// The folders that have been searched, so that no folder is searched twice.
  private var visited: Set<FolderListing.Identity> = []
  /// The JSON and `.properties` files that may contain texts.
  private var candidates: [ImportSource] = []
  /// The packages that were omitted.
  private var packages: [Package] = []

  /// A folder that is omitted because of its extension, and is searched only if no texts are found
  /// elsewhere.
  private struct Package {
    /// The path of the folder.
    var path: String
    /// The path relative to the searched folder.
    var relative: String
    /// The ignored paths of the searched folder.
    var ignored: IgnoredPaths
    /// Whether the folder belongs to tests.
    var isTest: Bool
  }

  /// The options of a search.
  struct Options {
    /// The format of all files, or `nil` to determine it from their names.
    var format: ReadableFormat?
    /// Whether a language was specified for files that do not specify their language.
    var hasLanguage = false
    /// The files and folders to exclude.
    var excluded: [KeyPattern] = []
    /// Whether to list all omitted files rather than only the first files.
    var listsAllOmissions = false
  }

  /// The extensions of folders that tools treat as one item and whose contents are built or
  /// exported.
  private static let packageExtensions = [
    ".app", ".appex", ".framework", ".xcframework", ".xcarchive", ".dSYM", ".xcloc", ".xcassets",
    ".xcodeproj", ".xcworkspace",
  ]

  init(_ options: Options) {
    self.options = options
    omissions.listsAll = options.listsAllOmissions
  }

  /// Searches a folder and its subfolders.
  ///
  /// - Throws: A diagnostic of the kind `.unreadable` if the folder itself cannot be listed.
  mutating func scan(_ root: String) throws(Diagnostic) {
    let names = try FolderListing.names(in: root, hidden: true)
    let ignored = IgnoredPaths(in: root)
    diagnostics += ignored.diagnostics
    enter(root, names, below: "", ignored, isTest: false)
  }

  /// Decides about the files that must be compared with other files, and searches packages if no
  /// texts have been found.
  mutating func finish() {
    decide()
    guard sources.isEmpty else { return }
    for package in packages {
      guard let names = try? FolderListing.names(in: package.path, hidden: true) else { continue }
      omissions.remove(.tool, folder: package.path)
      enter(
        package.path, names, below: package.relative, package.ignored, isTest: package.isTest)
    }
    decide()
  }

  /// Adds candidates that contain texts to the files, and other candidates to the omissions.
  private mutating func decide() {
    for table in TextTables.all(among: candidates) {
      if table.isText {
        sources += table.sources
      } else {
        for source in table.sources { omissions.add(.noTable, source.path) }
      }
    }
    candidates = []
  }

  /// Searches a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - names: The names in the folder.
  ///   - parent: The path of the folder relative to the searched folder.
  ///   - ignored: The ignored paths of the searched folder.
  ///   - isTest: Whether the folder belongs to tests.
  private mutating func enter(
    _ folder: String, _ names: [String], below parent: String, _ ignored: IgnoredPaths,
    isTest: Bool
  ) {
    guard FolderListing.Identity(of: folder).map({ visited.insert($0).inserted }) ?? true else {
      return
    }
    for name in names where name != ".git" {
      let relative = parent.isEmpty ? name : "\(parent)/\(name)"
      let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let kind = FolderListing.kind(of: path)
      let isFolder = kind == .folder
      if isFolder || source(at: path) != nil {
        if options.excluded.contains(where: { $0.matches(name) || $0.matches(relative) }) {
          omissions.add(.excluded, path, isFolder: isFolder)
          continue
        }
        if ignored.contains(relative) {
          omissions.add(.ignored, path, isFolder: isFolder)
          continue
        }
      }
      guard isFolder else {
        if kind == .absent {
          omitDanglingLink(path)
        } else {
          add(path, isTest: isTest)
        }
        continue
      }
      // A symbolic link may refer to a folder outside the repository. Git does not follow it
      // either.
      if FolderListing.isSymbolicLink(path) {
        omissions.add(.link, path, isFolder: true)
        continue
      }
      noteProject(in: path)
      let isPackage = Self.packageExtensions.contains(where: name.hasSuffix)
      if BuiltFolder.isBuilt(name, beside: names) || isPackage {
        omissions.add(.tool, path, isFolder: true)
        if isPackage {
          packages.append(
            Package(path: path, relative: relative, ignored: ignored, isTest: isTest))
        }
        continue
      }
      do throws(Diagnostic) {
        let names = try FolderListing.names(in: path, hidden: true)
        enter(path, names, below: relative, ignored, isTest: isTest || Self.isTestFolder(name))
      } catch {
        diagnostics.append(error)
      }
    }
  }

  /// Returns the source of a file, or `nil` if it is not of a known format. The names of files of
  /// store listings do not identify their format.
  private func source(at path: String) -> ImportSource? {
    if let format = options.format, format.store != nil {
      return ImportSource(path: path, as: format)
    }
    var source = ImportSource(existing: path)
    // The resources of Android and Compose differ only in the folder above `values`, which is `res`
    // in an Android app.
    let folder = OutputFolders.parent(of: OutputFolders.parent(of: path))
    if options.format == .compose, source?.format == .android,
      OutputFolders.name(of: folder) != "res"
    {
      source?.format = .compose
    }
    return source
  }

  /// Records a link without a target as an omission, if its name is typical of a file or folder
  /// with texts.
  private mutating func omitDanglingLink(_ path: String) {
    let name = OutputFolders.name(of: path)
    guard !name.hasPrefix(".") else { return }
    let source = ImportSource(path: path).flatMap { $0.format.isIdentifiedByName ? $0 : nil }
    let isResource = source?.format.isInValuesFolders ?? false
    let mayHaveTexts =
      source.map { !isResource || $0.isVariant || $0.language != nil || $0.isDefault }
      ?? name.hasSuffix(".lproj")
    if mayHaveTexts { omissions.add(.danglingLink, path) }
  }

  /// Adds the project file of an Xcode project.
  private mutating func noteProject(in folder: String) {
    let file = "\(folder)/project.pbxproj"
    if folder.hasSuffix(".xcodeproj"), FolderListing.kind(of: file) == .file {
      projectFiles.append(file)
    }
  }

  /// Returns whether a file of a variation, such as `values-night`, contains texts. Most of these
  /// files contain colors and sizes.
  private static func containsTexts(_ source: ImportSource) -> Bool {
    let options = ReadingOptions(file: source.path, language: "und")
    guard
      let bytes = try? InputFile(regular: source.path).contents(limit: InputFile.maxWholeFileSize),
      let reading = try? source.format.read(bytes, options)
    else { return true }
    return !reading.texts.isEmpty
  }

  /// Returns whether the name of a folder indicates tests, such as `androidTest`, `AppUITests`,
  /// `__tests__` or `test-fixtures`.
  private static func isTestFolder(_ name: String) -> Bool {
    let words = ["test", "tests", "__tests__", "testdata", "fixtures", "androidtest"]
    let lower = name.lowercased()
    return words.contains(lower) || name.hasSuffix("Tests") || lower.hasPrefix("test-")
      || lower.hasPrefix("test_") || lower.hasPrefix("androidtest")
  }

  /// Returns the source for a file. If the format of all files is Compose Multiplatform's, resource
  /// files have this format in any folder but Android's `res`.
  private func source(_ path: String) -> ImportSource? {
    let source = ImportSource(existing: path)
    guard options.format == .compose, source?.format == .android,
      path.split(separator: "/").dropLast(2).last != "res"
    else { return source }
    return ImportSource(path: path, as: .compose)
  }

  /// Adds a file to the files, the candidates or the omissions, depending on its name and location.
  private mutating func add(_ path: String, isTest: Bool) {
    if MasterLanguageGuess.mayNameLanguage(path) { projectFiles.append(path) }
    guard !OutputFolders.name(of: path).hasPrefix("."), var source = source(at: path),
      options.format.map({ $0 == source.format }) ?? true
    else { return }
    source.isDiscovered = true
    let saysItsLanguage = source.language != nil || source.isDefault || options.hasLanguage
    switch source.format {
    case _ where source.format.store != nil && source.language == nil:
      // The folders of listings also contain screenshots, and the listings of other stores.
      if path.hasSuffix(".txt"), Store.allCases.allSatisfy({ ListingPath(path, in: $0) == nil }) {
        omissions.add(.noListing, path)
      }
    // XML files outside `values*` are usually not resources.
    case let format
    where format.isInValuesFolders && !source.isVariant && source.language == nil
      && !source.isDefault:
      return
    case _ where isTest && (saysItsLanguage || source.format.namesLanguages):
      omissions.add(.test, path)
    case _ where isTest: return
    case .csv, .tsv, .xlsx:
      if options.format == nil { omissions.add(.sheet, path) } else { sources.append(source) }
    case .android, .compose:
      if !source.isVariant {
        sources.append(source)
      } else if Self.containsTexts(source) {
        omissions.add(.variation, path)
      } else {
        omissions.add(.noTexts, path)
      }
    case .json, .properties:
      if options.format == source.format, saysItsLanguage {
        sources.append(source)
      } else if source.language != nil || source.isDefault {
        candidates.append(source)
      } else {
        omissions.add(.noTable, path)
      }
    case .strings, .stringsdict:
      if saysItsLanguage { sources.append(source) } else { omissions.add(.noLanguage, path) }
    default: sources.append(source)
    }
  }
}

/// Folders that are written by tools and contain no app sources.
enum BuiltFolder {
  /// Returns whether a folder contains only files that tools have built, downloaded or stored.
  ///
  /// Because `build` is also a common name for source folders, it counts only next to the project
  /// file of a tool that writes to it.
  ///
  /// - Parameters:
  ///   - name: The name of the folder.
  ///   - names: The names of the other entries of its parent folder.
  static func isBuilt(_ name: String, beside names: [String]) -> Bool {
    if name.hasPrefix(".") { return true }
    guard SourceWalk.skipped.contains(name) else { return false }
    return name != "build"
      || names.contains { buildFiles.contains($0) || $0.hasSuffix(".xcodeproj") }
  }

  /// The project files of Gradle, Flutter, CMake, and Python's setuptools, which write to `build`.
  private static let buildFiles: Set<String> = [
    "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "pubspec.yaml",
    "CMakeLists.txt", "setup.py", "pyproject.toml",
  ]
}
