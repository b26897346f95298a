import Foundation

/// Looks whether the yardstick reads everything: what it counts is known, and its checksum notices a byte.
struct SAXCheck {
  let tools: Tools
  let folder: BenchFolder

  func run(texts: Int, missing: [String: Int]) throws {
    let values = texts * CatalogueWords.languages.count - missing.values.reduce(0, +)
    let said = try read("Texts.trm")
    // The root, and its language and schema; declared namespaces are no attributes.
    guard said.prefix(2) == ["\(1 + 2 * texts + values)", "\(2 + texts + 2 * values)"] else {
      throw Measurement.Failure(description: "saxread counts \(said)")
    }
    var changed = try Data(contentsOf: folder["Texts.trm"])
    guard let last = changed.range(of: Data("translated".utf8), options: .backwards) else { return }
    changed[last.lowerBound] = UInt8(ascii: "T")
    try changed.write(to: folder["Changed.trm"])
    guard try read("Changed.trm").last != said.last else {
      throw Measurement.Failure(description: "saxread does not touch every byte")
    }
    try folder.remove("Changed.trm")
  }

  private func read(_ name: String) throws -> [String] {
    try Measurement.output([tools.saxread, name], in: folder.url)
      .split(separator: " ").map(String.init)
  }
}
