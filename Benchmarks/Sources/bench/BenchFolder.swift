import Foundation

/// A temporary folder for the measured files. Catalogs are generated on first use.
final class BenchFolder {
  let url: URL
  private var catalogues: [String: CatalogueGenerator] = [:]

  init(_ name: String = "trema-bench", in place: URL = FileManager.default.temporaryDirectory)
    throws
  {
    url = place.appendingPathComponent("\(name)-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Creates a separate folder, in a memory file system if there is one. On ext4, the creation of
  /// files is slow for minutes after many files were deleted.
  static func inMemory() throws -> BenchFolder {
    let (name, memory) = ("trema-bench-memory", "/dev/shm")
    return FileManager.default.isWritableFile(atPath: memory)
      ? try BenchFolder(name, in: URL(filePath: memory)) : try BenchFolder(name)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  subscript(name: String) -> URL { url.appendingPathComponent(name) }

  func size(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: self[name].path)
    return attributes[.size] as? Int ?? 0
  }

  func remove(_ name: String) throws {
    if FileManager.default.fileExists(atPath: self[name].path) {
      try FileManager.default.removeItem(at: self[name])
    }
  }

  /// Renames a folder with thousands of files instead of deleting it. On ext4, the creation of
  /// files is slow for minutes after many files were deleted, which would distort the measurements.
  func setAside(_ name: String) throws {
    guard FileManager.default.fileExists(atPath: self[name].path) else { return }
    try FileManager.default.moveItem(at: self[name], to: self["\(name).\(UUID().uuidString)"])
  }

  func copy(_ name: String, to copy: String) throws {
    try remove(copy)
    try FileManager.default.copyItem(at: self[name], to: self[copy])
  }

  func write(_ text: String, to name: String) throws {
    let file = self[name]
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Generates a catalog, unless a file with that name has already been generated.
  ///
  /// - Returns: The generator, with the counts of the catalog.
  @discardableResult
  func catalogue(
    _ name: String = "Texts.trm", texts: Int, _ branches: CatalogueGenerator.Branches = [],
    spelling: CatalogueGenerator.Spelling = .usual, doubledShare: Int = 0
  ) throws -> CatalogueGenerator {
    if let generator = catalogues[name] { return generator }
    try write("", to: name)
    let handle = try FileHandle(forWritingTo: self[name])
    var generator = CatalogueGenerator(spelling: spelling, doubledShare: doubledShare)
    try generator.generate(texts: texts, branches) { try handle.write(contentsOf: Data($0)) }
    try handle.close()
    catalogues[name] = generator
    return generator
  }

  func subject(_ command: [String], in place: String = "") -> Measurement.Subject {
    Measurement.Subject(command: command, folder: place.isEmpty ? url : self[place])
  }
}
