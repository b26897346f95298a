import Foundation

/// Generates property lists for an app with many environments, each of which overrides every key.
struct ConfigurationGenerator {
  let keys: Int
  let environments: Int

  /// The number of overrides in each environment that equal the base. Each one is a finding.
  static let idle = 3

  /// Writes the files.
  ///
  /// - Returns: The names of the files.
  func write(to folder: URL) throws -> [String] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Production is the base.
    return try (0..<environments).map { number in
      let name = "Configuration" + (number == 0 ? "" : "-environment\(number)") + ".plist"
      try Data(file(number).utf8).write(to: folder.appendingPathComponent(name))
      return name
    }
  }

  private func file(_ environment: Int) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n"
    for section in 0..<keys / 100 {
      text += "\t<key>section\(section)</key>\n\t<dict>\n"
      for key in 0..<100 {
        let own = section == 0 && key < Self.idle ? 0 : environment
        let value =
          key % 2 == 0
          ? "<string>https://host\(own).example.com/\(section)/\(key)</string>"
          : "<integer>\(own * 1_000_000 + section * 100 + key)</integer>"
        text += "\t\t<key>setting\(key)</key>\n\t\t\(value)\n"
      }
      text += "\t</dict>\n"
    }
    return text + "</dict>\n</plist>\n"
  }
}
