import TremaCatalog
import TremaMessages

extension Text {
  /// Returns the text adapted to the features that a format supports. References are resolved and
  /// tags are removed if the format does not support them.
  ///
  /// - Parameters:
  ///   - annotations: The annotations of the text.
  ///   - backslash: The backslash rule of the catalog that contains the text.
  ///   - references: Returns the texts that values may refer to; called only if the text has
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

/// The texts of a catalog by Android resource name, for values that refer to them.
package struct TextReferences {
  private var texts: [ArraySlice<UInt8>: Text] = [:]
  /// The master language.
  private let master: String

  /// The maximum size of a referenced value, in bytes. Without a limit, many references to a long
  /// value could expand a small catalog enormously.
  private static let maxTextSize = 4096

  /// The maximum length of a reference chain. A longer chain is treated as a cycle.
  private static let maxChainLength = 16

  package init(master: String) { self.master = master }

  /// Adds a text from the catalog. If multiple texts have the same resource name, the last one is
  /// kept.
  package mutating func insert(_ text: Text) {
    texts[Array(AndroidName.resource(for: text.key).name.utf8)[...]] = text
  }

  /// Returns the value that a value refers to, directly or indirectly.
  ///
  /// - Returns: The value in the same language, or otherwise in the master language, and whether it
  ///   has markup, or `nil` if `value` is not a reference to a text in the catalog.
  func target(of value: Value) -> (value: Value, isMarkup: Bool)? {
    var found: (value: Value, isMarkup: Bool) = (value, false)
    for _ in 0..<Self.maxChainLength {
      guard let name = Self.name(in: found.value.source) else {
        return found.value.position == value.position ? nil : found
      }
      guard let text = text(named: name),
        let index = text.index(ofLanguage: value.language) ?? text.index(ofLanguage: master)
      else { return nil }
      guard text.values[index].source.utf8.count <= Self.maxTextSize else { return nil }
      found = (text.values[index], Annotations(text.context).isMarkup)
    }
    return nil
  }

  /// Returns the text with a resource name.
  package func text(named name: ArraySlice<UInt8>) -> Text? { texts[name] }

  /// Returns the name in `@string/name`, or `nil` if the value is not a reference.
  package static func name(in source: String) -> ArraySlice<UInt8>? {
    let prefix = Array("@string/".utf8)
    let bytes = Array(source.utf8)
    return bytes.starts(with: prefix) ? bytes[prefix.count...] : nil
  }
}
