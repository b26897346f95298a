import TremaDiagnostics

/// The rules of components that report findings while they read, write, or search source code,
/// rather than while they examine texts.
extension Rule {
  /// The rules of reading a catalog.
  static let ofReading: [Rule] = [schema, strayText, masterConflict]
  /// The rules of writing an output.
  static let ofWriting: [Rule] = [renamedAccessor, loss, compatDifference, unquotedBraces]

  /// The rules of commands, which a project cannot configure.
  static let ofCommands: [Rule] = [unfixable, outdatedBaseline]
  /// The rules of `trema usage`.
  static let ofUsage: [Rule] = [unusedKey, undefinedKey, runtimeKey]

  private static let schema = Rule(
    .warning, "schema", "An element or attribute that trema 1.0 does not define.",
    why: "It is kept when the catalogue is written, and means nothing: an attribute may be "
      + "misspelled. A missing context or value is told, too.",
    example: """
      <value lang="en" sttus="initial">Title</value>
      """,
    fix: "Correct or remove it.")

  private static let strayText = Rule(
    .error, "stray-text", "Text outside of a value, which no output would have.",
    why: "Something was pasted outside of the tags, or a tag is missing. It is part of no text.",
    example: """
      <text key="title">Title
        <value lang="en">Title</value>
      </text>
      """,
    fix: "Move it into a value, or remove it.")

  private static let masterConflict = Rule(
    .error, "master-conflict", "Two catalogues have different master languages.",
    why: "Catalogues of one call become one, and it has one master.",
    example: """
      trema convert a.trm b.trm …      a.trm: masterLang="en", b.trm: masterLang="de"
      """,
    fix: "Give them the same master language, or convert them one by one.")

  private static let renamedAccessor = Rule(
    .note, "renamed-accessor", "A key cannot be a Swift name as it is.",
    why: "Words of the language and names that begin with a digit get backticks or an underscore. "
      + "The note says what the accessor is called.",
    example: """
      <text key="class">…</text>
      """,
    fix: "Nothing, or rename the key.")

  private static let loss = Rule(
    .note, "loss", "A format has no place for something that a text has.",
    why:
      "The output is right, but it is not all: reading it back would not give the same catalogue.",
    example: """
      contexts, which .strings keeps as comments and .properties does not
      """,
    fix: "Nothing, where the output is not the place to keep it; or choose a format that has room.")

  private static let compatDifference = Rule(
    .warning, "compat-difference", "An older tool wrote this otherwise, and it was wrong.",
    why: "With `--compat` outputs are what the older tool wrote, byte for byte, but where it was "
      + "wrong the right thing is written.",
    example: """
      <value lang="en">100 %</value>
      """,
    fix: "Look at the place in the output once; the older one showed something else there.")

  private static let unquotedBraces = Rule(
    .error, "unquoted-braces", "Braces of a text would be an argument in an ARB file.",
    why:
      "Without `use-escaping` Flutter knows no quotes, and takes `{name}` for an argument that the "
      + "app does not pass.",
    example: """
      <value lang="en">Write '{name}'</value>
      """,
    fix: "Write 'use-escaping: true' into l10n.yaml, or remove the braces. Where the finding is "
      + "excused, the file does not have the value.")

  private static let unfixable = Rule(
    .warning, "unfixable", "A file has findings that `trema check --fix` cannot mend.",
    stage: .review,
    why: "A place is a place only in UTF-8 with common line ends and without a document type, and "
      + "what would no longer be the same catalogue is not written.",
    example: """
      <!DOCTYPE trema [<!ENTITY app "My  App">]>
      """,
    fix: "Do what the hint says, or mend the findings by hand.")

  private static let outdatedBaseline = Rule(
    .note, "outdated-baseline", "A baseline mutes findings that are not there any more.",
    stage: .review,
    why: "They were mended. Until the baseline forgets them it would mute them if they came back.",
    example: """
      trema check --baseline known.json Texts.trm
      """,
    fix: "Run `trema check --baseline known.json --update-baseline Texts.trm`.")

  private static let unusedKey = Rule(
    .warning, "unused-key", "Nothing in the sources uses a key; told by trema usage.",
    stage: .review,
    why: "The text is translated, checked and shipped without being shown.",
    example: """
      <text key="welcome.old">…</text>
      """,
    fix: "Remove the text; or excuse it with @ignore unused-key when something else names the key.")

  private static let undefinedKey = Rule(
    .error, "undefined-key", "Source code uses a key that no catalogue has; told by trema usage.",
    stage: .review,
    why: "The app shows the key itself, or does not compile.",
    example: """
      translate("login.titel")
      """,
    fix: "Correct the key, or add the text.")

  private static let runtimeKey = Rule(
    .note, "runtime-key", "A key is made at run time; told by trema usage.", stage: .review,
    why: "Nobody can tell which texts are meant: all that fit count as used.",
    example: """
      translate("error_\\(code)")
      """,
    fix: "Allow such keys by a pattern: \"usage\": { \"allow\": [\"error_*\"] } in trema.json.")
}
