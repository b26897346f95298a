import TremaDiagnostics

/// The rules for layers, and for values that are set externally.
extension Rule {
  /// The rules for environments and their layers, in the order of their pages.
  static let environmentRules: [Rule] = [
    missingBase, unknownEnvironment, duplicateEnvironment, environmentCycle, reservedEnvironment,
    localLayerInCi, unknownVariable, ambiguousVariable, invalidValue, invalidMergeKey,
    directiveInArray, nullValue,
  ]
  /// The rules for references in strings.
  static let interpolationRules: [Rule] = [
    invalidReference, unknownReference, referenceCycle, secretReference,
  ]

  /// Reported when the files of a configuration are loaded.
  private static let missingBase = Rule(
    .error, "missing-base", "There is no base configuration.",
    why:
      "Environments override the values of the base, which is also the configuration of "
      + "production.",
    example: """
      Configuration-staging.plist, but no Configuration.plist
      """,
    fix: "Add it, or specify its folder.")

  /// Reported by ``ConfigLineage`` and by commands whose argument names the environment.
  private static let unknownEnvironment = Rule(
    .error, "unknown-environment", "A name does not match any environment.",
    why: "The name is misspelled, or the environment is not declared.",
    example: """
      {"name": "staging-eu", "extends": "stagin"}
      """,
    fix: "Correct the name.")

  /// Reported when `trema.json` is read.
  private static let duplicateEnvironment = Rule(
    .error, "duplicate-environment", "An environment is declared twice in `trema.json`.",
    why: "Which of the declarations is used is undefined.",
    example: """
      "environments": ["staging", "staging"]
      """,
    fix: "Remove one of them.")

  /// Reported by ``ConfigLineage`` once for each cycle.
  private static let environmentCycle = Rule(
    .error, "environment-cycle", "Environments extend each other in a cycle.",
    why: "Their layers have no valid order.",
    example: """
      {"name": "a", "extends": "b"}, {"name": "b", "extends": "a"}
      """,
    fix: "Remove the `extends` member from one of them.")

  /// Reported when `trema.json` is read. `local` is the name of ``ConfigLayer/Role/local``.
  private static let reservedEnvironment = Rule(
    .error, "reserved-environment", "An environment is named `local`.",
    why:
      "The name is reserved for `Configuration-local.plist`, which contains the values of one machine.",
    example: """
      "environments": ["local", "staging"]
      """,
    fix: "Rename it.")

  /// Reported when the files are loaded and the `CI` variable is set.
  private static let localLayerInCi = Rule(
    .error, "local-layer-in-ci", "The local file is present in continuous integration.",
    why:
      "A build in continuous integration must not depend on a file that was committed by mistake. "
      + "Continuous integration is detected by the environment variable `CI`.",
    example: """
      Configuration-local.plist
      """,
    fix: "Remove it from the repository, and add it to `.gitignore`.")

  /// Reported by ``ConfigOverrides`` for a name that matches no key.
  private static let unknownVariable = Rule(
    .error, "unknown-variable", "An environment variable does not match any key.",
    why: "It would silently have no effect.",
    example: """
      CONFIG__API__HSOT=example.com
      """,
    fix: "Correct the name: the key path in upper case, with levels joined by `__`.")

  /// Reported by ``ConfigNames`` for variables and line-based files.
  private static let ambiguousVariable = Rule(
    .error, "ambiguous-variable", "A name in capital letters matches several keys.",
    why: "`API_URL` can mean `apiUrl` or `api_url` if both are keys.",
    example: """
      CONFIG__API_URL=https://example.com
      """,
    fix: "Set the key by its path with `--set`, or rename one of the keys.")

  /// Reported by ``ConfigTyping`` for a string that cannot be converted.
  private static let invalidValue = Rule(
    .error, "invalid-value", "A string cannot be converted to the kind that the schema requires.",
    why:
      "Lines in `.env` and `.xcconfig` files, environment variables and options contain strings. The "
      + "schema defines how they are converted, and nothing is guessed.",
    example: """
      CONFIG__API__TIMEOUT=soon
      """,
    fix: "Use the syntax in the hint.")

  /// Reported by ``ConfigMerge`` for arrays with the `mergeBy` rule.
  private static let invalidMergeKey = Rule(
    .error, "invalid-merge-key",
    "An array element has no merge key, or the same one as another element.",
    why:
      "The schema has `\"x-merge\": {\"mergeBy\": \"id\"}`, so every element requires an `id` of its "
      + "own.",
    example: """
      [{"id": "a"}, {"name": "b"}]
      """,
    fix: "Give every element a unique key.")

  /// Reported by ``ConfigDirectives`` for arrays that are replaced as a whole.
  private static let directiveInArray = Rule(
    .error, "directive-in-array", "An array element contains a directive.",
    why: "An array replaces the array below, so there is nothing to remove.",
    example: """
      {"hosts": [{"$remove": ["port"]}]}
      """,
    fix: "Specify the whole array, or mark it with `x-merge` in the schema.")

  /// Reported by ``ConfigDirectives`` with the `girders` merge rule.
  private static let nullValue = Rule(
    .error, "null-value", "A file contains `null` where it is not allowed.",
    why:
      "`null` removes a key when layers are merged deeply. The `girders` rule does not remove keys.",
    example: """
      {"debugMenu": null}
      """,
    fix: "Remove the key from the layer that has it.")

  /// Reported by ``ConfigInterpolation``, including for a value that cannot be part of a string.
  private static let invalidReference = Rule(
    .error, "invalid-reference", "A reference is not closed or has no key.",
    why: "If interpolation is enabled, `${` begins a reference.",
    example: """
      https://${api.host/v1
      """,
    fix: "Close it, or use `$${` for a literal `${`.")

  /// Reported by ``ConfigInterpolation``.
  private static let unknownReference = Rule(
    .error, "unknown-reference", "A reference refers to a key that is not defined in any layer.",
    why: "The value would contain the reference instead of the key's value.",
    example: """
      https://${api.hots}/v1
      """,
    fix: "Correct the key.")

  /// Reported by ``ConfigInterpolation``.
  private static let referenceCycle = Rule(
    .error, "reference-cycle", "Values refer to each other in a cycle.",
    why: "None of them can be resolved.",
    example: """
      {"a": "${b}", "b": "${a}"}
      """,
    fix: "Replace one of the references with its value.")

  /// Reported by ``ConfigInterpolation`` after the references have been resolved.
  private static let secretReference = Rule(
    .error, "secret-reference", "A value that is not marked as a secret contains a secret.",
    why: "The secret would appear in the value, in reports and in the product.",
    example: """
      "url": "https://example.com/?key=${apiKey}"
      """,
    fix: "Mark the key that contains the reference with `x-secret`.")
}
