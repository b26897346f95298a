import TremaCatalog
import TremaMessages

extension Text {
  /// The text for a format that has no place for some features of it.
  ///
  /// - Parameters:
  ///   - carried: what the format has a place for.
  ///   - annotations: those of the text.
  ///   - backslash: how the catalog of the text reads backslashes.
  ///   - references: the texts that values may refer to; called only for a text with `@reference`.
  /// - Returns: the text with references resolved and tags removed, as far as the format needs it.
  package func simplified(
    for carried: Features, _ annotations: Annotations, backslash: BackslashRule,
    references: () -> TextReferences
  ) -> Text {
    var text = self
    if annotations.isReference, !carried.contains(.reference) {
      let references = references()
      for index in text.values.indices {
        guard let found = references.target(of: text.values[index]) else { continue }
        let source =
          found.isMarkup && !carried.contains(.tags)
          ? MarkupText(found.value.source)?.plain ?? found.value.source : found.value.source
        text.values[index].setSource(source, backslash: backslash)
      }
    }
    if annotations.isMarkup, !carried.contains(.tags) {
      for index in text.values.indices {
        guard let plain = MarkupText(text.values[index].source)?.plain else { continue }
        text.values[index].setSource(plain, backslash: backslash)
      }
    }
    return text
  }
}

/// The texts of a catalog by the names that they have as Android resources, for values that refer to
/// them.
package struct TextReferences {
  private var texts: [ArraySlice<UInt8>: Text] = [:]
  private let master: String

  /// A text with more bytes is not followed: a small catalog could become large.
  private static let longestText = 4096

  /// References that lead from one to the next; more are a circle.
  private static let longestChain = 16

  package init(master: String) { self.master = master }

  package mutating func insert(_ text: Text) {
    texts[Array(AndroidName.resource(for: text.key).name.utf8)[...]] = text
  }

  /// The value that another one leads to.
  ///
  /// - Returns: the value in the same language or else in the master language, and whether it has
  ///   markup; `nil` where `value` is no reference to a text of the catalog.
  func target(of value: Value) -> (value: Value, isMarkup: Bool)? {
    var found: (value: Value, isMarkup: Bool) = (value, false)
    for _ in 0..<Self.longestChain {
      guard let name = Self.name(in: found.value.source) else {
        return found.value.position == value.position ? nil : found
      }
      guard let text = texts[name],
        let index = text.index(ofLanguage: value.language) ?? text.index(ofLanguage: master)
      else { return nil }
      guard text.values[index].source.utf8.count <= Self.longestText else { return nil }
      found = (text.values[index], Annotations(text.context).isMarkup)
    }
    return nil
  }

  /// The name in `@string/name`.
  private static func name(in source: String) -> ArraySlice<UInt8>? {
    let prefix = Array("@string/".utf8)
    let bytes = Array(source.utf8)
    return bytes.starts(with: prefix) ? bytes[prefix.count...] : nil
  }
}
