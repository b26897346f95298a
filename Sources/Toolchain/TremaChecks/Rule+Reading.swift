import TremaDiagnostics

/// The rules of components that report findings while they read, write, or search source code,
/// rather than examine texts.
extension Rule {
  /// The rules of reading a catalog.
  static let readingRules: [Rule] = [schema, strayText, masterConflict]
  /// The rules of writing an output.
  static let writingRules: [Rule] = [
    renamedAccessor, unsupportedMessage, loss, compatDifference, unquotedBraces, unmatchedPattern,
    unmatchedTag, unmatchedLanguage, emptyOutput, missingResource, heldLanguage, droppedLanguage,
  ]

  /// The rules of commands, which a project cannot configure.
  static let commandRules: [Rule] = [unfixable, outdatedBaseline]
  /// The rules of `trema usage`.
  static let usageRules: [Rule] = [unusedKey, undefinedKey, runtimeKey]

  private static let schema = Rule(
    .warning, "schema", "An element or attribute is not defined by trema 1.0.",
    why: "It is kept when the catalogue is written, but has no meaning: an attribute may be "
      + "misspelled. A missing context or value is reported too.",
    example: """
      <value lang="en" sttus="initial">Title</value>
      """,
    fix: "Correct or remove it.")

  private static let strayText = Rule(
    .error, "stray-text", "Text outside a value is not in any output.",
    why: "Characters were pasted outside the tags, or a tag is missing. They are not part of any "
      + "text.",
    example: """
      <text key="title">Title
        <value lang="en">Title</value>
      </text>
      """,
    fix: "Move it into a value, or remove it.")

  private static let masterConflict = Rule(
    .error, "master-conflict",
    "Two catalogues, or a catalogue and its project, have different master languages.",
    why: "The catalogues of one command are combined into one, which has one master language. "
      + "A project can require one with `masterLanguage`.",
    example: """
      trema convert a.trm b.trm …      a.trm: masterLang="en", b.trm: masterLang="de"
      """,
    fix: "Give them the same master language, or convert them separately.")

  private static let unmatchedPattern = Rule(
    .warning, "unmatched-pattern",
    "A pattern in the keys or exceptKeys of an output matches no "
      + "text.",
    why: "The pattern is misspelled, or its texts were renamed or removed. The output contains "
      + "different texts than intended.",
    example: """
      { "format": "strings", "directory": "Resources", "keys": ["lgin.*"] }
      """,
    fix: "Correct or remove the pattern.")

  private static let unmatchedTag = Rule(
    .warning, "unmatched-tag", "A tag of an output is not used by any text.",
    why: "The tag is misspelled in the output or in the texts, which are then missing from the "
      + "output.",
    example: """
      { "format": "strings", "directory": "Resources", "tags": ["onbording"] }
      """,
    fix: "Correct or remove the tag, or add it to a text: @tags onboarding.")

  private static let unmatchedLanguage = Rule(
    .warning, "unmatched-language", "A language of an output is not a language of any text.",
    why: "The tag is misspelled: the output has an empty file for it, and lacks the intended "
      + "language. If it is the defaultLanguage, or if the languages of the output or the project "
      + "lack the defaultLanguage, apps would have no texts for other languages, so the finding is "
      + "an error.",
    example: """
      { "format": "strings", "directory": "Resources", "languages": ["ger"] }
      """,
    fix: "Correct or remove the tag, or translate a text into the language.")

  private static let emptyOutput = Rule(
    .error, "empty-output", "An output does not contain any text of the catalogue.",
    why: "An app that uses an output without texts shows keys. No output is written. If only the "
      + "statuses of the values, or the lack of plurals for a stringsdict output, leave nothing to "
      + "write, the finding is a warning.",
    example: """
      { "format": "strings", "directory": "Resources", "keys": ["lgin.*"] }
      """,
    fix: "Correct the keys, exceptKeys, tags, platform or statuses of the output.")

  private static let missingResource = Rule(
    .warning, "missing-resource", "An accessor exists for a text that no output contains.",
    why: "The outputs of the accessors and of their texts select different keys or tags, so the "
      + "accessor returns a key at run time, or does not compile.",
    example: """
      { "format": "strings", "directory": "Resources", "keys": ["app.*"] },
      { "format": "swift", "directory": "Sources" }
      """,
    fix: "Give both outputs the same keys, exceptKeys and tags.")

  private static let heldLanguage = Rule(
    .note, "held-language", "A language is not written, because too few texts are translated.",
    why: "The field ships of trema.json sets the percentage of translated texts that a language "
      + "needs.",
    example: """
      "ships": { "enter": 90, "leave": 75 }
      """,
    fix: "Translate more texts of the language, or lower the threshold.")

