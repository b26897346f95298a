import TremaDiagnostics

/// The rules of commands other than `trema config check`, which a project cannot configure.
extension Rule {
  /// The rules of `trema config verify-bundle`.
  static let ofProducts: [Rule] = [
    bundleDifference, foreignValue, testHost, shippedSecret, leftoverFile,
    missingBundleConfiguration, unresolvedVariable,
  ]
  /// The rules of `trema config diff`.
  static let ofChanges: [Rule] = [
    configurationChanged, environmentChanged,
  ]
  /// The rules for files that commands write.
  static let ofOutputs: [Rule] = [
    alreadyThere, noEnvironment, outputCollision, cannotWrite, unwritableCharacter, unwritableValue,
  ]

  /// Reported by ``ConfigShipment`` for each key of the configuration that differs.
  private static let bundleDifference = Rule(
    .error, "bundle-difference",
    "A product differs from its environment; told by trema config verify-bundle.",
    why: "It was built for another environment, from older files, or changed afterwards.",
    example: """
      'api.host' is 'staging.example.com' in the product, but 'example.com' in production
      """,
    fix: "Build it with what `trema config merge` writes.")

  /// Reported by ``ConfigShipment`` for all files of the product.
  private static let foreignValue = Rule(
    .error, "foreign-value",
    "A product has what is of another environment; told by trema config verify-bundle.",
    why: "Customers would use the servers of a test.",
    example: """
      <string>staging.example.com</string>     in Info.plist
      """,
    fix: "Build the product for its environment.")

  /// Reported by ``ConfigShipment`` for products of production.
  private static let testHost = Rule(
    .error, "test-host", "A product names a host for tests; told by trema config verify-bundle.",
    why: "Customers cannot reach it, or should not.",
    example: """
      <string>http://localhost:8080</string>
      """,
    fix: "Name a host of the environment.")

  /// Reported by ``ConfigShipment`` for all files of the product.
  private static let shippedSecret = Rule(
    .error, "shipped-secret", "A product holds a secret; told by trema config verify-bundle.",
    why: "Anybody can read what is in an app.",
    example: """
      <key>adminToken</key><string>…</string>
      """,
    fix: "Fetch it from a server when it is needed, and change it now.")

  /// Reported for each file of a layer or schema in the product.
  private static let leftoverFile = Rule(
    .error, "leftover-file",
    "A product holds a file of the sources; told by trema config verify-bundle.",
    why:
      "The files of other environments, the schema and the baseline say what customers need "
      + "not know.",
    example: """
      Sample.app/Configuration-staging.plist
      """,
    fix: "Take it out of the resources that are copied.")

  /// Reported if no file of the product has the name of the configuration.
  private static let missingBundleConfiguration = Rule(
    .error, "missing-bundle-configuration",
    "A product has no configuration; told by trema config verify-bundle.",
    why: "The app finds nothing when it asks.",
    example: """
      Sample.app without Configuration.plist
      """,
    fix: "Add the merged file; `--name` says what it is called there.")

  /// Reported for each string that ``UnresolvedVariables`` finds.
  private static let unresolvedVariable = Rule(
    .error, "unresolved-variable",
    "A product still says `$(NAME)`; told by trema config verify-bundle.",
    why: "The build did not replace it: the app would take it for the value.",
    example: """
      <string>$(API_HOST)</string>
      """,
    fix: "Set it for this configuration of Xcode.")

  /// Reported by ``ConfigDiff`` for each changed key.
  private static let configurationChanged = Rule(
    .warning, "configuration-changed",
    "A value is another one than it was; told by trema config diff.",
    why: "A change in production reaches customers: it is a warning. Any other is a note.",
    example: """
      'api.host' changed in production
      """,
    fix: "Look at it once.")

  /// Reported by ``ConfigDiff`` for an environment that only one state has.
  private static let environmentChanged = Rule(
    .note, "environment-changed", "An environment came or is gone; told by trema config diff.",
    why: "It is no difference of values.",
    example: """
      the environment 'staging-eu' is new
      """,
    fix: "Look at it once.")

  /// Reported before anything is written.
  private static let alreadyThere = Rule(
    .error, "already-there",
    "A file that would be written first is there; told by trema config init.",
    why: "Existing files are not overwritten.",
    example: """
      Configuration.schema.json
      """,
    fix: "Move it away, or say where to write instead.")

  /// Reported because the rules of a schema are inferred from several environments.
  private static let noEnvironment = Rule(
    .error, "no-environment", "There is only a base; told by trema config init.",
    why: "What belongs to each environment is inferred from the files of several.",
    example: """
      Configuration.plist alone
      """,
    fix: "Add the file of an environment.")

  /// Reported before anything is generated.
  private static let outputCollision = Rule(
    .error, "output-collision", "Two outputs are one file; told by trema config generate.",
    why: "One would overwrite the other.",
    example: """
      two entries of "swift" with the same type and directory
      """,
    fix: "Give one of them another type or directory.")

  /// Reported for any error of the system when a file is written.
  private static let cannotWrite = Rule(
    .error, "cannot-write", "A file cannot be written.",
    why: "Its folder is not there, or the disk is full. What was there before is still there.",
    example: """
      trema config merge -o /Configuration.plist
      """,
    fix: "Write to another place.")

  /// Reported by ``ConfigOutputLimits`` for output in XML.
  private static let unwritableCharacter = Rule(
    .error, "unwritable-character", "A value holds a character that the output cannot say.",
    why: "XML has no control characters; readers refuse a file that holds one.",
    example: #"""
      "a\u0001b"
      """#,
    fix: "Remove it, or write another form with `--format`.")

  /// Reported by ``ConfigOutputLimits`` for all output formats.
  private static let unwritableValue = Rule(
    .error, "unwritable-value", "A value cannot be said in the form that is written.",
    why: "JSON has no infinity, for example.",
    example: """
      <real>inf</real>
      """,
    fix: "Write another form with `--format`, or another value.")
}
