import TremaConfigValues
import TremaPropertyLists
import TremaSupport

/// The comments of a property list before its keys.
package enum ConfigComments {
  /// - Parameter bytes: a file that can be read; of one in another form, or in binary, nothing is
  ///   known.
  /// - Returns: one line of text for a key. Comments that contain markup are values that were
  ///   commented out, and are left out.
  package static func read(_ bytes: [UInt8], file: String) -> [ConfigKeyPath: String] {
    guard ConfigFormat(path: file) == .plist,
      let list = try? PropertyList.decode(bytes, file: file)
    else { return [:] }
    var texts: [ConfigKeyPath: String] = [:]
    collect(list, ConfigKeyPath(), into: &texts)
    return texts
  }

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

  /// The words of comments, with one space between them.
  private static func line(_ comments: [String]) -> String {
    comments.filter { !$0.utf8.contains(UInt8(ascii: "<")) }
      .flatMap { $0.utf8.split { $0 <= 0x20 } }
      .map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
  }
}
