import TremaConfigValues
import TremaPropertyLists
import TremaSupport

/// The comments before the keys of a property list.
package enum ConfigComments {
  /// Returns the comments of a file by key, each on one line. Comments that contain markup are
  /// omitted, because they are commented-out values.
  ///
  /// - Parameters:
  ///   - bytes: The contents of a valid file. The result is empty for formats other than XML
  ///     property lists.
  ///   - file: The path of the file.
  package static func read(_ bytes: [UInt8], file: String) -> [ConfigKeyPath: String] {
    guard ConfigFormat(path: file) == .plist,
      let list = try? PropertyList.decode(bytes, file: file)
    else { return [:] }
    var texts: [ConfigKeyPath: String] = [:]
    collect(list, ConfigKeyPath(), into: &texts)
    return texts
  }

  /// Collects the comments of a dictionary and the dictionaries in it.
  private static func collect(
    _ list: PropertyList, _ path: ConfigKeyPath, into texts: inout [ConfigKeyPath: String]
  ) {
    for entry in list.entries ?? [] {
      let path = path.appending(entry.key)
      let before = entry.comments.filter { $0.position < entry.keyPosition }.map(\.text)
      let text = line(before)
      if !text.isEmpty, texts[path] == nil { texts[path] = text }
      collect(entry.value, path, into: &texts)
    }
  }

  /// Returns comments on one line, separated by single spaces.
  private static func line(_ comments: [String]) -> String {
    comments.filter { !$0.utf8.contains(UInt8(ascii: "<")) }
      .flatMap { $0.utf8.split { $0 <= 0x20 } }
      .map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
  }
}
