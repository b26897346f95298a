import TremaFormats

/// The settings of Flutter's `l10n.yaml`.
///
/// See Flutter, "Internationalizing Flutter apps", "Configuring the l10n.yaml file".
enum FlutterSettings {
  /// The maximum number of folders to search, including the file's folder.
  private static let maxFolders = 8

  /// Returns whether apostrophes are escapes in the ARB files of a folder.
  ///
  /// The result is the `use-escaping` value in the nearest `l10n.yaml` in the folder or above it,
  /// up to a folder with a `pubspec.yaml`. The default is `false`.
  static func useEscaping(near folder: String) -> Bool {
    var folder = folder.isEmpty ? "." : folder
    for _ in 0..<maxFolders {
      if let bytes = contents(of: "\(folder)/l10n.yaml") { return useEscaping(in: bytes) }
      if contents(of: "\(folder)/pubspec.yaml") != nil { return false }
      folder += "/.."
    }
    return false
  }

  /// Returns the contents of a file, or `nil` if it cannot be read.
  private static func contents(of path: String) -> [UInt8]? {
    try? InputFile(regular: path).contents(limit: InputFile.maxWholeFileSize)
  }

  /// Returns the value of `use-escaping` in an `l10n.yaml`; or `false` if it is missing.
  private static func useEscaping(in bytes: [UInt8]) -> Bool {
    let mark = Array("use-escaping:".utf8)
    let line = bytes.split(separator: UInt8(ascii: "\n")).last { $0.starts(with: mark) }
    let word = line?.dropFirst(mark.count).drop { $0 == 0x20 || $0 == 0x09 }
      .prefix { $0 > 0x20 && $0 != UInt8(ascii: "#") }
    return word.map { String(decoding: $0, as: UTF8.self).lowercased() == "true" } ?? false
  }
}
