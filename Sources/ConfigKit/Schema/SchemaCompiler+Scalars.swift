import TremaConfigValues
import TremaJSON
import TremaSupport

/// The compilation of keywords whose values are not schemas. A malformed value is reported, and the
/// keyword is ignored.
extension SchemaCompiler {
  /// The keywords in evaluation order. Keywords that make others irrelevant come first.
  static let scalarKeywords: [SchemaKeyword] = [
    .type, .meaning, .choices, .const, .multipleOf, .minimum, .exclusiveMinimum, .maximum,
    .exclusiveMaximum, .minLength, .maxLength, .pattern, .format, .minItems, .maxItems,
    .uniqueItems, .minProperties, .maxProperties, .required, .dependentRequired,
  ]

  /// Compiles the rule of a keyword.
  ///
  /// - Parameters:
  ///   - keyword: One of ``scalarKeywords``.
  ///   - member: The keyword and its value.
  /// - Returns: `nil` for a malformed value or a keyword without effect.
  mutating func scalarRule(
    _ keyword: SchemaKeyword, _ member: JSONObject.Member, _ dialect: SchemaDialect
  ) -> SchemaRule? {
    switch keyword {
    case .type: kinds(member).map(SchemaRule.kinds)
    case .meaning: meaning(member).map(SchemaRule.meaning)
    case .choices: choices(member)
    // `const` is a list with one value.
    case .const: .choices(SchemaChoices([ConfigValue(member.value)]), isConstant: true)
    case .multipleOf: divisor(member).map { .multiple(of: $0) }
    case .minimum: number(member).map { .atLeast($0, isExclusive: false) }
    case .exclusiveMinimum: number(member).map { .atLeast($0, isExclusive: true) }
    case .maximum: number(member).map { .atMost($0, isExclusive: false) }
    case .exclusiveMaximum: number(member).map { .atMost($0, isExclusive: true) }
    case .minLength: count(member).map { .length(.atLeast($0)) }
    case .maxLength: count(member).map { .length(.atMost($0)) }
    case .pattern:
      string(member).flatMap { pattern($0, at: member.value.location) }.map(SchemaRule.pattern)
    case .format: format(member, dialect)
    case .minItems: count(member).map { .itemCount(.atLeast($0)) }
    case .maxItems: count(member).map { .itemCount(.atMost($0)) }
    // `false` has no effect.
    case .uniqueItems: boolean(member) == true ? .unique : nil
    case .minProperties: count(member).map { .keyCount(.atLeast($0)) }
    case .maxProperties: count(member).map { .keyCount(.atMost($0)) }
    case .required: strings(member).map(SchemaRule.required)
    case .dependentRequired: dependencies(member).map(SchemaRule.dependentRequired)
    default: nil
    }
  }

  /// Reports a malformed value of a keyword.
  ///
  /// - Parameters:
  ///   - member: The keyword and its value.
  ///   - expected: The expected value, with an article.
  ///   - hint: The advice, or `nil` for a generic one.
  /// - Returns: `nil`, for use as the result of the caller.
  private mutating func reportMalformed<Value>(
    _ member: JSONObject.Member, _ expected: String, hint: String? = nil
  ) -> Value? {
    problems.append(.invalidKeyword(member.name, member.value, expected: expected, hint: hint))
    return nil
  }

  /// Reads `type`, which is a kind or a list of kinds. Unknown kinds are reported and ignored.
  private mutating func kinds(_ member: JSONObject.Member) -> SchemaKinds? {
    let names = member.value.array ?? [member.value]
    var kinds: SchemaKinds = []
    for name in names {
      // The other kinds in the list are still used.
      guard let kind = SchemaKinds.names.first(where: { $0.name == name.string })?.kind else {
        let known = SchemaKinds.names.map(\.name)
        let suggestion = name.string.flatMap { closestMatch(to: $0, among: known) }
        problems.append(
          .invalidKeyword(
            member.name, name, expected: "one of \(listed(known, "and"))",
            hint: suggestion.map { "did you mean '\($0)'?" }))
        continue
      }
      kinds.insert(kind)
    }
    if names.isEmpty { return reportMalformed(member, "one or more types") }
    return kinds.isEmpty ? nil : kinds
  }

