import Foundation

/// Well-formed files of other formats, the references for malicious files.
struct GoodImports {
  let tools: Tools
  let folder: BenchFolder

  /// Exports `Good.trm` and returns the paths of the files by file name extension.
  func files() throws -> [String: String] {
    let formats = ["strings", "json", "properties", "po", "csv", "android", "xliff"]
    try Measurement.run(
      [
        tools.trema, "convert", "Good.trm", "--output", "good", "--layout", "translation",
        "--format", formats.joined(separator: ","),
      ], in: folder.url)
    var files: [String: String] = [:]
    for path in FileManager.default.enumerator(atPath: folder["good"].path)?.allObjects ?? [] {
      guard let path = path as? String, path.contains("fr") else { continue }
      let format = URL(fileURLWithPath: path).pathExtension
      if !format.isEmpty, format != "lproj" { files[format] = "good/\(path)" }
    }
    guard files.count == formats.count else {
      throw Measurement.Failure(description: "only \(files.keys.sorted()) were written")
    }
    return files
  }
}
