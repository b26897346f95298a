import TremaJSON
import TremaMessages
import TremaSupport

/// The thresholds that determine whether a language is written to the outputs of an app.
///
/// The lower threshold applies to languages that are shipping, so that a few new texts do not remove
/// a language from the app.
package struct ShippingRule: Hashable, Sendable {
  /// The percentage of translated texts at which a language is added.
  package var enter: Int
  /// The percentage of translated texts below which a language is removed.
  package var leave: Int

  /// Returns whether a language ships.
  ///
  /// - Parameters:
  ///   - percent: The percentage of translated texts, rounded down.
  ///   - isShipping: Whether the last build has written the language.
  func ships(_ percent: Int, isShipping: Bool) -> Bool { percent >= (isShipping ? leave : enter) }
}

/// The `ships` member of `trema.json`, with its state file.
package struct Shipping: Sendable {
  /// The thresholds.
  let rule: ShippingRule
  /// The path of the state file.
  let statePath: String
  /// Whether the state file alone decides, and is not written.
  let isReadOnly: Bool
  /// The location of the `ships` member.
  let location: SourceLocation?
  /// All outputs of the project, whose texts determine the languages even if only some of the
  /// outputs are written.
  var outputs: [ConversionOutput] = []

  /// The default languages of the outputs, which always ship: without its default language, an app
  /// would have no texts for other languages.
  private var defaultLanguages: Set<LanguageTag> {
    Set(outputs.compactMap(\.selection.defaultLanguage))
  }

  /// The languages of an app that are written, and the findings about the others.
  struct Decision {
    /// The languages that are written.
    var languages: [LanguageTag] = []
    /// The findings about languages that are not written.
    var diagnostics: [Diagnostic] = []
  }

  /// Returns the decision for some languages. Without a state file, no language is shipping yet.
  ///
  /// - Parameters:
  ///   - coverage: The languages with their percentages of translated texts.
  ///   - master: The master language, which always ships.
  /// - Throws: A diagnostic if the state file cannot be read.
  func decision(
    _ coverage: [(tag: LanguageTag, percent: Int)], master: LanguageTag
  ) throws(Diagnostic) -> Decision {
    let state = try ShippingState.read(statePath)
    var decision = Decision()
    let defaultLanguages = defaultLanguages
    // The master language may be missing in the languages of the project.
    if !coverage.contains(where: { $0.tag == master }) { decision.languages.append(master) }
    for (tag, percent) in coverage {
      let isShipping = state?.languages.contains(tag) ?? false
      let isComplete = rule.ships(percent, isShipping: isShipping)
      if tag == master || defaultLanguages.contains(tag)
        || (isReadOnly && state != nil ? isShipping : isComplete)
      {
        decision.languages.append(tag)
      } else if isComplete {
        decision.diagnostics.append(.unlistedLanguage(tag, in: statePath, at: location))
      } else if !isReadOnly || state == nil {
        decision.diagnostics.append(
          isShipping
            ? .droppedLanguage(tag, percent, required: rule.leave, at: location)
            : .heldLanguage(tag, percent, required: rule.enter, at: location))
      }
    }
    return decision
  }
}

extension Diagnostic {
  /// Returns the note about a language that does not ship yet.
  fileprivate static func heldLanguage(
    _ tag: LanguageTag, _ percent: Int, required: Int, at location: SourceLocation?
  ) -> Self {
    shipping(.note, "held-language", tag, "not written", percent, required, location)
  }

  /// Returns the warning about a language that no longer ships.
  fileprivate static func droppedLanguage(
    _ tag: LanguageTag, _ percent: Int, required: Int, at location: SourceLocation?
  ) -> Self {
    shipping(.warning, "dropped-language", tag, "no longer written", percent, required, location)
  }

  /// Returns the note about a language that is complete, but missing in a state file that is not
  /// written.
  fileprivate static func unlistedLanguage(
    _ tag: LanguageTag, in path: String, at location: SourceLocation?
  ) -> Self {
    Diagnostic(
      .note, "held-language", "'\(tag)' is not written: '\(path)' does not contain it",
      at: location,
      hint: "run 'trema build' without --output-root, and commit the file",
      subject: tag.description)
  }

  private static func shipping(
    _ severity: Severity, _ code: String, _ tag: LanguageTag, _ state: String, _ percent: Int,
    _ required: Int, _ location: SourceLocation?
  ) -> Self {
    Diagnostic(
      severity, code,
      "'\(tag)' is \(state): \(percent) % of its texts are translated, \(required) % are required",
      at: location, hint: "translate its remaining texts, or change the threshold in 'ships'",
      subject: tag.description)
  }
}

/// The languages that the last build has written, in a file that is committed.
struct ShippingState {
  /// The default name of the file.
  static let defaultName = "trema-languages.json"

  /// The members of the file.
  private enum Field: String, CaseIterable { case version, languages }

  /// The languages.
  var languages: [LanguageTag]

  /// Reads the file.
  ///
  /// - Returns: `nil` if the file does not exist.
  /// - Throws: A diagnostic if the file cannot be read or is not a list of languages.
  static func read(_ path: String) throws(Diagnostic) -> ShippingState? {
    guard FolderListing.kind(of: path) != .absent else { return nil }
    let bytes = try InputFile(path: path).contents(limit: 1 << 20)
    var reader = ProjectFileReader()
    var state = ShippingState(languages: [])
    let value = try JSONValue.decode(bytes, file: path)
    let fields = reader.fields(of: value, "a list of shipping languages", Field.self)
    reader.require([.version, .languages], in: value, "a list of shipping languages", fields)
    for field in fields {
      switch field.name {
      case .version:
        guard let number = reader.positiveInteger(field), number != 1 else { continue }
        reader.report(
          "invalid-field", "unsupported version \(number); the supported version is 1",
          at: field.value.location, hint: "delete the file, and build again")
      case .languages:
        for name in reader.strings(field) ?? [] { state.languages.append(try LanguageTag(name)) }
      }
    }
    if let problem = reader.problems.first { throw problem }
    return state
  }

  /// Returns the file, with the languages in ascending order.
  func encoded() -> [UInt8] {
    let names = languages.map(\.description).sorted().map { JSONValue(.string($0)) }
    let value = JSONValue(
      .object(
        JSONObject([
          JSONObject.Member("version", JSONValue(.number(JSONNumber(1)))),
          JSONObject.Member("languages", JSONValue(.array(names))),
        ])))
    return JSONWriter().bytes(of: value)
  }
}