  private static let droppedLanguage = Rule(
    .warning, "dropped-language", "A language that was written before is no longer written.",
    why: "The share of its translated texts is below the threshold leave in trema.json. Users of "
      + "the language see another one after the next update.",
    example: """
      "ships": { "enter": 90, "leave": 75 }
      """,
    fix: "Translate more texts of the language, or lower the threshold.")

  private static let renamedAccessor = Rule(
    .note, "renamed-accessor", "A key cannot be used unchanged as a name in code.",
    why: "Reserved words and names that begin with a digit are written with backticks or an "
      + "underscore. The note contains the name of the accessor.",
    example: """
      <text key="class">…</text>
      """,
    fix: "No change is required; rename the key if you prefer another name.")

  private static let unsupportedMessage = Rule(
    .warning, "unsupported-message", "Generated code cannot format a text.",
    why:
      "Compose Multiplatform supports plurals with categories and unformatted arguments. It has no "
      + "selects, ordinal numbers, dates or number formats, so the text has no accessor.",
    example: """
      <value lang="en">{who, select, female {She came} other {They came}}</value>
      """,
    fix: "Split it into several texts, or format numbers and dates in the app and pass them to %@.")

  private static let loss = Rule(
    .note, "loss", "A format cannot represent a part of a text.",
    why: "The output is correct but incomplete: reading it back would not give the same catalogue.",
    example: """
      contexts, which .strings keeps as comments and .properties does not
      """,
    fix: "No change is required if the output need not preserve it; otherwise choose a format that "
      + "supports it.")

  private static let compatDifference = Rule(
    .warning, "compat-difference", "An older tool wrote this incorrectly.",
    why: "With `--compat`, outputs are byte for byte what the older tool wrote, except where it "
      + "was wrong: there, the correct text is written.",
    example: """
      <value lang="en">100 %</value>
      """,
    fix: "Check this part of the output once; the older tool wrote something else there.")

  private static let unquotedBraces = Rule(
    .error, "unquoted-braces", "Braces in a text would be an argument in an ARB file.",
    why: "Without `use-escaping` Flutter does not support quotes, and reads `{name}` as an "
      + "argument that the app does not pass.",
    example: """
      <value lang="en">Write '{name}'</value>
      """,
    fix: "Set 'use-escaping: true' in l10n.yaml, or remove the braces. If the finding is "
      + "suppressed, the file does not contain the value.")

  private static let unfixable = Rule(
    .warning, "unfixable", "A file has findings that `trema check --fix` cannot correct.",
    stage: .review,
    why: "Fixes require exact locations, which are known only in UTF-8 files with common line "
      + "endings and without a document type. Fixes that would change other parts of the catalogue "
      + "are not written.",
    example: """
      <!DOCTYPE trema [<!ENTITY app "My  App">]>
      """,
    fix: "Follow the hint, or correct the findings by hand.")

  private static let outdatedBaseline = Rule(
    .note, "outdated-baseline", "A baseline mutes findings that no longer occur.",
    stage: .review,
    why: "The findings were corrected. The baseline would mute them if they reappeared.",
    example: """
      trema check --baseline known.json Texts.trm
      """,
    fix: "Run `trema check --baseline known.json --update-baseline Texts.trm`.")

  private static let unusedKey = Rule(
    .warning, "unused-key", "No source file uses a key; reported by `trema usage`.",
    stage: .review,
    why: "The text is translated, checked and shipped without being shown.",
    example: """
      <text key="welcome.old">…</text>
      """,
    fix: "Remove the text, or suppress the finding with @ignore unused-key if something else uses "
      + "the key.")

  private static let undefinedKey = Rule(
    .error, "undefined-key",
    "Source code uses a key that its platform lacks; reported by `trema usage`.",
    stage: .review,
    why: "The app shows the key itself, or does not compile. The key is not in a catalogue, or "
      + "@platforms or an output in trema.json excludes its text.",
    example: """
      translate("login.titel")
      """,
    fix: "Correct the key, add the text, or correct its @platforms or the output in trema.json.")

  private static let runtimeKey = Rule(
    .note, "runtime-key", "A key is composed at run time; reported by `trema usage`.",
    stage: .review,
    why: "It cannot be determined which texts are used: all texts that match are treated as used.",
    example: """
      translate("error_\\(code)")
      """,
    fix: "Allow such keys with a pattern: \"usage\": { \"allow\": [\"error_*\"] } in trema.json.")
}
