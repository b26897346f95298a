import TremaDiagnostics

/// The rules for commands other than `trema config check`, which a project cannot configure.
extension Rule {
  /// The rules of `trema config verify-bundle`.
  static let productRules: [Rule] = [
    bundleDifference, foreignValue, testHost, shippedSecret, leftoverFile,
    missingBundleConfiguration, unresolvedVariable,
  ]
  /// The rules of `trema config diff`.
  static let changeRules: [Rule] = [
    configurationChanged, environmentChanged,
  ]
  /// The rules for files that commands write.
  static let outputRules: [Rule] = [
    alreadyExists, noEnvironment, outputCollision, cannotWrite, unwritableCharacter,
    unwritableValue,
  ]

  /// Reported by ``ConfigShipment`` for each differing key of the configuration.
  private static let bundleDifference = Rule(
    .error, "bundle-difference",
    "A product does not match its environment; reported by `trema config verify-bundle`.",
    why:
      "The product was built for a different environment or from older files, or was changed after the "
      + "build.",
    example: """
      'api.host' is 'staging.example.com' in the product, but 'example.com' in production
      """,
    fix: "Rebuild it with the output of `trema config merge`.")

  /// Reported by ``ConfigShipment`` for all files of the product.
  private static let foreignValue = Rule(
    .error, "foreign-value",
    "A product contains a value from another environment; reported by `trema config verify-bundle`.",
    why: "The released app would use the servers of another environment.",
    example: """
      <string>staging.example.com</string>     in Info.plist
      """,
    fix: "Build the product for its environment.")

  /// Reported by ``ConfigShipment`` for production products.
  private static let testHost = Rule(
    .error, "test-host",
    "A product contains a test host; reported by `trema config verify-bundle`.",
    why: "Customers cannot or should not connect to it.",
    example: """
      <string>http://localhost:8080</string>
      """,
    fix: "Use one of the environment's hosts.")

  /// Reported by ``ConfigShipment`` for all files of the product.
  private static let shippedSecret = Rule(
    .error, "shipped-secret",
    "A product contains a secret; reported by `trema config verify-bundle`.",
    why: "Everyone can read the contents of an app.",
    example: """
      <key>adminToken</key><string>…</string>
      """,
    fix: "Revoke the secret, and fetch its replacement from a server when it is needed.")

  /// Reported for each file of a layer or schema in the product.
  private static let leftoverFile = Rule(
    .error, "leftover-file",
    "A product contains a source file; reported by `trema config verify-bundle`.",
    why:
      "The files of other environments, the schema and the baseline contain information that "
      + "customers do not need.",
    example: """
      Sample.app/Configuration-staging.plist
      """,
    fix: "Remove it from the copied resources.")

  /// Reported if no file in the product has the configuration's name.
  private static let missingBundleConfiguration = Rule(
    .error, "missing-bundle-configuration",
    "A product has no configuration; reported by `trema config verify-bundle`.",
    why: "The app cannot read any value.",
    example: """
      Sample.app without Configuration.plist
      """,
    fix: "Add the merged file; `--name` specifies its name in the product.")

  /// Reported for each string that ``UnresolvedVariables`` finds.
  private static let unresolvedVariable = Rule(
    .error, "unresolved-variable",
    "A product contains an unresolved `$(NAME)`; reported by `trema config verify-bundle`.",
    why: "The build did not replace it, and the app would use it as the value.",
    example: """
      <string>$(API_HOST)</string>
      """,
    fix: "Set it in the Xcode build configuration that built the app.")

  /// Reported by ``ConfigDiff`` for each changed key.
  private static let configurationChanged = Rule(
    .warning, "configuration-changed", "A value changed; reported by `trema config diff`.",
    why:
      "A change in production affects customers, so it is a warning. Any other change is a note.",
    example: """
      'api.host' changed in production
      """,
    fix: "Review the change.")

  /// Reported by ``ConfigDiff`` for an environment that exists in only one version.
  private static let environmentChanged = Rule(
    .note, "environment-changed",
    "An environment was added or removed; reported by `trema config diff`.",
    why: "Values are compared only in environments that both versions have.",
    example: """
      the environment 'staging-eu' was added
      """,
    fix: "Review the change.")

  /// Reported before anything is written.
  private static let alreadyExists = Rule(
    .error, "already-there",
    "A file to be written already exists; reported by `trema config init`.",
    why: "Existing files are not overwritten.",
    example: """
      Configuration.schema.json
      """,
    fix: "Move the file, or replace the schema and the baseline with `--force`.")

  /// Reported because inferring a schema's rules requires multiple environments.
  private static let noEnvironment = Rule(
    .error, "no-environment", "Only a base configuration exists; reported by `trema config init`.",
    why:
      "Rules such as `x-perEnvironment` are inferred by comparing the files of several environments.",
    example: """
      Configuration.plist alone
      """,
    fix: "Add an environment's file.")

  /// Reported before anything is generated.
  private static let outputCollision = Rule(
    .error, "output-collision",
    "Two outputs are written to the same file; reported by `trema config generate`.",
    why: "One of them would overwrite the other.",
    example: """
      two entries of "swift" with the same type and directory
      """,
    fix: "Change the type or directory of one of them.")

  /// Reported for any system error while writing a file.
  private static let cannotWrite = Rule(
    .error, "cannot-write", "A file cannot be written.",
    why:
      "Its folder does not exist or is not writable, or the disk is full. An existing file is unchanged.",
    example: """
      trema config merge -o /Configuration.plist
      """,
    fix: "Choose a different path.")

  /// Reported by ``ConfigOutputValidator`` for XML output.
  private static let unwritableCharacter = Rule(
    .error, "unwritable-character",
    "A value contains a character that the output format does not allow.",
    why: "XML does not allow control characters, and parsers reject a file that contains one.",
    example: #"""
      "a\u0001b"
      """#,
    fix: "Remove it, or choose another format with `--format`.")

  /// Reported by ``ConfigOutputValidator`` for all output formats.
  private static let unwritableValue = Rule(
    .error, "unwritable-value", "The output format cannot represent a value.",
    why: "For example, JSON cannot represent infinity.",
    example: """
      <real>inf</real>
      """,
    fix: "Change the value, or choose another format with `--format`.")
}
