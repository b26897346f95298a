import TremaDiagnostics

/// The rules for layers, and for values that are set from outside.
extension Rule {
  /// The rules for environments and their layers, in the order of their pages.
  static let ofEnvironments: [Rule] = [
    missingBase, unknownEnvironment, duplicateEnvironment, environmentCycle, reservedEnvironment,
    localLayerInCi, unknownVariable, ambiguousVariable, invalidValue, invalidMergeKey,
    directiveInArray, nullValue,
  ]
  /// The rules for references in strings.
  static let ofInterpolation: [Rule] = [
    invalidReference, unknownReference, referenceCycle, secretReference,
  ]

  /// Reported when the files of a configuration are loaded.
  private static let missingBase = Rule(
    .error, "missing-base", "There is no base configuration.",
    why: "Every environment is said over the base, which is production, too.",
    example: """
      Configuration-staging.plist, but no Configuration.plist
      """,
    fix: "Add it, or name its folder.")

  /// Reported by ``ConfigLineage`` and by commands whose argument names the environment.
  private static let unknownEnvironment = Rule(
    .error, "unknown-environment", "An environment is named that there is none of.",
    why: "A misspelled name matches no file.",
    example: """
      {"name": "staging-eu", "extends": "stagin"}
      """,
    fix: "Correct the name.")

  /// Reported when `trema.json` is read.
  private static let duplicateEnvironment = Rule(
    .error, "duplicate-environment", "`trema.json` names an environment twice.",
    why: "Which of the two counts would be chance.",
    example: """
      "environments": ["staging", "staging"]
      """,
    fix: "Remove one of the two.")

  /// Reported by ``ConfigLineage``, once for each cycle.
  private static let environmentCycle = Rule(
    .error, "environment-cycle", "Environments extend each other in a circle.",
    why: "None of them could come first.",
    example: """
      {"name": "a", "extends": "b"}, {"name": "b", "extends": "a"}
      """,
    fix: "Let one of them extend none.")

  /// Reported when `trema.json` is read. `local` is the name of ``ConfigLayer/Role/local``.
  private static let reservedEnvironment = Rule(
    .error, "reserved-environment", "An environment is called `local`.",
    why: "`Configuration-local.plist` is the file of one machine.",
    example: """
      "environments": ["local", "staging"]
      """,
    fix: "Give it another name.")

  /// Reported when the files are loaded and the variable `CI` is set.
  private static let localLayerInCi = Rule(
    .error, "local-layer-in-ci", "The file of one machine is in continuous integration.",
    why:
      "A build in continuous integration must not depend on a file that was committed by mistake. "
      + "`CI` is set.",
    example: """
      Configuration-local.plist
      """,
    fix: "Remove it from the repository, and name it in .gitignore.")

  /// Reported by ``ConfigOverrides`` for a name that matches no key.
  private static let unknownVariable = Rule(
    .error, "unknown-variable", "A variable names no key.",
    why: "It would set nothing, in silence.",
    example: """
      CONFIG__API__HSOT=example.com
      """,
    fix: "Correct the name: the key path in upper case, levels joined by `__`.")

  /// Reported by ``ConfigNames``, for variables and for files of lines.
  private static let ambiguousVariable = Rule(
    .error, "ambiguous-variable", "A name in capitals matches several keys.",
    why: "`API_URL` may be `apiUrl` no less than `api_url` where both are keys.",
    example: """
      CONFIG__API_URL=https://example.com
      """,
    fix: "Set the key by its path with `--set`, or rename one of the keys.")

  /// Reported by ``ConfigTyping`` for a text that cannot be converted.
  private static let invalidValue = Rule(
    .error, "invalid-value", "A text is not what the schema wants.",
    why:
      "Lines, variables and options hold texts; the schema says what becomes of them, and "
      + "nothing is guessed.",
    example: """
      CONFIG__API__TIMEOUT=soon
      """,
    fix: "Write it as the hint says.")

  /// Reported by ``ConfigMerge`` for arrays with the rule `mergeBy`.
  private static let invalidMergeKey = Rule(
    .error, "invalid-merge-key",
    "An element of an array has no key to be merged by, or that of another one.",
    why:
      "The schema says `\"x-merge\": {\"mergeBy\": \"id\"}`, so every element needs an `id` "
      + "of its own.",
    example: """
      [{"id": "a"}, {"name": "b"}]
      """,
    fix: "Give every element its own.")

  /// Reported by ``ConfigDirectives`` for arrays that are replaced as a whole.
  private static let directiveInArray = Rule(
    .error, "directive-in-array", "An element of an array has a directive.",
    why: "An array takes the place of the one below, so that there is nothing to remove.",
    example: """
      {"hosts": [{"$remove": ["port"]}]}
      """,
    fix: "Write the array as it is to be, or mark it with `x-merge` in the schema.")

  /// Reported by ``ConfigDirectives`` with the merge rule `girders`.
  private static let nullValue = Rule(
    .error, "null-value", "A file says `null` where it means nothing.",
    why:
      "`null` removes a key when layers are merged deep; the rule `girders` has no removals.",
    example: """
      {"debugMenu": null}
      """,
    fix: "Remove the key from the layer that has it.")

  /// Reported by ``ConfigInterpolation``, also for a value that cannot be part of a text.
  private static let invalidReference = Rule(
    .error, "invalid-reference", "A reference is not closed, or names no key.",
    why: "Where interpolation is on, `${` begins a reference.",
    example: """
      https://${api.host/v1
      """,
    fix: "Close it, or write `$${` for the two signs.")

  /// Reported by ``ConfigInterpolation``.
  private static let unknownReference = Rule(
    .error, "unknown-reference", "A reference names a key that no layer has.",
    why: "The value would contain the name instead of its value.",
    example: """
      https://${api.hots}/v1
      """,
    fix: "Correct the key.")

  /// Reported by ``ConfigInterpolation``.
  private static let referenceCycle = Rule(
    .error, "reference-cycle", "Values refer to each other in a circle.",
    why: "None of them has a value.",
    example: """
      {"a": "${b}", "b": "${a}"}
      """,
    fix: "Write one of them out.")

  /// Reported by ``ConfigInterpolation`` after the references have been resolved.
  private static let secretReference = Rule(
    .error, "secret-reference", "A value that is shown takes in a secret.",
    why: "The secret would be in it, in reports and in the product.",
    example: """
      "url": "https://example.com/?key=${apiKey}"
      """,
    fix: "Mark the key that takes it in with `x-secret`, too.")
}
