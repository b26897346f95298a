import TremaCatalog
import TremaSupport

/// Finds phrases of App Shortcuts without the name of the app, which Xcode rejects.
///
/// Source: "App Shortcuts", developer.apple.com; the message of Xcode is "Invalid Utterance. Every
/// App Shortcut utterance should have one '${applicationName}' in it."
struct ShortcutPhraseCheck: AppCheck {
  /// The placeholder that the system replaces with the name of the app.
  private static let placeholder = Array("${applicationName}".utf8)

  /// The outputs that write an `AppShortcuts` table.
  let tables: [ConversionOutput]

  func examine(_ text: TextView, key: [UInt8], _ annotations: Annotations) -> [Diagnostic] {
    guard tables.contains(where: { $0.slice.contains(key, annotations) }) else { return [] }
    return (0..<text.valueCount).compactMap { number in
      let value = text[number]
      if value.isEmpty || value.withSource(Self.isContained) { return nil }
      return .phraseWithoutName(
        text.key, value.language, at: text.location(value.position, of: value))
    }
  }

  /// Returns whether a phrase contains the placeholder, which has no characters that a catalogue
  /// escapes.
  private static func isContained(in phrase: UnsafeBufferPointer<UInt8>) -> Bool {
    phrase.indices.contains { phrase[$0...].starts(with: placeholder) }
  }
}

extension Diagnostic {
  /// Returns the finding for a phrase without the name of the app.
  fileprivate static func phraseWithoutName(
    _ key: String, _ language: String, at location: SourceLocation
  ) -> Self {
    var diagnostic = Diagnostic(
      .warning, "shortcut-phrase",
      "the phrase '\(key.shortened)' does not contain '${applicationName}' in '\(language)'",
      at: location, hint: "add ${applicationName}; Xcode rejects phrases without it",
      subject: "\(key) \(language)")
    (diagnostic.key, diagnostic.language) = (key, language)
    return diagnostic
  }
}
