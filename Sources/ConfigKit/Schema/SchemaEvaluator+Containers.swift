import TremaConfigValues
import TremaSupport

extension SchemaEvaluator {
  // MARK: Arrays

  /// Evaluates a keyword for an array. Other keywords are passed to ``evaluateScalar(_:_:of:)``.
  ///
  /// - Parameters:
  ///   - value: The array as a value.
  ///   - values: The elements of the array.
  ///   - seen: The elements that have been evaluated. The keyword adds elements to it.
  mutating func evaluate(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ values: [ConfigValue],
    _ seen: inout EvaluationRecord
  ) -> Bool {
    switch keyword.rule {
    case .itemCount(let limit):
      return limit.allows(values.count)
        || report(keyword, value, limit.message(values.count, "item"))
    case .unique: return evaluateUniqueItems(keyword, values)
    case .items(let prefix, let rest):
      var isValid = true
      for (index, item) in values.enumerated() {
        guard let node = index < prefix.count ? prefix[index] : rest else { break }
        if !seen.isEmpty { seen[index] = true }
        if !within(.index(index), { $0.evaluate(node, item) }) {
          isValid = false
          if isQuiet { break }
        }
      }
      return isValid
    case .contains(let node, let least, let most):
      // Annotations of `contains` count as evaluation, so `unevaluatedItems` is evaluated later.
      return evaluateContains(keyword, value, values, node, least, most, &seen)
    case .unevaluatedItems(let node):
      var isValid = true
      for (index, item) in values.enumerated() where !seen[index] {
        seen[index] = true
        let fits = within(.index(index)) { evaluator in
          // The schema `false` has its own message here.
          guard evaluator.schema.nodes[node].constant == false else {
            return evaluator.evaluate(node, item)
          }
          return evaluator.report(keyword, item, "exceeds the maximum number of items")
        }
        if !fits {
          isValid = false
          if isQuiet { break }
        }
      }
      return isValid
    default: return evaluateScalar(keyword, value)
    }
  }

  /// Evaluates `uniqueItems`. Only the first duplicate is reported.
  private mutating func evaluateUniqueItems(
    _ keyword: SchemaNode.Keyword, _ values: [ConfigValue]
  ) -> Bool {
    var first: [ConfigValue: Int] = [:]
    // Numbers of different kinds that are equal have the same canonical form.
    for (index, item) in values.enumerated() {
      let key = SchemaEquality.canonical(item)
      guard let earlier = first[key] else {
        first[key] = index
        continue
      }
      return within(.index(index)) {
        $0.report(keyword, item, "is the same as item [\(earlier)]")
      }
    }
    return true
  }

  /// Evaluates `contains` with `minContains` and `maxContains`.
  ///
  /// - Parameters:
  ///   - value: The array as a value.
  ///   - values: The elements of the array.
  ///   - node: The schema that elements must match.
  ///   - least: The minimum number of matching elements.
  ///   - most: The maximum number of matching elements, or `nil` for no limit.
  ///   - seen: The elements that have been evaluated. Matching elements are added.
  private mutating func evaluateContains(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ values: [ConfigValue], _ node: Int,
    _ least: Int, _ most: Int?, _ seen: inout EvaluationRecord
  ) -> Bool {
    var count = 0
    for (index, item) in values.enumerated() {
      // Elements that do not match are not violations, so evaluation is quiet.
      guard within(.index(index), { $0.fits(node, item) }) else { continue }
      count += 1
      if !seen.isEmpty { seen[index] = true }
    }
    if count < least {
      return report(
        keyword, value,
        least == 1
          ? "has no item that matches \"contains\""
          : "must have at least \(least) items that match \"contains\", but has \(count)")
    }
    if let most, count > most {
      return report(
        keyword, value,
        "must have at most \(counted(most, "item")) that \(most == 1 ? "matches" : "match") "
          + "\"contains\", but has \(count)")
    }
    return true
  }

  // MARK: Dictionaries

  /// Evaluates a keyword for a dictionary. Other keywords are passed to
  /// ``evaluateScalar(_:_:of:)``.
  ///
  /// - Parameters:
  ///   - value: The dictionary as a value.
  ///   - dictionary: The entries of the dictionary.
  ///   - seen: The entries that have been evaluated. The keyword adds entries to it.
  mutating func evaluate(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ dictionary: ConfigDictionary,
    _ seen: inout EvaluationRecord
  ) -> Bool {
    switch keyword.rule {
    case .keyCount(let limit):
      return limit.allows(dictionary.entries.count)
        || report(keyword, value, limit.message(dictionary.entries.count, "key"))
    case .required(let keys): return require(keys, keyword, value, dictionary)
    case .dependentRequired(let dependencies):
      var isValid = true
      for (key, keys) in dependencies where dictionary.entry(key) != nil {
        if !require(keys, keyword, value, dictionary, because: key) { isValid = false }
      }
      return isValid
    case .dependentSchemas(let schemas):
      var isValid = true
      for (key, node) in schemas where dictionary.entry(key) != nil {
        if !evaluateInPlace(node, value, &seen) { isValid = false }
      }
      return isValid
    case .names(let node): return evaluatePropertyNames(node, keyword, dictionary)
    case .members(let members): return evaluate(members, keyword, dictionary, &seen)
    case .unevaluatedMembers(let node):
      var isValid = true
      for (index, entry) in dictionary.entries.enumerated() where !seen[index] {
        // The entry counts as evaluated even if it is invalid, so it is reported only once.
        seen[index] = true
        if !evaluate(entry, beyond: nil, node, keyword, at: keyword.location) {
          isValid = false
          if isQuiet { break }
        }
      }
      return isValid
    default: return evaluateScalar(keyword, value)
    }
  }

