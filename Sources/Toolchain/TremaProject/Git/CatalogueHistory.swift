import TremaCatalog
import TremaEditing
import TremaFormats
import TremaSupport

/// The versions of a catalogue in git.
struct CatalogueHistory {
  /// So many versions are looked at; what is older than all of them is not known.
  static let mostVersions = 1000

  struct Version {
    var commit: String
    var day: String
    /// From the root of the repository; files are renamed.
    var path: String
  }

  private let repository: GitRepository
  private let path: String

  init(of path: String) {
    self.path = path
    repository = GitRepository(containing: path)
  }

  /// The verified translations that the master has left behind; nil when there is no history.
  ///
  /// - Throws: when the catalogue cannot be read.
  func staleTranslations(_ options: TremaDecoder.Options) throws(Diagnostic) -> StaleTranslations? {
    guard path != "-", repository.exists else { return nil }
    let now = try InputFile(path: path).contents(limit: InputFile.largest)
    guard TranslationHistory.mayTell(now), let versions = try? versions(), !versions.isEmpty else {
      return nil
    }
    var history = TranslationHistory(of: now, options: options)
    var change = MasterChange()
    for version in versions {
      guard let bytes = try? repository.blob("\(version.commit):\(version.path)") else { break }
      history.goBack(to: bytes, undoing: change)
      change = MasterChange(commit: String(version.commit.prefix(9)), day: version.day)
    }
    return history.stale
  }

  /// The newest first.
  private func versions() throws(Diagnostic) -> [Version] {
    let log = try repository.run([
      "-c", "core.quotePath=false", "log", "--first-parent", "--follow", "-z", "--name-only",
      "--max-count=\(Self.mostVersions)", "--format=%x01%H %cs%x02", "--",
      repository.relative(path),
    ])
    return log.split(separator: 0x01).compactMap { record in
      let parts = record.split(separator: 0x02, maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let names = parts[0].split(separator: UInt8(ascii: " "))
      let path = parts[1].split { $0 == 0 || $0 == UInt8(ascii: "\n") }.first
      guard names.count == 2, let path else { return nil }
      return Version(
        commit: String(decoding: names[0], as: UTF8.self),
        day: String(decoding: names[1], as: UTF8.self),
        path: String(decoding: path, as: UTF8.self))
    }
  }
}
