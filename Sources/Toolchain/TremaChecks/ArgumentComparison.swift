import TremaCatalog
import TremaMessages

/// The arguments that the values of a text take, beside those that its call passes.
///
/// The call passes what the original takes, what the key shows as a format of its own (`fav %lld`), and
/// what `@param` declares.
struct ArgumentComparison {
  let numbers: ArgumentNumbers
  /// The uses of arguments of each value, by the index of the value.
  let uses: [[ArgumentUse]]
  /// The value that the others are compared with: the first that is not empty, the master's before the
  /// others.
  let reference: Int
  let expected: ExpectedArguments

  /// Whether a use of ``expected`` is one of the original, and not of the key or an annotation.
  func isOriginal(_ use: Int) -> Bool { use < uses[reference].count }

  /// How a value differs; nil for one that is not compared.
  func difference(_ index: Int) -> ArgumentDifference? {
    index == reference ? nil : ArgumentDifference(uses[index], from: expected)
  }
}

extension ArgumentComparison {
  /// The first of the names of arguments that a value shows in braces, as text.
  static func bracedName(
    in value: Value, of names: @autoclosure () -> Set<String>
  ) -> String? {
    value.message.hasBranches ? nil : bracedName(in: value.source, of: names())
  }

  /// The first of the given names that the source has in braces.
  private static func bracedName(in source: String, of names: Set<String>) -> String? {
    if names.isEmpty { return nil }
    // Each brace is looked at once, however many names there are.
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
  /// - Returns: nil where no value differs from another, nor contradicts itself.
  func compareArguments() -> ArgumentComparison? {
    let values = text.values
    guard values.contains(where: \.message.hasPlaceholders), !takesTheSameEverywhere else {
      return nil
    }
    let order = self.order
    guard let reference = order.first(where: { !values[$0].message.isEmpty }) else { return nil }
    let messages = order.map { values[$0].message }
    // A value may have ten thousand arguments, and the signature made for the outputs is often enough.
    if messages.contains(where: \.hasBranches) {
      if signature.areAlike { return nil }
      return comparison((signature.numbers, signature.uses), order, reference)
    }
    let names = annotations.parameters.mapValues(\.name)
    // Nothing is found among uses that repeat each other.
    let different = comparison(
      ArgumentNumbers.withUses(messages, parameters: names, repeats: false), order, reference)
    if values.indices.allSatisfy({ isRight($0, different) }) { return nil }
    // Often that is all of them.
    let areAll = values.indices.allSatisfy { index in
      let message = values[index].message
      return !message.hasArguments && message.placeholderUses == different.uses[index].count
    }
    return areAll
      ? different
      : comparison(ArgumentNumbers.withUses(messages, parameters: names), order, reference)
  }

  private func isRight(_ index: Int, _ comparison: ArgumentComparison) -> Bool {
    text.values[index].message.isEmpty
      || comparison.uses[index].conflict == nil && comparison.difference(index) == nil
  }

  private func comparison(
    _ found: (numbers: ArgumentNumbers, uses: [[ArgumentUse]]), _ order: [Int], _ reference: Int
  ) -> ArgumentComparison {
    var uses = Array(repeating: [ArgumentUse](), count: text.values.count)
    for (index, own) in zip(order, found.uses) { uses[index] = own }
    // The call passes the types of the original, and `%s` of Java formats any of them.
    let passed = uses[reference]
    if scope.formatsInJavaAlone || annotations.isMessageFormat && scope.formatsInJava {
      uses = uses.map { $0.map { ArgumentUse($0.number, $0.demand.inJava) } }
    }
    let hidden =
      text.values[reference].message.hasBranches ? numbered[reference].hiddenPluralNumbers : []
    return ArgumentComparison(
      numbers: found.numbers, uses: uses, reference: reference,
      expected: ExpectedArguments(
        passed, passed: passedArguments, choosing: hidden))
  }

  /// The arguments that the call passes, whether the original shows them or not.
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

  /// Whether the arguments of a value are unknown: its placeholders are partly numbered, or its message is
  /// invalid, both of which other checks report; or it contains codes that are no conversions (`%q`) or only
  /// obsolete ones (`%O` for `%lo`), so its other codes may be no conversions either.
  func hasUnclearArguments(_ index: Int) -> Bool {
    text.values[index].issues.contains {
      $0.kind == .mixedPlaceholders || $0.kind.reason != nil
        || $0.kind == .unescapedPercent && text.values[index].isCode(behind: $0.range.lowerBound)
    }
      || !text.values[index].message.allPlaceholders { !"DOU".utf8.contains($0.conversion) }
  }
}

extension Value {
  /// Whether a small or large letter of ASCII follows a percent sign that begins no conversion.
  fileprivate func isCode(behind percent: Int) -> Bool {
    var next = source.utf8.dropFirst(percent + 1).makeIterator()
    return next.next().map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) } ?? false
  }
}

extension Message {
  /// How many conversions ask for an argument.
  fileprivate var placeholderUses: Int {
    var count = 0
    allPlaceholders {
      if $0.type != .none { count += 1 }
      return true
    }
    return count
  }
}