  /// Reports each required key that is missing.
  ///
  /// - Parameters:
  ///   - keys: The required keys.
  ///   - keyword: The keyword that requires them.
  ///   - value: The dictionary as a value.
  ///   - dictionary: The entries of the dictionary.
  ///   - other: The key that makes the others required, for `dependentRequired`.
  private mutating func require(
    _ keys: [String], _ keyword: SchemaNode.Keyword, _ value: ConfigValue,
    _ dictionary: ConfigDictionary, because other: String? = nil
  ) -> Bool {
    var isValid = true
    for key in keys where dictionary.entry(key) == nil {
      isValid = false
      if isQuiet { break }
      // `dependentRequired` specifies the key that makes others required.
      let reason = other.map { ", but '\(TerminalText.escaped($0))' requires it" } ?? ""
      var violation = SchemaViolation(
        keyword.name, at: ConfigKeyPath(path).appending(key), in: value.location,
        "is missing\(reason)", rule: keyword.location)
      violation.missingKey = key
      addViolation(violation)
    }
    return isValid
  }

  /// Evaluates `propertyNames`. Each key is evaluated as a string.
  private mutating func evaluatePropertyNames(
    _ node: Int, _ keyword: SchemaNode.Keyword, _ dictionary: ConfigDictionary
  ) -> Bool {
    var isValid = true
    for entry in dictionary.entries {
      let name = ConfigValue(.string(entry.key), at: entry.keyLocation)
      // A key does not have its own location for violations of the schema, so only the key is
      // reported.
      guard !fits(node, name) else { continue }
      isValid = false
      if isQuiet { break }
      var violation = SchemaViolation(
        keyword.name, at: ConfigKeyPath(path).appending(entry.key), in: entry.keyLocation,
        "has a name that the schema does not allow", rule: keyword.location)
      violation.unknownKey = entry.key
      addViolation(violation)
    }
    return isValid
  }

  /// Evaluates `properties`, `patternProperties` and `additionalProperties` together. A key may
  /// match a property and multiple patterns. Only a key that matches neither is additional.
  private mutating func evaluate(
    _ members: SchemaMembers, _ keyword: SchemaNode.Keyword, _ dictionary: ConfigDictionary,
    _ seen: inout EvaluationRecord
  ) -> Bool {
    var isValid = true
    // Both are sorted, so one pass finds the keys they have in common.
    var next = members.named.startIndex
    for (index, entry) in dictionary.entries.enumerated() {
      var isKnown = false
      while next < members.named.endIndex {
        let order = ConfigDictionary.order(members.named[next].key, entry.key)
        guard order <= 0 else { break }
        let node = members.named[next].node
        next += 1
        guard order == 0 else { continue }
        isKnown = true
        if !within(.key(entry.key), { $0.evaluate(node, entry.value) }) { isValid = false }
        break
      }
      for (pattern, node, _) in members.patterns {
        switch pattern.search(entry.key) {
        case .absent: continue
        case .found: break
        case .tooExpensive:
          // A pattern whose evaluation is too expensive counts as a violation, because its result
          // is unknown.
          if !report(
            keyword, ConfigValue(.string(entry.key), at: entry.keyLocation),
            "has a key that takes too many steps to match against "
              + "'\(TerminalText.escaped(pattern.source))'")
          {
            isValid = false
          }
        }
        isKnown = true
        if !within(.key(entry.key), { $0.evaluate(node, entry.value) }) { isValid = false }
      }
      if !isKnown, let node = members.additional {
        isKnown = true
        if !evaluate(entry, beyond: members, node, keyword, at: members.additionalLocation) {
          isValid = false
        }
      }
      if isKnown, !seen.isEmpty { seen[index] = true }
      if !isValid, isQuiet { break }
    }
    return isValid
  }

  /// Evaluates a key that is neither declared nor matched by a pattern.
  ///
  /// - Parameters:
  ///   - entry: The key and its value.
  ///   - members: The declared keys, or `nil` for `unevaluatedProperties`.
  ///   - node: The schema of undeclared keys.
  ///   - location: The location of the rule.
  private mutating func evaluate(
    _ entry: ConfigDictionary.Entry, beyond members: SchemaMembers?, _ node: Int,
    _ keyword: SchemaNode.Keyword, at location: SourceLocation?
  ) -> Bool {
    guard schema.nodes[node].constant == false else {
      return within(.key(entry.key)) { $0.evaluate(node, entry.value) }
    }
    // The schema `false` forbids the key. The closest declared key is suggested.
    guard !isQuiet else { return false }
    let known =
      members?.named ?? schema.contract[ConfigKeyPath(path)]?.node.properties ?? []
    var violation = SchemaViolation(
      members == nil ? keyword.name : SchemaKeyword.additionalProperties.rawValue,
      at: ConfigKeyPath(path).appending(entry.key), in: entry.keyLocation, "is not a known key",
      rule: location)
    violation.unknownKey = entry.key
    violation.suggestion = search.closestMatch(to: entry.key, among: known.lazy.map(\.key))
    addViolation(violation)
    return false
  }
}
