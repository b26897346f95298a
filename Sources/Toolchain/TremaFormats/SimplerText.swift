import TremaCatalog
import TremaMessages

extension Text {
  /// Returns the text for a format that does not support some of its features. References are
  /// resolved and tags are removed if the format does not support them.
  ///
  /// - Parameters:
  ///   - supported: the features that the format supports.
  ///   - annotations: the annotations of the text.
  ///   - backslash: the rule for backslashes in the catalog of the text.
  ///   - references: returns the texts that values may refer to; called only for a text with
  ///     `@reference`.
  package func simplified(
    for supported: Features, _ annotations: Annotations, backslash: BackslashRule,
    references: () -> TextReferences
  ) -> Text {
    var text = self
    if annotations.isReference, !supported.contains(.reference) {
      let references = references()
      for index in text.values.indices {
        guard let found = references.target(of: text.values[index]) else { continue }
        let source =
          found.isMarkup && !supported.contains(.tags)
          ? MarkupText(found.value.source)?.plain ?? found.value.source : found.value.source
        text.values[index].setSource(source, backslash: backslash)
      }
    }
    if annotations.isMarkup, !supported.contains(.tags) {
      for index in text.values.indices {
        guard let plain = MarkupText(text.values[index].source)?.plain else { continue }
        text.values[index].setSource(plain, backslash: backslash)
      }
    }
    return text
  }
}

/// The texts of a catalog by their names as Android resources, for values that refer to them.
package struct TextReferences {
  private var texts: [ArraySlice<UInt8>: Text] = [:]
  /// The master language.
  private let master: String

  /// The maximum size of a referenced value in bytes. Without a limit, many references to one long
  /// value could make a small catalog large.
  private static let maxTextSize = 4096

  /// The maximum length of a chain of references; a longer one is taken for a cycle.
  private static let maxChainLength = 16

  package init(master: String) { self.master = master }

  /// Adds a text of the catalog. The last text of a resource name is kept.
  package mutating func insert(_ text: Text) {
    texts[Array(AndroidName.resource(for: text.key).name.utf8)[...]] = text
  }

  /// Returns the value that a value refers to, directly or through others.
  ///
  /// - Returns: the value in the same language or otherwise in the master language, and whether it
  ///   has markup; `nil` if `value` is not a reference to a text of the catalog.
  func target(of value: Value) -> (value: Value, isMarkup: Bool)? {
    var found: (value: Value, isMarkup: Bool) = (value, false)
    for _ in 0..<Self.maxChainLength {
      guard let name = Self.name(in: found.value.source) else {
        return found.value.position == value.position ? nil : found
      }
      guard let text = texts[name],
        let index = text.index(ofLanguage: value.language) ?? text.index(ofLanguage: master)
      else { return nil }
      guard text.values[index].source.utf8.count <= Self.maxTextSize else { return nil }
      found = (text.values[index], Annotations(text.context).isMarkup)
    }
    return nil
  }

  /// Returns the name in `@string/name`, or `nil` for a value that is not a reference.
  private static func name(in source: String) -> ArraySlice<UInt8>? {
    let prefix = Array("@string/".utf8)
    let bytes = Array(source.utf8)
    return bytes.starts(with: prefix) ? bytes[prefix.count...] : nil
  }
}
