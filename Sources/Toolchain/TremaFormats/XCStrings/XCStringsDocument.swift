import TremaJSON
import TremaSupport

/// A string catalogue of Xcode with all its fields in their order, also those that trema does not
/// know: a file in Xcode's own layout, decoded and encoded, is the same bytes.
package struct XCStringsDocument: Hashable, Sendable {
  package var root: JSONObject
  /// Xcode writes none.
  package var hasFinalNewline = false

  package init(root: JSONObject) { self.root = root }

  /// - Parameters:
  ///   - bytes: the whole file, UTF-8.
  ///   - file: the path to print in diagnostics; it is not opened.
  /// - Throws: ``Diagnostic`` `invalid-json`, also for a key that stands twice; `wrong-root` for
  ///   JSON that is no string catalogue.
  package static func decode(
    _ bytes: [UInt8], file: String
  ) throws(Diagnostic) -> XCStringsDocument {
    let value = try JSONValue.decode(bytes, file: file)
    guard let root = value.object, root["strings"]?.object != nil else {
      throw .wrongDocument("string catalogue of Xcode", at: root(value))
    }
    var document = XCStringsDocument(root: root)
    document.hasFinalNewline = bytes.last == UInt8(ascii: "\n")
    return document
  }

  /// The file in Xcode's layout.
  package func encoded() -> [UInt8] {
    JSONWriter(layout: .xcode, finalNewline: hasFinalNewline).bytes(of: JSONValue(.object(root)))
  }

  package var sourceLanguage: String? { root["sourceLanguage"]?.string }

  /// The keys and what stands there for each.
  package var strings: [JSONObject.Member] { root["strings"]?.object?.members ?? [] }

  /// Where the mistake is: at what should be the strings, else at the whole document.
  private static func root(_ value: JSONValue) -> SourceLocation? {
    value.object?["strings"]?.location ?? value.location
  }
}