  /// Reads `enum`. The list may be empty.
  private mutating func choices(_ member: JSONObject.Member) -> SchemaRule? {
    guard let values = member.value.array else {
      return reportMalformed(member, "an array of values")
    }
    return .choices(SchemaChoices(values.map { ConfigValue($0) }), isConstant: false)
  }

  /// Reads a number.
  private mutating func number(_ member: JSONObject.Member) -> SchemaNumber? {
    guard let number = member.value.number else { return reportMalformed(member, "a number") }
    return SchemaNumber(number)
  }

  /// Reads the divisor of `multipleOf`.
  private mutating func divisor(_ member: JSONObject.Member) -> SchemaNumber? {
    guard let number = member.value.number, SchemaNumber(number).isPositive else {
      return reportMalformed(member, "a number greater than 0")
    }
    return SchemaNumber(number)
  }

  /// Reads a count. A count that does not fit in `Int` is clamped, which has the same effect.
  mutating func count(_ member: JSONObject.Member) -> Int? {
    guard let number = member.value.number.map({ SchemaNumber($0) }), number.isWhole,
      !number.isNegative
    else { return reportMalformed(member, "a non-negative integer") }
    return member.value.number?.int ?? .max
  }

  /// Reads a string.
  private mutating func string(_ member: JSONObject.Member) -> String? {
    member.value.string ?? reportMalformed(member, "a string")
  }

  /// Reads a Boolean.
  private mutating func boolean(_ member: JSONObject.Member) -> Bool? {
    member.value.bool ?? reportMalformed(member, "true or false")
  }

  /// Reads a list of strings.
  mutating func strings(_ member: JSONObject.Member) -> [String]? {
    let texts = member.value.array?.map(\.string)
    guard let texts, !texts.contains(nil) else {
      return reportMalformed(member, "an array of strings")
    }
    return texts.compactMap { $0 }
  }

  /// Reads `dependentRequired`, which maps keys to lists of keys.
  private mutating func dependencies(
    _ member: JSONObject.Member
  ) -> [(key: String, keys: [String])]? {
    guard let object = member.value.object else { return reportMalformed(member, "an object") }
    return object.members.compactMap { entry in strings(entry).map { (entry.name, $0) } }
  }

  /// Compiles a regular expression. A malformed one is reported.
  mutating func pattern(_ text: String, at location: SourceLocation?) -> Pattern? {
    do throws(PatternProblem) {
      return try Pattern(text)
    } catch {
      problems.append(.invalidPattern(text, error, at: location))
      return nil
    }
  }

  /// Reads `format`.
  ///
  /// - Returns: `nil` if formats are only annotations in the dialect, or if the format is unknown.
  private mutating func format(
    _ member: JSONObject.Member, _ dialect: SchemaDialect
  ) -> SchemaRule? {
    guard let name = string(member) else { return nil }
    guard assertsFormats || dialect.assertsFormats else { return nil }
    return SchemaFormat(rawValue: name).map(SchemaRule.format)
  }

  // MARK: Annotations

  /// Reads the annotations of a schema: descriptions, the default value, and Trema's own keywords.
  mutating func annotations(of source: inout SchemaSource) -> SchemaNode.Annotations {
    var notes = SchemaNode.Annotations()
    notes.location = source.location.value.location
    notes.title = source[.title].flatMap { string($0) }
    notes.description = source[.description].flatMap { string($0) }
    notes.defaultValue = source[.defaultValue].map { ConfigValue($0.value) }
    notes.marks.isSecret = source[.secret].flatMap { boolean($0) } ?? false
    notes.marks.isPerEnvironment = source[.perEnvironment].flatMap { boolean($0) } ?? false
    notes.marks.isDistinct = source[.distinct].flatMap { boolean($0) } ?? false
    notes.marks.isOverridable = source[.overridable].flatMap { boolean($0) } ?? false
    notes.marks.requiredIn = source[.requiredIn].flatMap { environments($0) } ?? []
    notes.marks.suppressions = source[.ignore].flatMap { suppressions($0) } ?? []
    notes.marks.arrayRule = source[.merge].flatMap { arrayRule($0) } ?? .replace
    if source[.deprecated].flatMap({ boolean($0) }) == true {
      notes.marks.deprecation = ConfigContract.Deprecation()
    }
    notes.marks.deprecation =
      source[.deprecation].flatMap { deprecation($0) } ?? notes.marks.deprecation
    // The rules also read the keyword, and report a malformed value.
    notes.meaning = source[.meaning]?.value.string.flatMap(ConfigContract.Meaning.init)
    let isURI = ["uri", "iri"].contains(source[.format]?.value.string)
    if notes.meaning == nil, isURI, source[.type]?.value.string == "string" {
      notes.meaning = .url
      notes.allowsAnyScheme = true
    }
    notes.extensions = source.object.members.filter {
      $0.name.hasPrefix("x-") && SchemaKeyword(named: $0.name) == nil
    }.map { ($0.name, $0.value) }
    return notes
  }

