import Foundation
import TremaTestSupport

/// Several projects, each in a folder of its own.
struct Projects {
  let folder: TemporaryFolder
  private let caches: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
  }

  /// A catalogue of one text in German.
  static let catalogue = """
    <trema masterLang="de">
      <text key="a"><context/><value lang="de" status="translated">Ja</value></text>
    </trema>

    """

  /// A catalogue that defines a key twice, which is an error.
  static let twice = """
    <trema masterLang="de">
      <text key="a"><context/><value lang="de" status="translated">Ja</value></text>
      <text key="a"><context/><value lang="de" status="translated">Ja</value></text>
    </trema>

    """

  /// Writes a project whose only output is `.strings`.
  ///
  /// - Parameters:
  ///   - name: The name of the folder.
  ///   - more: Further members of `trema.json`.
  ///   - directory: The folder of the output.
  func write(
    _ name: String, catalogue: String = Self.catalogue, more: String = "",
    directory: String = "out"
  ) throws {
    try write(name, catalogue: Array(catalogue.utf8), more: more, directory: directory)
  }

  func write(
    _ name: String, catalogue: [UInt8], more: String = "", directory: String = "out"
  ) throws {
    try folder.write(catalogue, to: "\(name)/Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],\(more)
        "outputs": [{ "format": "strings", "directory": "\(directory)" }]
      }
      """, to: "\(name)/trema.json")
  }

  /// Writes projects that end in each way, with the exit statuses 0, 1, 3, 4, 3 and 0. The first
  /// takes longer than the others.
  func writeMixture() throws {
    try write("good", catalogue: Catalogue.large(400, languages: ["de", "en"]))
    try write("twice", catalogue: Self.twice)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/gone", withIntermediateDirectories: true)
    try write("full")
    try folder.write("a file", to: "full/out")
    try folder.write("{\n", to: "broken/trema.json")
    try write("warned", more: "\n\"languages\": [\"de\", \"en\"],")
  }

  /// The projects of ``writeMixture()``, which are all named in one call.
  static let mixture = ["good", "twice", "gone", "full", "broken", "warned"].map(file)

  /// Returns the path of a project file.
  static func file(_ name: String) -> String { "\(name)/trema.json" }

  /// Makes the files older than the next build, which therefore notices later changes.
  func age() throws {
    for file in try Snapshot(of: folder).files {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -60)],
        ofItemAtPath: "\(folder.path)/\(file)")
    }
  }

  func run(_ arguments: [String], shell: String? = nil) throws -> Tool.Result {
    try Tool.run(
      arguments, in: folder, shell: shell, environment: ["XDG_CACHE_HOME": caches.path])
  }

  /// The files that the command stored for later builds, with their paths.
  var traces: [String: String] {
    get throws {
      let snapshot = try Snapshot(of: caches)
      return Dictionary(
        uniqueKeysWithValues: snapshot.files.map { ($0, snapshot[text: $0] ?? "") })
    }
  }

  /// Replaces the contents of the stored files.
  func replaceTraces(_ replace: (String) -> String) throws {
    for (path, text) in try traces { try caches.write(replace(text), to: path) }
  }
}
