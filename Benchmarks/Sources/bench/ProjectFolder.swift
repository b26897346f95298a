import Foundation

/// A project with four outputs and two terms.
struct ProjectFolder {
  let folder: BenchFolder
  /// The path of the project, relative to `folder`.
  let name: String

  /// - Parameters:
  ///   - history: The versions of the catalog, one per commit; without any, no repository is
  ///     created.
  ///   - off: The checks that are turned off.
  init(
    _ folder: BenchFolder, name: String, catalogue: String, history: [String] = [],
    off: [String] = []
  ) throws {
    self.folder = folder
    self.name = name
    let checks = off.map { "\"\($0)\": \"off\"" }.joined(separator: ", ")
    try folder.write(Self.settings(checks), to: "\(name)/trema.json")
    for (index, version) in history.enumerated() {
      try folder.copy(version, to: "\(name)/Texts.trm")
      if index == 0 { try git(["init", "--quiet"]) }
      try git(["add", "--all"])
      try git(["commit", "--quiet", "--message", version])
    }
    try folder.copy(catalogue, to: "\(name)/Texts.trm")
  }

  subscript(file: String) -> URL { folder["\(name)/\(file)"] }

  /// Removes the outputs and the state of a build.
  func clean() throws {
    try folder.remove("\(name)/out")
    try folder.remove("\(name)/.trema-build.json")
  }

  private func git(_ arguments: [String]) throws {
    try Measurement.run(
      ["/usr/bin/env", "git", "-c", "user.name=A", "-c", "user.email=a@example.com"] + arguments,
      in: folder[name])
  }

  private static func settings(_ checks: String) -> String {
    """
    {
      "catalogues": [{ "files": ["Texts.trm"] }],
      "languages": ["de", "en", "fr", "it"],
      "checks": { \(checks) },
      "outputs": [
        { "format": "strings", "directory": "out" }, { "format": "android", "directory": "out" },
        { "format": "swift", "directory": "out" }, { "format": "kotlin", "directory": "out" }
      ],
      "terms": [
        { "term": "Bestellung", "required": { "en": ["order"], "fr": ["commande"] } },
        { "term": "Tisch", "required": { "it": ["tavolo"] }, "forbidden": { "en": ["desk"] } }
      ]
    }

    """
  }
}
