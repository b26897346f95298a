import TremaDiagnostics

/// The rules for merging and for layer files.
extension Rule {
  /// The rules for merging, in the order of their pages.
  static let mergeRules: [Rule] = [
    kindConflict, removedNothing, notOverridable, unknownDirective, invalidDirective,
    directiveInBase, removedAndSet, nullInArray,
  ]
  /// The rules for layer files, in the order of their pages.
  static let layerRules: [Rule] = [
    duplicateConfigKey, duplicateLayer, missingLayer, misnamedLayer, undeclaredLayer,
  ]

  /// Reported by ``ConfigMerge``, which keeps the lower value.
  private static let kindConflict = Rule(
    .error, "kind-conflict", "A value has a different kind than the value below it.",
    why:
      "The app expects one kind. Only an integer may replace a real number, and is converted to "
      + "one.",
    example: """
      <key>timeout</key><integer>60</integer>       Configuration.plist
      <key>timeout</key><string>30</string>         Configuration-staging.plist
      """,
    fix: "Make both the same kind; a schema may allow several.")

  /// Reported by ``ConfigMerge``.
  private static let removedNothing = Rule(
    .error, "removed-nothing", "A layer removes a key that no layer below it has.",
    why:
      "The key is misspelled or was removed below, and the key that was meant may still be "
      + "present.",
    example: """
      <key>$remove</key><array><string>debugMenue</string></array>
      """,
    fix: "Correct the name, or remove the directive.")

  /// Reported by ``ConfigMerge`` for external layers.
  private static let notOverridable = Rule(
    .error, "not-overridable", "A key is set from outside, but is not overridable.",
    why:
      "Local files, variables and options can only set keys that the schema marks with "
      + "`x-overridable`: a build must not depend on the machine unless that is intended.",
    example: """
      CONFIG__API__HOST=localhost
      """,
    fix: "Mark the key in the schema, or do not set it.")

  /// Reported by ``ConfigDirectives``. The key is ignored.
  private static let unknownDirective = Rule(
    .error, "unknown-directive", "A key begins with `$`, but is not a directive.",
    why: "The directives are `$remove` and `$replace`; a misspelled one would have no effect.",
    example: """
      <key>$delete</key><array><string>debugMenu</string></array>
      """,
    fix: "Use a directive, or write `$$` for a key that begins with `$`.")

  /// Reported by ``ConfigDirectives``. The directive is ignored.
  private static let invalidDirective = Rule(
    .error, "invalid-directive", "A directive has an invalid value.",
    why: "`$remove` needs an array of keys, `$replace` true or false.",
    example: """
      <key>$remove</key><string>debugMenu</string>
      """,
    fix: "Write a value that the directive accepts.")

  /// Reported by ``ConfigDirectives``. The directive is ignored.
  private static let directiveInBase = Rule(
    .error, "directive-in-base", "The base has a directive.",
    why: "No layer below it has anything to remove or replace.",
    example: """
      <key>$remove</key><array><string>debugMenu</string></array>   Configuration.plist
      """,
    fix: "Move the directive into the file of an environment.")

  /// Reported by ``ConfigDirectives``. The key is set.
  private static let removedAndSet = Rule(
    .error, "removed-and-set", "A dictionary removes a key and also sets it.",
    why: "A value replaces the one below anyway; one of the two is a mistake.",
    example: """
      { "host": "example.com", "$remove": ["host"] }
      """,
    fix: "Remove one of the two.")

  /// Reported by ``ConfigDirectives``. The element is removed.
  private static let nullInArray = Rule(
    .error, "null-in-array", "An array contains `null`.",
    why:
      "`null` removes a key, but an element has no key, and a property list cannot represent "
      + "null.",
    example: """
      { "hosts": ["a.example.com", null] }
      """,
    fix: "Remove the element.")

  /// Reported when a file is read. The first entry is used.
  private static let duplicateConfigKey = Rule(
    .error, "duplicate-key", "A key occurs twice in a dictionary.",
    why:
      "The platforms do not agree on which of the two is used: one uses the first, others the "
      + "last.",
    example: """
      <key>host</key><string>a.example.com</string>
      <key>host</key><string>b.example.com</string>
      """,
    fix: "Remove one of the two.")

  /// Reported when the configuration files are located.
  private static let duplicateLayer = Rule(
    .error, "duplicate-layer", "Two files are the same layer.",
    why:
      "It is undefined which of them is used, so the environment is not checked until only one is "
      + "left; with two bases no environment is checked.",
    example: """
      Configuration-staging.plist, Configuration-staging.json
      """,
    fix: "Keep one of them.")

  /// Reported when the files are compared with `trema.json`.
  private static let missingLayer = Rule(
    .error, "missing-layer", "An environment in `trema.json` has no file.",
    why:
      "It would silently have the values of the base, which are those of production. Other missing "
      + "keys and values of such an environment are not reported.",
    example: """
      "environments": ["development", "staging"]    but no Configuration-staging.plist
      """,
    fix: "Add the file, or correct the name.")

  /// Reported for a file whose name resembles the name of a layer.
  private static let misnamedLayer = Rule(
    .error, "misnamed-layer", "A file name resembles that of a layer, but the file is not read.",
    why:
      "The environment would silently have the values of the base. Layers are named "
      + "`Configuration-ENVIRONMENT.plist`, with this capitalization, and end in .plist, .json, "
      + ".yaml, .yml, .env or .xcconfig.",
    example: """
      Configuration_staging.json, configuration-dev.yaml, ConfigurationStaging.plist
      """,
    fix: "Rename the file to the name of a layer, or to one that begins differently.")

  /// Reported when the files are compared with `trema.json`.
  private static let undeclaredLayer = Rule(
    .error, "undeclared-layer",
    "A file belongs to an environment that `trema.json` does not declare.",
    why: "It is not read, although its name suggests that it is.",
    example: """
      Configuration-stagin.plist
      """,
    fix: "Add the environment to `trema.json`, or remove the file.")
}
