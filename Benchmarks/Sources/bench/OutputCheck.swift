import Foundation

/// Looks whether the outputs hold what was asked for.
enum OutputCheck {
  static func verify(_ output: URL, texts: Int) throws {
    let master = output.appendingPathComponent("de.lproj/Localizable.strings")
    let entries = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: master), format: nil)
    guard let dictionary = entries as? [String: String], dictionary.count == texts else {
      throw Measurement.Failure(description: "\(master.path) does not hold \(texts) texts")
    }
    for folder in ["values", "values-en", "values-fr", "values-it"] {
      let file = output.appendingPathComponent("\(folder)/strings.xml")
      let data = try Data(contentsOf: file)
      let count = data.split(separator: UInt8(ascii: "\n")).count { line in
        line.starts(with: Data("    <string name=".utf8))
      }
      guard count > texts * 9 / 10, data.suffix(13) == Data("</resources>\n".utf8) else {
        throw Measurement.Failure(description: "\(file.path) holds \(count) texts")
      }
    }
  }
}
