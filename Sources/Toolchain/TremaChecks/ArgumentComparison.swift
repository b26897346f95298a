import TremaCatalog
import TremaMessages

/// The arguments that the values of a text take, compared with the arguments that its call passes.
///
/// The call passes the original's arguments, the arguments for conversions in the key (`fav %lld`),
/// and the arguments that `@param` declares.
struct ArgumentComparison {
  /// The argument numbering, which all values share.
  let numbers: ArgumentNumbers
  /// Each value's argument uses, by value index.
  let uses: [[ArgumentUse]]
  /// The index of the value that the others are compared with: the first nonempty value, with the
  /// master before the other values.
  let referenceIndex: Int
  /// The arguments that the call passes.
  let expected: ExpectedArguments

  /// Returns whether the original uses an argument of ``expected``, rather than only the key or an
  /// annotation.
  ///
  /// - Parameter use: An index into the uses of ``expected``.
  func isOriginal(_ use: Int) -> Bool { use < uses[referenceIndex].count }

  /// Returns the difference between the arguments of a value and the expected arguments.
  ///
  /// - Parameter index: The index of the value.
  /// - Returns: `nil` if the arguments agree, or if the value is the reference itself.
  func difference(_ index: Int) -> ArgumentDifference? {
    index == referenceIndex ? nil : ArgumentDifference(uses[index], from: expected)
  }
}

extension ArgumentComparison {
  /// Returns the first argument name that a value contains in braces as plain text.
  ///
  /// A value with branches is not searched: its braces are syntax, and the names in them are
  /// arguments.
  ///
  /// - Parameter names: The names of the arguments, evaluated only for a value without branches.
  static func bracedName(
    in value: Value, of names: @autoclosure () -> Set<String>
  ) -> String? {
    value.message.hasBranches ? nil : bracedName(in: value.source, of: names())
  }

  /// Returns the first of the names that the source contains in braces, or `nil` if there is none.
  private static func bracedName(in source: String, of names: Set<String>) -> String? {
    if names.isEmpty { return nil }
    // Each brace is examined once, no matter how many names there are.
    let bytes = source.utf8
    var start: String.Index?
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "{"): start = bytes.index(after: index)
      case UInt8(ascii: "}"):
        if let begin = start, names.contains(String(source[begin..<index])) {
          return String(source[begin..<index])
        }
        start = nil
      default: continue
      }
    }
    return nil
  }
}

extension ExaminedText {
  /// Compares the arguments of the values with each other and with the arguments that the call
  /// passes.
  ///
  /// - Returns: `nil` if no value differs from another or contradicts itself.
  func compareArguments() -> ArgumentComparison? {
    let values = text.values
    guard values.contains(where: \.message.hasPlaceholders), !hasUniformArguments else {
      return nil
    }
    let order = self.order
    guard let reference = order.first(where: { !values[$0].message.isEmpty }) else { return nil }
    let messages = order.map { values[$0].message }
    // A value may have ten thousand arguments. The signature created for the outputs is often
    // sufficient, and is shared.
    if messages.contains(where: \.hasBranches) {
      if signature.isConsistent { return nil }
      return comparison((signature.numbers, signature.uses), order, reference)
    }
    let names = annotations.parameters.mapValues(\.name)
    // Repeated uses can't add a difference, so the first comparison omits them.
    let different = comparison(
      ArgumentNumbers.withUses(messages, parameters: names, repeats: false), order, reference)
    if values.indices.allSatisfy({ isConsistent($0, different) }) { return nil }
    // Often there are no repetitions, so the uses need not be collected again.
    let areAll = values.indices.allSatisfy { index in
      let message = values[index].message
      return !message.hasArguments && message.placeholderUseCount == different.uses[index].count
    }
    return areAll
      ? different
      : comparison(ArgumentNumbers.withUses(messages, parameters: names), order, reference)
  }

  /// Returns whether a value is empty, or neither contradicts itself nor differs from the expected
  /// arguments.
  private func isConsistent(_ index: Int, _ comparison: ArgumentComparison) -> Bool {
    text.values[index].message.isEmpty
      || comparison.uses[index].conflict == nil && comparison.difference(index) == nil
  }

  /// Creates the comparison from the uses of arguments.
  ///
  /// - Parameters:
  ///   - found: Each value's numbering and uses, in the order of `order`.
  ///   - order: The value indices, starting with the master value.
  ///   - reference: The index of the value that the others are compared with.
  private func comparison(
    _ found: (numbers: ArgumentNumbers, uses: [[ArgumentUse]]), _ order: [Int], _ reference: Int
  ) -> ArgumentComparison {
    var uses = Array(repeating: [ArgumentUse](), count: text.values.count)
    for (index, valueUses) in zip(order, found.uses) { uses[index] = valueUses }
    // The call passes the original's types, and the `%s` conversion in `java.util.Formatter`
    // accepts an argument of any type.
    let passed = uses[reference]
    if scope.formatsOnlyInJava || annotations.isMessageFormat && scope.formatsInJava {
      uses = uses.map { $0.map { ArgumentUse($0.number, $0.requirement.inJava) } }
    }
    // A plural in the original may be selected by a number that none of its branches shows.
    let hidden =
      text.values[reference].message.hasBranches ? numbered[reference].hiddenPluralNumbers : []
    return ArgumentComparison(
      numbers: found.numbers, uses: uses, referenceIndex: reference,
      expected: ExpectedArguments(
        passed, passed: passedArguments, choosing: hidden))
  }

  /// The arguments that the call passes in addition, regardless of whether the original uses them:
  /// the arguments of conversions in the key, and the arguments that `@param` declares.
  private var passedArguments: [ArgumentUse] {
    var passed: [ArgumentUse] = []
    if text.key.utf8.contains(UInt8(ascii: "%")) {
      let (key, issues) = Message.parse(text.key, backslash: .literal)
      if !key.hasArguments, issues.allSatisfy({ $0.kind != .mixedPlaceholders }) {
        passed = key.uses(ArgumentNumbers([]))
      }
    }
    return passed + annotations.parameters.keys.sorted().map { ArgumentUse($0, .plain) }
  }

  /// Returns whether the arguments of a value cannot be determined.
  ///
  /// This is the case if only some placeholders are numbered or the message is invalid, both of
  /// which other checks report. It is also the case if the value contains codes that are not
  /// conversions (`%q`) or are obsolete (`%O` for `%lo`), because its other codes may not be
  /// conversions either.
  ///
  /// - Parameter index: The index of the value.
  func hasUnclearArguments(_ index: Int) -> Bool {
    text.values[index].issues.contains {
      $0.kind == .mixedPlaceholders || $0.kind.reason != nil
        || $0.kind == .unescapedPercent && text.values[index].hasLetter(after: $0.range.lowerBound)
    }
      || !text.values[index].message.allPlaceholders { !"DOU".utf8.contains($0.conversion) }
  }
}

extension Value {
  /// Returns whether an ASCII letter follows a percent sign that starts no conversion.
  ///
  /// - Parameter percent: The offset of the percent sign in the source, in UTF-8 bytes.
  fileprivate func hasLetter(after percent: Int) -> Bool {
    var next = source.utf8.dropFirst(percent + 1).makeIterator()
    return next.next().map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) } ?? false
  }
}

extension Message {
  /// The number of conversions that consume an argument.
  fileprivate var placeholderUseCount: Int {
    var count = 0
    allPlaceholders {
      if $0.type != .none { count += 1 }
      return true
    }
    return count
  }
}
