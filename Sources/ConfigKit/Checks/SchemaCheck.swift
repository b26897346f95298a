import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Reports values that violate the schema.
struct SchemaCheck: ConfigCheck {
  /// The rule for values of the wrong kind.
  static let kind = Rule(
    .error, "invalid-type", "A value does not have the type that the schema requires.",
    why:
      "The app cannot read a value of a different kind. A real number is not an integer, even if "
      + "its value is whole, and a Boolean is not a number.",
    example: """
      "timeout": { "type": "integer" }              Configuration.schema.json
      <key>timeout</key><string>30</string>         Configuration-staging.plist
      """,
    fix: "Use a value of the required type, or allow both types in the schema.")

  /// The rule for values that are not allowed by `enum` or `const`.
  static let choice = Rule(
    .error, "invalid-choice", "A value is not one of the values the schema allows.",
    why: "`enum` and `const` list the values that the app accepts.",
    example: """
      "logLevel": { "enum": ["debug", "error"] }    Configuration.schema.json
      <key>logLevel</key><string>eror</string>      Configuration-staging.plist
      """,
    fix: "Use one of the listed values; the hint suggests a similar one.")

  /// The rule for numbers that are out of range or aren't a multiple of the required step.
  static let range = Rule(
    .error, "out-of-range",
    "A number is too small, too large or not a multiple of the required step.",
    why:
      "`minimum`, `maximum`, their exclusive forms and `multipleOf` define the numbers that the "
      + "app accepts.",
    example: """
      "timeout": { "minimum": 1, "maximum": 120 }   Configuration.schema.json
      <key>timeout</key><integer>0</integer>        Configuration-staging.plist
      """,
    fix: "Use a number that the schema allows.")

  /// The rule for lengths, counts and duplicates.
  static let length = Rule(
    .error, "invalid-length",
    "A string, array or dictionary is too short or too long, or has duplicates.",
    why: "The schema limits the number of characters, elements or keys.",
    example: """
      "hosts": { "type": "array", "minItems": 1 }   Configuration.schema.json
      <key>hosts</key><array/>                      Configuration-staging.plist
      """,
    fix: "Use a length that the schema allows.")

  /// The rule for patterns and formats.
  static let form = Rule(
    .error, "invalid-format", "A string does not have the format that the schema requires.",
    why: "`pattern` and `format` define how the app reads it.",
    example: """
      "host": { "format": "hostname" }              Configuration.schema.json
      <key>host</key><string>a b</string>           Configuration-staging.plist
      """,
    fix: "Use the format that the schema requires.")

  /// The rule for keys that the schema does not allow.
  static let forbiddenKey = Rule(
    .error, "forbidden-key", "A key is not allowed by the schema.",
    why:
      "The schema lists all keys, and this one is not listed. Either it is misspelled, or the "
      + "schema was not updated.",
    example: """
      "additionalProperties": false                 Configuration.schema.json
      <key>baseUrl</key><string>…</string>          Configuration-staging.plist
      """,
    fix: "Correct the key, or add it to the schema.")

  /// The rule for all other keywords.
  static let other = Rule(
    .error, "schema-violation", "A value violates another rule in the schema.",
    why: "`if` and `then`, `oneOf`, `not` and similar keywords depend on more than one value.",
    example: """
      "if": { "required": ["proxy"] }, "then": { "required": ["port"] }
      """,
    fix: "Change the values to match the schema.")

  static var rules: [Rule] {
    [MissingKeyCheck.rule, kind, choice, range, length, form, forbiddenKey, other]
  }