  /// Reads `x-type`.
  private mutating func meaning(_ member: JSONObject.Member) -> ConfigContract.Meaning? {
    let names = ConfigContract.Meaning.allCases.map(\.rawValue)
    return member.value.string.flatMap(ConfigContract.Meaning.init)
      ?? reportMalformed(
        member, "one of \(listed(names, "and"))",
        hint: "use \"type\" for numbers, Booleans, arrays and dictionaries")
  }

  /// Reads `x-requiredIn`, which contains environment names, or `*` for all environments.
  private mutating func environments(_ member: JSONObject.Member) -> [String]? {
    if member.value.string == "*" { return ["*"] }
    let names = member.value.array?.map(\.string)
    guard let names, !names.contains(nil) else {
      return reportMalformed(member, "an array of environments, or \"*\"")
    }
    return names.compactMap { $0 }
  }

  /// Reads `x-ignore`, which maps codes to reasons. A code without a reason is reported and
  /// suppresses nothing.
  private mutating func suppressions(_ member: JSONObject.Member) -> [ConfigContract.Suppression]? {
    guard let object = member.value.object else {
      return reportMalformed(
        member, "an object with a reason for each check",
        hint: #"use an object such as {"dead-override": "why"}"#)
    }
    return object.members.compactMap { entry in
      guard let reason = entry.value.string, reason.contains(where: { !$0.isWhitespace }) else {
        return reportMalformed(
          entry, "a reason", hint: "explain why the finding is suppressed")
      }
      return ConfigContract.Suppression(entry.name, reason: reason, at: entry.nameLocation)
    }
  }

  /// Reads `x-merge`.
  private mutating func arrayRule(_ member: JSONObject.Member) -> ConfigContract.ArrayRule? {
    switch member.value.content {
    case .string("replace"): .replace
    case .string("append"): .append
    case .string("union"): .union
    case .object(let object) where object.members.count == 1:
      object["mergeBy"]?.string.map(ConfigContract.ArrayRule.mergeBy)
        ?? reportMalformedArrayRule(member)
    default: reportMalformedArrayRule(member)
    }
  }

  /// Reports a malformed `x-merge`.
  private mutating func reportMalformedArrayRule(
    _ member: JSONObject.Member
  ) -> ConfigContract.ArrayRule? {
    reportMalformed(member, #""replace", "append", "union" or {"mergeBy": "key"}"#)
  }

  /// Reads `x-deprecated`, which is a Boolean or an object with details.
  private mutating func deprecation(
    _ member: JSONObject.Member
  ) -> ConfigContract.Deprecation? {
    switch member.value.content {
    case .bool(let boolean): return boolean ? ConfigContract.Deprecation() : nil
    case .object(let object):
      var deprecation = ConfigContract.Deprecation()
      for entry in object.members {
        // A malformed detail makes the whole value malformed.
        guard let text = entry.value.string else { return reportMalformed(entry, "a string") }
        switch entry.name {
        case "since": deprecation.since = text
        case "replacement": deprecation.replacement = text
        case "removeBy": deprecation.removeBy = text
        default: return reportMalformedDeprecation(member)
        }
      }
      return deprecation
    default: return reportMalformedDeprecation(member)
    }
  }

  /// Reports a malformed `x-deprecated`.
  private mutating func reportMalformedDeprecation(
    _ member: JSONObject.Member
  ) -> ConfigContract.Deprecation? {
    reportMalformed(member, #"true or {"since": …, "replacement": …, "removeBy": …}"#)
  }
}
