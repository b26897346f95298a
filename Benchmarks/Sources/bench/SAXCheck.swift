import Foundation

/// Verifies that `saxread` reads the whole file: its counts are known, and its checksum depends on
/// every byte.
struct SAXCheck {
  let tools: Tools
  let folder: BenchFolder

  func run(texts: Int, missing: [String: Int]) throws {
    let values = texts * CatalogueWords.languages.count - missing.values.reduce(0, +)
    let output = try read("Texts.trm")
    // Counts the root and its two attributes. Namespace declarations are not attributes.
    guard output.prefix(2) == ["\(1 + 2 * texts + values)", "\(2 + texts + 2 * values)"] else {
      throw Measurement.Failure(description: "unexpected counts of saxread: \(output)")
    }
    var changed = try Data(contentsOf: folder["Texts.trm"])
    guard let last = changed.range(of: Data("translated".utf8), options: .backwards) else { return }
    changed[last.lowerBound] = UInt8(ascii: "T")
    try changed.write(to: folder["Changed.trm"])
    guard try read("Changed.trm").last != output.last else {
      throw Measurement.Failure(description: "saxread does not read every byte")
    }
    try folder.remove("Changed.trm")
  }

  private func read(_ name: String) throws -> [String] {
    try Measurement.output([tools.saxread, name], in: folder.url)
      .split(separator: " ").map(String.init)
  }
}
