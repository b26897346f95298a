import Foundation

/// What is measured: catalogues on both sides of a merge, a project in git, and sources.
struct BenchFolder {
  let url: URL
  let texts: Int
  /// Values that the catalogue has not, by language.
  private(set) var missing: [String: Int] = [:]
  /// Texts that lack a value.
  private(set) var incomplete = 0

  init(texts: Int, lines: Int) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "trema-bench-\(ProcessInfo.processInfo.processIdentifier)")
    self.texts = texts
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, branches) in [
      ("Texts.trm", []), ("Ours.trm", [.ours, .additions]),
      ("Theirs.trm", [.theirs, .additions]), ("Both.trm", [.ours, .theirs, .additions]),
      ("Sheet.trm", .theirs),
    ] as [(String, CatalogueGenerator.Branches)] {
      let generator = try catalogue(name, texts: texts, branches)
      (missing, incomplete) = (generator.missing, generator.incomplete)
    }
    // An app of that many lines has no more texts than this.
    _ = try catalogue("App.trm", texts: texts / 5)
    try sources(lines: lines, texts: texts / 5)
    try project()
  }

  subscript(name: String) -> URL { url.appendingPathComponent(name) }

  func remove(_ name: String) throws {
    if FileManager.default.fileExists(atPath: self[name].path) {
      try FileManager.default.removeItem(at: self[name])
    }
  }

  func copy(_ name: String, to copy: String) throws {
    try remove(copy)
    try FileManager.default.copyItem(at: self[name], to: self[copy])
  }

  private func catalogue(
    _ name: String, texts: Int, _ branches: CatalogueGenerator.Branches = []
  ) throws -> CatalogueGenerator {
    try Data().write(to: self[name])
    let handle = try FileHandle(forWritingTo: self[name])
    var generator = CatalogueGenerator()
    try generator.generate(texts: texts, branches) { try handle.write(contentsOf: Data($0)) }
    try handle.close()
    return generator
  }

  private func sources(lines: Int, texts: Int) throws {
    var generator = SourceGenerator(texts: texts)
    try generator.generate(lines: lines) { path, bytes in
      let file = self["sources"].appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  /// A project with terms and two outputs, in a repository whose history has the catalogue twice.
  private func project() throws {
    let settings = """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "languages": ["de", "en", "fr", "it"],
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
    try FileManager.default.createDirectory(
      at: self["project"], withIntermediateDirectories: true)
    try Data(settings.utf8).write(to: self["project/trema.json"])
    for (name, arguments) in [("Sheet.trm", ["init", "--quiet"]), ("Texts.trm", [])] {
      try copy(name, to: "project/Texts.trm")
      if !arguments.isEmpty { try git(arguments) }
      try git(["add", "--all"])
      try git(["commit", "--quiet", "--message", name])
    }
  }

  private func git(_ arguments: [String]) throws {
    try Measurement.run(
      ["/usr/bin/env", "git", "-c", "user.name=A", "-c", "user.email=a@example.com"] + arguments,
      in: self["project"])
  }
}
