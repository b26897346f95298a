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
    .error, "kind-conflict", "A value and the value in the layer below have different kinds.",
    why:
      "The app expects one kind. Only an integer can replace a real number, and is converted to "
      + "one.",
    example: """
      <key>timeout</key><integer>60</integer>       Configuration.plist
      <key>timeout</key><string>30</string>         Configuration-staging.plist
      """,
    fix: "Use the same kind in both layers, or allow both kinds in a schema.")

  /// Reported by ``ConfigMerge``.
  private static let removedNothing = Rule(
    .error, "removed-nothing", "A layer removes a key that is not defined in any layer below.",
    why:
      "The key is misspelled or was removed below, and the intended key may still be "
      + "present.",
    example: """
      <key>$remove</key><array><string>debugMenue</string></array>
      """,
    fix: "Correct the name, or remove the directive.")

  /// Reported by ``ConfigMerge`` for external layers.
  private static let notOverridable = Rule(
    .error, "not-overridable", "A key is set from outside, but is not overridable.",
    why:
      "The local file, environment variables and options can set only keys that the schema marks "
      + "with `x-overridable`, because a build must not depend on the machine unintentionally.",
    example: """
      CONFIG__API__HOST=localhost
      """,
    fix: "Mark the key in the schema, or do not set it.")

  /// Reported by ``ConfigDirectives``. The key is ignored.
  private static let unknownDirective = Rule(
    .error, "unknown-directive", "A key begins with `$`, but is not a directive.",
    why: "The directives are `$remove` and `$replace`. A misspelled one would have no effect.",
    example: """
      <key>$delete</key><array><string>debugMenu</string></array>
      """,
    fix: "Correct the directive, or escape the `$` at the beginning of a key as `$$`.")

  /// Reported by ``ConfigDirectives``. The directive is ignored.
  private static let invalidDirective = Rule(
    .error, "invalid-directive", "A directive has an invalid value.",
    why: "`$remove` requires an array of keys, and `$replace` requires true or false.",
    example: """
      <key>$remove</key><string>debugMenu</string>
      """,
    fix: "Use a value that the directive accepts.")

  /// Reported by ``ConfigDirectives``. The directive is ignored.
  private static let directiveInBase = Rule(
    .error, "directive-in-base", "The base contains a directive.",
    why: "There is no layer below it in which keys could be removed or replaced.",
    example: """
      <key>$remove</key><array><string>debugMenu</string></array>   Configuration.plist
      """,
    fix: "Move the directive to the file of an environment.")

  /// Reported by ``ConfigDirectives``. The key is set.
  private static let removedAndSet = Rule(
    .error, "removed-and-set", "A dictionary removes a key and also sets it.",
    why: "A value replaces the one below anyway, so one of them is a mistake.",
    example: """
      { "host": "example.com", "$remove": ["host"] }
      """,
    fix: "Remove one of them.")

  /// Reported by ``ConfigDirectives``. The element is removed.
  private static let nullInArray = Rule(
    .error, "null-in-array", "An array contains `null`.",
    why:
      "`null` removes a key, but an element has no key, and a property list cannot contain "
      + "null.",
    example: """
      { "hosts": ["a.example.com", null] }
      """,
    fix: "Remove the element.")

  /// Reported when a file is read. The first entry is used.
  private static let duplicateConfigKey = Rule(
    .error, "duplicate-key", "A key is defined twice in a dictionary.",
    why:
      "Platforms differ in which value they use: some use the first one, others use the last one.",
    example: """
      <key>host</key><string>a.example.com</string>
      <key>host</key><string>b.example.com</string>
      """,
    fix: "Rename or remove one of them.")

  /// Reported when the configuration files are located.
  private static let duplicateLayer = Rule(
    .error, "duplicate-layer", "Two files define the same layer.",
    why:
      "Which one is used is undefined, so the environment is not checked until one of them is "
      + "removed. If there are two base files, no environment is checked.",
    example: """
      Configuration-staging.plist, Configuration-staging.json
      """,
    fix: "Remove one of them.")

  /// Reported when the files are compared with `trema.json`.
  private static let missingLayer = Rule(
    .error, "missing-layer", "An environment in `trema.json` has no file.",
    why:
      "It would silently use the base values, which are the production values. Other missing keys "
      + "and values in such an environment are not reported.",
    example: """
      "environments": ["development", "staging"]    but no Configuration-staging.plist
      """,
    fix: "Add the file, or correct the name.")

  /// Reported for a file whose name resembles the name of a layer.
  private static let misnamedLayer = Rule(
    .error, "misnamed-layer", "A file name resembles a layer's name, but the file is not read.",
    why:
      "The environment would silently use the base values. Layers are named "
      + "`Configuration-ENVIRONMENT.plist`, with this capitalization, and end in .plist, .json, "
      + ".yaml, .yml, .env or .xcconfig.",
    example: """
      Configuration_staging.json, configuration-dev.yaml, ConfigurationStaging.plist
      """,
    fix: "Rename the file like a layer, or so that it does not resemble one.")

  /// Reported when the files are compared with `trema.json`.
  private static let undeclaredLayer = Rule(
    .error, "undeclared-layer",
    "A file is for an environment that `trema.json` does not declare.",
    why: "It is not read, although its name suggests that it is.",
    example: """
      Configuration-stagin.plist
      """,
    fix: "Add the environment to `trema.json`, or remove the file.")
}
