import ConfigKit
import TremaCatalog
import TremaConfigValues
import TremaFormats
import TremaPropertyLists
import TremaSupport
import TremaXML

/// The kind of files that fixes are applied to.
package enum FixableForm: Sendable {
  /// Catalogues.
  case catalogs
  /// Configurations.
  ///
  /// - Parameter removesKeys: Whether fixes may remove keys.
  case configurations(removesKeys: Bool)
  /// An Info.plist, whose list of languages may change.
  case infoPlist

  /// Returns the form of a file. The findings in catalogues include findings in the app's
  /// Info.plist.
  func ofFile(_ path: String) -> FixableForm {
    if case .catalogs = self, path.hasSuffix(".plist") { .infoPlist } else { self }
  }

  /// Returns the reason why the positions of findings may not correspond to the bytes, so that no
  /// fix can be applied, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file, without its byte order mark.
  ///   - file: The path of the file, for the hint.
  func unfixableReason(
    of text: [UInt8], in file: String
  ) -> (reason: String, hint: String)? {
    let hints: (encoding: String, returns: String)
    switch self {
    case .catalogs:
      hints = (
        "convert it to UTF-8 with: trema format \(file)",
        "convert its line endings with: trema format \(file)"
      )
    case .configurations, .infoPlist:
      if text.starts(with: "bplist".utf8) {
        return (
          "it is a binary property list", "convert it to XML with: plutil -convert xml1 \(file)"
        )
      }
      hints = ("save it as UTF-8", "save it with LF line endings")
    }
    if !EncodingDetector.isUTF8(text) || String(validUTF8: text) == nil {
      return ("it is not UTF-8", hints.encoding)
    }
    if zip(text, text.dropFirst()).contains(where: { $0 == 0x0D && $1 != 0x0A }) {
      return ("some of its lines end with a carriage return", hints.returns)
    }
    return hasEntities(text)
      ? (
        "it has a document type declaration",
        "replace its entities with their text, and remove the declaration"
      ) : nil
  }

  /// Returns whether the file may define entities.
  private func hasEntities(_ text: [UInt8]) -> Bool {
    switch self {
    case .catalogs: return Self.hasDocumentType(text)
    case .configurations, .infoPlist:
      // The document type declaration of a property list only refers to its DTD and has no internal
      // subset.
      let start = Array("<!DOCTYPE".utf8)
      guard let begin = text.indices.first(where: { text[$0...].starts(with: start) }) else {
        return false
      }
      return text[begin...].prefix { $0 != UInt8(ascii: ">") }.contains(UInt8(ascii: "["))
    }
  }

  /// Returns whether a catalogue has a document type declaration.
  private static func hasDocumentType(_ bytes: [UInt8]) -> Bool {
    var rest: [UInt8]? = bytes
    var decoder = TremaDecoder(file: "") { () throws(Diagnostic) in
      defer { rest = nil }
      return rest
    }
    // A file that is not a catalogue is left unchanged in any case.
    _ = try? decoder.header()
    return decoder.documentType != nil
  }

  /// Returns whether an edited file still has the same content: the same texts in the same
  /// languages, or the same keys.
  ///
  /// - Parameters:
  ///   - old: The bytes before the edits.
  ///   - new: The bytes after the edits.
  ///   - file: The path of the file, which determines the format of a configuration.
  func preservesContent(_ old: [UInt8], _ new: [UInt8], in file: String) -> Bool {
    switch self {
    case .catalogs:
      guard let before = Self.texts(old), let after = Self.texts(new) else { return false }
      return before == after
    case .configurations(let removes):
      guard let before = Self.keys(old, file), let after = Self.keys(new, file) else {
        return false
      }
      return removes ? after.isSubset(of: before) : after == before
    case .infoPlist:
      guard let before = Self.otherEntries(old), let after = Self.otherEntries(new) else {
        return false
      }
      return before == after
    }
  }

  /// Returns the languages of each text; or `nil` if the catalogue is invalid.
  private static func texts(_ bytes: [UInt8]) -> [ExactKey: [String]]? {
    guard let (catalog, _) = try? Catalog.decode(bytes, file: "") else { return nil }
    return Dictionary(
      catalog.texts.map { (ExactKey($0.key), $0.values.map(\.language)) },
      uniquingKeysWith: +)
  }

  /// Returns the entries of an Info.plist, with empty values for the entries that fixes change; or
  /// `nil` if the file is invalid.
  private static func otherEntries(_ bytes: [UInt8]) -> [PropertyList.Entry]? {
    guard let list = try? PropertyList.decode(bytes, file: "") else { return nil }
    return list.entries?.map { entry in
      BundleLanguagesCheck.fixedKeys.contains(entry.key)
        ? PropertyList.Entry(entry.key, PropertyList(.array([]))) : entry
    }
  }

  /// Returns all key paths; or `nil` if the configuration is invalid.
  private static func keys(_ bytes: [UInt8], _ file: String) -> Set<ConfigKeyPath>? {
    guard let reading = try? ConfigFormat(path: file)?.decode(bytes, file: file) else {
      return nil
    }
    var keys: Set<ConfigKeyPath> = []
    collect(reading.value, ConfigKeyPath(), into: &keys)
    return keys
  }

  /// Collects the key paths of a value and the values in it.
  private static func collect(
    _ value: ConfigValue, _ path: ConfigKeyPath, into keys: inout Set<ConfigKeyPath>
  ) {
    keys.insert(path)
    switch value.content {
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        collect(entry.value, path.appending(entry.key), into: &keys)
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        collect(value, path.appending(index), into: &keys)
      }
    default: break
    }
  }
}
