import ConfigKit
import TremaConfigValues
import TremaSupport

/// The property lists of the app that its configuration is compared with.
struct AppleFiles {
  private static let information = "Info.plist"
  private static let google = "GoogleService-Info"

  private(set) var values = ConfigAppleFiles()
  private(set) var problems: [Diagnostic] = []

  /// Reads what is there: the files that were named, which must exist, or those beside the base.
  init(_ set: ConfigurationSet, informationPath: String?) {
    let folder = Self.folder(of: set.files.base?.path ?? "")
    if let path = informationPath ?? set.informationPath {
      values.information = read(path)
    } else {
      values.information = readIfThere(folder + Self.information)
    }
    let path = set.googlePath ?? "\(folder)\(Self.google).plist"
    values.google = set.googlePath == nil ? readIfThere(path) : read(path)
    let stem = path.hasSuffix(".plist") ? String(path.dropLast(6)) : path
    for member in set.lineage.members {
      values.googleOfEnvironment[member.name] = readIfThere("\(stem)-\(member.name).plist")
    }
  }

  /// With its slash; empty for the current one.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private mutating func readIfThere(_ path: String) -> ConfigValue? {
    FolderListing.kind(of: path) == .file ? read(path) : nil
  }

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
  /// Reads what the app says of itself, for the checks that compare it with the configuration.
  ///
  /// - Parameter informationPath: an Info.plist that was named; nil for what the set says.
  package mutating func readAppleFiles(_ set: ConfigurationSet, informationPath: String?) {
    let files = AppleFiles(set, informationPath: informationPath)
    matrix.apple = files.values
    problems += files.problems
    secrets.formUnion(ConfigSecrets(in: files.values.all, contract: nil))
  }
}