  /// Validates all environments. Missing keys are passed to ``MissingKeyCheck``, which reports them
  /// at better locations.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    reportUnknownEnvironments(matrix, &findings)
    let (all, omitted) = violations(matrix, atMost: findings.maxFindings)
    findings.add(omitted)
    let conflicts = matrix.conflicts
    MissingKeyCheck.check(
      matrix, all.filter { $0.violation.missingKey != nil }, into: &findings)
    for (violation, columns) in all
    where violation.missingKey == nil && !violation.path.isInside(conflicts)
      && !isReportedAsURL(violation, columns, matrix)
    {
      report(violation, columns, matrix, &findings)
    }
  }

  /// Reports names in `x-environments` that are not an environment but resemble one.
  private static func reportUnknownEnvironments(
    _ matrix: ConfigMatrix, _ findings: inout ConfigFindings
  ) {
    let known = matrix.columns.flatMap { matrix.ruleNames(of: $0) }.sorted()
    for (name, location) in matrix.schema?.environments ?? []
    where !known.contains(where: name.equalsExactly) {
      guard let suggestion = closestMatch(to: name, among: known) else { continue }
      findings.add(
        Diagnostic(
          .error, "unknown-environment", "unknown environment '\(name)'", at: location,
          hint: "did you mean '\(suggestion)'?", subject: name))
    }
  }

  /// Returns whether ``URLSyntaxCheck`` reports the violation more specifically.
  private static func isReportedAsURL(
    _ violation: SchemaViolation, _ columns: [Int], _ matrix: ConfigMatrix
  ) -> Bool {
    guard ["x-type", "format"].contains(violation.keyword) else { return false }
    let value = matrix.columns[columns[0]].value[violation.path]
    return value.map {
      URLSyntaxCheck.reports(of: $0, violation.path, matrix.contract?[violation.path])
    } ?? false
  }

  /// Returns the distinct violations, each with the indices of the columns it occurs in, and notes
  /// for violations beyond the limit.
  private static func violations(
    _ matrix: ConfigMatrix, atMost limit: Int?
  ) -> (all: [(violation: SchemaViolation, columns: [Int])], omitted: [Diagnostic]) {
    guard let schema = matrix.schema else { return ([], []) }
    var omitted: [Diagnostic] = []
    var all: [(violation: SchemaViolation, columns: [Int])] = []
    var indexByViolation: [SchemaViolation: Int] = [:]
    let search = ClosestMatchSearch(sharedBy: matrix.columns.count)
    for (columnIndex, column) in matrix.columns.enumerated() {
      let (violations, summaries) = schema.violations(
        in: column.value, as: .propertyList, environments: matrix.ruleNames(of: column),
        search: search, atMost: limit)
      for summary in summaries {
        // A note about a file that multiple columns share is counted once.
        let isSame = { (other: Diagnostic) in
          other.code == summary.code && other.location == summary.location
        }
        guard let index = omitted.firstIndex(where: isSame) else {
          omitted.append(summary)
          continue
        }
        // The highest count is kept.
        if omitted[index].omitted < summary.omitted { omitted[index] = summary }
      }
      for violation in violations {
        // The suggestion is excluded from the comparison, because the search may have run out of
        // time in one column.
        var cause = violation
        cause.suggestion = nil
        if let index = indexByViolation[cause] {
          all[index].columns.append(columnIndex)
        } else {
          indexByViolation[cause] = all.count
          all.append((violation, [columnIndex]))
        }
      }
    }
    return (all, omitted)
  }

  /// Reports one violation without revealing a secret.
  private static func report(
    _ violation: SchemaViolation, _ columns: [Int], _ matrix: ConfigMatrix,
    _ findings: inout ConfigFindings
  ) {
    let rule = rule(of: violation)
    let value = matrix.columns[columns[0]].value[violation.path]
    let redaction = ConfigRedaction(contract: matrix.contract)
    // The message about a secret would reveal its value, or how close it is to the expected one.
    let isSecret = value.map { redaction.isSecret($0, at: violation.path) } ?? false
    let mustRedact = isSecret && rule.code != kind.code && violation.unknownKey == nil
    // Quoted words are masked in messages about secrets.
    let message = mustRedact ? "violates \(violation.keyword) in the schema" : violation.message
    findings.report(
      rule, "'\(violation.path)' \(message)", about: violation.path,
      at: violation.location, in: matrix.names(columns),
      hint: mustRedact
        ? rule.fix.asHint
        : violation.suggestion.map { "did you mean '\($0)'?" } ?? rule.fix.asHint,
      related: violation.rule.map { [.init("rule in the schema", at: $0, role: .rule)] } ?? [],
      expected: mustRedact ? nil : violation.expected ?? expectation(rule, violation.path, matrix),
      actual: value.map { redaction.shown($0, at: violation.path) })
  }

  /// Returns the rule for the keyword of a violation.
  static func rule(of violation: SchemaViolation) -> Rule {
    if violation.missingKey != nil { return MissingKeyCheck.rule }
    if violation.unknownKey != nil { return forbiddenKey }
    switch violation.keyword {
    case "type", "x-type": return kind
    case "enum", "const": return choice
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf": return range
    case "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "contains",
      "minContains", "maxContains", "minProperties", "maxProperties":
      return length
    case "pattern", "format", "propertyNames": return form
    default: return other
    }
  }

  /// Returns the value that the schema expects, if it does not depend on other keys.
  private static func expectation(
    _ rule: Rule, _ path: ConfigKeyPath, _ matrix: ConfigMatrix
  ) -> String? {
    let node = matrix.contract?[path]?.node
    switch rule.code {
    case kind.code: return node?.kindNames
    case choice.code:
      let redaction = ConfigRedaction(contract: matrix.contract)
      guard let choices = node?.choices else { return nil }
      let listed = choices.prefix(12).map { redaction.shown($0, at: path) }
        .joined(separator: ", ")
      // A list can have thousands of choices and appear in thousands of findings.
      return choices.count > 12 ? "\(listed) and \(choices.count - 12) more" : listed
    default: return nil
    }
  }
}

extension ConfigMatrix {
  /// The names that identify an environment in the schema: its own name, and `production` for any
  /// production environment.
  fileprivate func ruleNames(of column: Column) -> Set<String> {
    let production = "production"
    let isProduction = column.environment.isProduction && self[production] == nil
    return isProduction ? [column.name, production] : [column.name]
  }
}

extension ConfigContract.Node {
  /// The allowed kinds, sorted and comma-separated, or `nil` if any kind is allowed.
  var kindNames: String? { kinds?.map(\.rawValue).sorted().joined(separator: ", ") }
}

extension String {
  /// The first clause of a sentence, in lowercase and without a full stop, for use as a hint.
  fileprivate var asHint: String {
    let sentence = split(separator: ";").first.map(String.init) ?? self
    let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
