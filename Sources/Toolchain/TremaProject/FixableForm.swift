import ConfigKit
import TremaCatalog
import TremaConfigValues
import TremaFormats
import TremaSupport
import TremaXML

/// The form of a file in which fixes are made.
package enum FixableForm: Sendable {
  case catalogues
  /// - Parameter removes: whether keys may go.
  case configurations(removes: Bool)

  /// Why the places of findings may not be those of the bytes; nil when they are.
  ///
  /// - Parameter text: without its byte order mark.
  func objection(
    to text: [UInt8], in file: String
  ) -> (reason: String, hint: String)? {
    let hints: (encoding: String, returns: String)
    switch self {
    case .catalogues:
      hints = (
        "trema format \(file) rewrites it in UTF-8",
        "trema format \(file) rewrites it with line feeds"
      )
    case .configurations:
      if text.starts(with: "bplist".utf8) {
        return (
          "it is a binary property list", "plutil -convert xml1 \(file) makes it one in XML"
        )
      }
      hints = ("save it as UTF-8", "save it with line feeds")
    }
    if !EncodingDetector.isUTF8(text) || String(validating: text, as: UTF8.self) == nil {
      return ("it is not in UTF-8", hints.encoding)
    }
    if zip(text, text.dropFirst()).contains(where: { $0 == 0x0D && $1 != 0x0A }) {
      return ("some of its lines end with a carriage return", hints.returns)
    }
    return hasEntities(text)
      ? (
        "it has a document type declaration",
        "replace its entities by their text and remove the declaration"
      ) : nil
  }

  private func hasEntities(_ text: [UInt8]) -> Bool {
    switch self {
    case .catalogues: return Self.hasDocumentType(text)
    case .configurations:
      // The declaration of a property list names its DTD, and holds nothing.
      let start = Array("<!DOCTYPE".utf8)
      guard let begin = text.indices.first(where: { text[$0...].starts(with: start) }) else {
        return false
      }
      return text[begin...].prefix { $0 != UInt8(ascii: ">") }.contains(UInt8(ascii: "["))
    }
  }

  private static func hasDocumentType(_ bytes: [UInt8]) -> Bool {
    var rest: [UInt8]? = bytes
    var decoder = TremaDecoder(file: "") { () throws(Diagnostic) in
      defer { rest = nil }
      return rest
    }
    // What is no catalogue is none afterwards, and left alone then.
    _ = try? decoder.header()
    return decoder.documentType != nil
  }

  /// Whether a file still is what it was: the same texts in the same languages, the same keys.
  func isSound(_ old: [UInt8], _ new: [UInt8], in file: String) -> Bool {
    switch self {
    case .catalogues:
      guard let before = Self.texts(old), let after = Self.texts(new) else { return false }
      return before == after
    case .configurations(let removes):
      guard let before = Self.keys(old, file), let after = Self.keys(new, file) else {
        return false
      }
      return removes ? after.isSubset(of: before) : after == before
    }
  }

  private static func texts(_ bytes: [UInt8]) -> [ExactKey: [String]]? {
    guard let (catalogue, _) = try? Catalog.decode(bytes, file: "") else { return nil }
    return Dictionary(
      catalogue.texts.map { (ExactKey($0.key), $0.values.map(\.language)) },
      uniquingKeysWith: +)
  }

  private static func keys(_ bytes: [UInt8], _ file: String) -> Set<ConfigKeyPath>? {
    guard let reading = try? ConfigFormat(path: file)?.decode(bytes, file: file) else {
      return nil
    }
    var keys: Set<ConfigKeyPath> = []
    collect(reading.value, ConfigKeyPath(), into: &keys)
    return keys
  }

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
