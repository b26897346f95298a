import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The files of folders that hold texts, and those that are left out.
///
/// Below a folder these are taken: all files of formats that hold nothing but texts, the resources of
/// Android in `values*`, and JSON and `.properties` whose place or shape is that of texts
/// (``TextTables``).
struct ImportScan {
  private(set) var sources: [ImportSource] = []
  private(set) var omissions = ImportOmissions()
  private(set) var diagnostics: [Diagnostic] = []
  /// Files that may say which language is the master.
  private(set) var projectFiles: [String] = []

  private let options: Options
  private var visited: Set<FolderListing.Identity> = []
  /// JSON and `.properties` that may hold texts.
  private var candidates: [ImportSource] = []
  private var packages: [Package] = []

  /// A folder that was left out because of its ending, and is entered where nothing else has texts.
  private struct Package {
    var path: String
    var relative: String
    var ignored: IgnoredPaths
    var isTest: Bool
  }

  struct Options {
    /// The format of all files; `nil` to take it from their names.
    var format: ReadableFormat?
    /// Whether the language of files that do not name theirs was given.
    var hasLanguage = false
    /// Files and folders to leave out.
    var excluded: [KeyPattern] = []
    var listsAllOmissions = false
  }

  /// The endings of folders that tools treat as one thing; what is in them is built, or exported.
  private static let packageEndings = [
    ".app", ".appex", ".framework", ".xcframework", ".xcarchive", ".dSYM", ".xcloc", ".xcassets",
    ".xcodeproj", ".xcworkspace",
  ]

  init(_ options: Options) {
    self.options = options
    omissions.listsAll = options.listsAllOmissions
  }

  /// Looks through a folder.
  ///
  /// - Throws: kind `.unreadable`, when the folder itself cannot be listed.
  mutating func scan(_ root: String) throws(Diagnostic) {
    let names = try FolderListing.names(in: root, hidden: true)
    let ignored = IgnoredPaths(in: root)
    diagnostics += ignored.diagnostics
    enter(root, names, below: "", ignored, isTest: false)
  }

  /// Decides about the files that need to be compared with others, and about packages.
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
      if isFolder || ReadableFormat(fileName: name) != nil {
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
          take(path, isTest: isTest)
        }
        continue
      }
      // It may lead out of the repository; git does not follow it either.
      if FolderListing.isSymbolicLink(path) {
        omissions.add(.link, path, isFolder: true)
        continue
      }
      noteProject(in: path)
      let isPackage = Self.packageEndings.contains(where: name.hasSuffix)
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
        enter(path, names, below: relative, ignored, isTest: isTest || Self.isOfTests(name))
      } catch {
        diagnostics.append(error)
      }
    }
  }

  /// A link that leads to nothing has no texts; it is listed where its name promises some.
  private mutating func omitDanglingLink(_ path: String) {
    let name = OutputFolders.name(of: path)
    guard !name.hasPrefix(".") else { return }
    let source = ImportSource(path: path)
    let isAndroid = source?.format == .android
    let mayHaveTexts =
      source.map { !isAndroid || $0.isVariation || $0.language != nil || $0.isDefault }
      ?? name.hasSuffix(".lproj")
    if mayHaveTexts { omissions.add(.danglingLink, path) }
  }

  private mutating func noteProject(in folder: String) {
    let file = "\(folder)/project.pbxproj"
    if folder.hasSuffix(".xcodeproj"), FolderListing.kind(of: file) == .file {
      projectFiles.append(file)
    }
  }

  /// Whether a file for some devices has texts: most have colours and sizes.
  private static func holdsTexts(_ source: ImportSource) -> Bool {
    let options = ReadingOptions(file: source.path, language: "und")
    guard let bytes = try? InputFile(regular: source.path).contents(limit: InputFile.largest),
      let reading = try? source.format.read(bytes, options)
    else { return true }
    return !reading.texts.isEmpty
  }

  /// `androidTest`, `AppUITests`, `__tests__`, `test-fixtures`.
  private static func isOfTests(_ name: String) -> Bool {
    let words = ["test", "tests", "__tests__", "testdata", "fixtures", "androidtest"]
    let lower = name.lowercased()
    return words.contains(lower) || name.hasSuffix("Tests") || lower.hasPrefix("test-")
      || lower.hasPrefix("test_") || lower.hasPrefix("androidtest")
  }

  private mutating func take(_ path: String, isTest: Bool) {
    if MasterLanguageGuess.mayTell(path) { projectFiles.append(path) }
    guard !OutputFolders.name(of: path).hasPrefix("."), var source = ImportSource(path: path),
      options.format.map({ $0 == source.format }) ?? true
    else { return }
    source.isFound = true
    let saysItsLanguage = source.language != nil || source.isDefault || options.hasLanguage
    switch source.format {
    // Most XML is something else.
    case .android where !source.isVariation && source.language == nil && !source.isDefault: return
    case _ where isTest && (saysItsLanguage || source.format.namesLanguages):
      omissions.add(.test, path)
    case _ where isTest: return
    case .csv, .tsv, .xlsx:
      if options.format == nil { omissions.add(.sheet, path) } else { sources.append(source) }
    case .android:
      if !source.isVariation {
        sources.append(source)
      } else if Self.holdsTexts(source) {
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

/// Folders that tools write, which hold no sources of the app.
enum BuiltFolder {
  /// Whether a folder holds only what tools have built, downloaded or kept.
  ///
  /// `build` is a common name for sources as well: it is a tool's only beside the file of a tool that
  /// writes there.
  ///
  /// - Parameter names: the names of the folder that it is in.
  static func isBuilt(_ name: String, beside names: [String]) -> Bool {
    if name.hasPrefix(".") { return true }
    guard SourceWalk.skipped.contains(name) else { return false }
    return name != "build"
      || names.contains { buildFiles.contains($0) || $0.hasSuffix(".xcodeproj") }
  }

  /// The files of Gradle, Flutter, CMake, Xcode and Python's setuptools.
  private static let buildFiles: Set<String> = [
    "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "pubspec.yaml",
    "CMakeLists.txt", "setup.py", "pyproject.toml",
  ]
}
