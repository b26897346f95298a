import ConfigKit
import TremaConfigValues
import TremaSupport

/// The app's property lists that its configuration is compared with.
struct AppleFiles {
  /// The file name of the app's information property list.
  private static let infoPlistName = "Info.plist"
  /// The file name of Firebase's property list without its extension.
  private static let googleServiceName = "GoogleService-Info"

  /// The values of the property lists that were read.
  private(set) var values = ConfigAppleFiles()
  /// The problems found while reading the property lists.
  private(set) var problems: [Diagnostic] = []

  /// Reads the specified property lists, which must exist, or the property lists next to the base.
  ///
  /// - Parameters:
  ///   - set: The files of the configuration.
  ///   - informationPath: The path of an Info.plist, which overrides the path in the set.
  init(_ set: ConfigurationSet, informationPath: String?) {
    let folder = Self.folder(of: set.files.base?.path ?? "")
    if let path = informationPath ?? set.informationPath {
      values.infoPlist = read(path)
    } else {
      values.infoPlist = readIfExists(folder + Self.infoPlistName)
    }
    let path = set.googlePath ?? "\(folder)\(Self.googleServiceName).plist"
    values.googleServiceInfo = set.googlePath == nil ? readIfExists(path) : read(path)
    let stem = path.hasSuffix(".plist") ? String(path.dropLast(6)) : path
    for member in set.lineage.members {
      values.googleServiceInfoByEnvironment[member.name] = readIfExists(
        "\(stem)-\(member.name).plist")
    }
  }

  /// Returns the folder of a path with a trailing slash, or an empty string for the current folder.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Reads a property list if the file exists.
  private mutating func readIfExists(_ path: String) -> ConfigValue? {
    FolderListing.kind(of: path) == .file ? read(path) : nil
  }

  /// Reads a property list.
  ///
  /// - Returns: `nil` if the file cannot be read, which is reported.
  private mutating func read(_ path: String) -> ConfigValue? {
    do throws(Diagnostic) {
      let bytes = try InputFile(regular: path).contents(limit: LoadedConfiguration.fileLimit)
      let reading = try ConfigFormat.plist.decode(bytes, file: path)
      problems += reading.problems
      return reading.value
    } catch {
      problems.append(error)
      return nil
    }
  }
}

extension LoadedConfiguration {
  /// Reads the property lists of the app, for the checks that compare them with the configuration.
  ///
  /// - Parameters:
  ///   - set: The files of the configuration.
  ///   - informationPath: The path of an Info.plist, or `nil` for the path in the set.
  package mutating func readAppleFiles(_ set: ConfigurationSet, informationPath: String?) {
    let files = AppleFiles(set, informationPath: informationPath)
    matrix.appleFiles = files.values
    problems += files.problems
    secrets.formUnion(ConfigSecrets(in: files.values.all, contract: nil))
  }
}
