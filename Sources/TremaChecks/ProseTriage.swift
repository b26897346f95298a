import TremaCatalog
import TremaMessages

/// Tells quickly of most texts that no check has anything to say about what their readers see: then
/// what readers see is not put together, and no check asked.
///
/// It never says so of a text that a check would find something in; it may say the contrary of one
/// that is in order. Checks that would look at many values have a quick question of their own,
/// ``ProseCheck/mayFind(in:beside:nounsAreLarge:)``; all others look for signs that most values lack.
struct ProseTriage: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// What the checks without a quick question look for.
  private(set) var signs: Signs = []
  /// The others, and what they look for.
  private var quick: [(signs: Signs, check: any ProseCheck.Type)] = []
  /// Those that look at placeholders.
  private var readersOfPlaceholders: [any ProseCheck.Type] = []

  let question: QuickQuestion

  init(_ running: [any Check.Type], master: LanguageTag?) {
    question = QuickQuestion(nounsAreLarge: master?.writesNounsLarge ?? false)
    for kind in running {
      guard let check = kind.ofProse, check.needs == .prose else { continue }
      if check.signs.contains(.argument), check.signs != .any {
        readersOfPlaceholders.append(check)
      }
      if check.isQuick { quick.append((check.signs, check)) } else { signs.formUnion(check.signs) }
    }
  }

  /// Whether a check may find something in what readers of a text see.
  ///
  /// - Parameter master: which value is the master's.
  func isNeeded(for text: Text, master: Int?) -> Bool {
    if signs.isEmpty, quick.isEmpty { return false }
    guard let master else {
      return text.values.indices.contains { isNeeded(text.values[$0], nil) }
    }
    for index in text.values.indices {
      let isMaster = index == master
      if isNeeded(text.values[index], isMaster ? nil : text.values[master]) { return true }
    }
    return false
  }

  /// The same for a plain text of whose values readers see none of ``signs``.
  func isNeeded(for text: PlainText, of texts: PlainTexts, master: Int?) -> Bool {
    guard let master else { return text.values.contains { isNeeded(texts.values[$0], texts) } }
    let number = text.values.lowerBound + master
    let value = texts.values[number]
    if value.signs.contains(.percent),
      texts.withBytes(
        value.text,
        { bytes in
          readersOfPlaceholders.contains { $0.mayFind(inPlaceholdersOf: bytes) }
        })
    {
      return true
    }
    return texts.withReading(of: value) { reading in
      let found = signs(of: value, reading)
      return text.values.contains {
        $0 == number
          ? mayFind(reading, found, nil) : isNeeded(texts.values[$0], texts, reading, found)
      }
    }
  }

  /// - Parameter masterSigns: those of the master.
  private func isNeeded(
    _ value: PlainText.Value, _ texts: PlainTexts, _ master: Bytes? = nil, _ masterSigns: Signs = []
  ) -> Bool {
    texts.withReading(of: value) { own in
      mayFind(own, signs(of: value, own).union(masterSigns), master)
    }
  }

  /// What readers of a plain value see that only checks with a quick question may look for: the others'
  /// signs are not there, and what is strange by its bytes alone is settled.
  private func signs(of value: PlainText.Value, _ reading: Bytes) -> Signs {
    // The digits and signs of placeholders are none that readers see.
    let all =
      value.signs.contains(.percent) ? value.reading?.signs ?? Signs(in: reading) : value.signs
    return all.subtracting(signs)
  }

  /// - Parameter found: the signs of both, and others that do no harm.
  private func mayFind(_ own: Bytes, _ found: Signs, _ master: Bytes?) -> Bool {
    quick.contains { signs, check in
      !signs.isDisjoint(with: found)
        && check.mayFind(in: own, beside: master, nounsAreLarge: question.nounsAreLarge)
    }
  }

  private func isNeeded(_ value: Value, _ master: Value?) -> Bool {
    var found = value.signs
    guard value.saysItself, master?.saysItself ?? true else { return true }
    if let master { found.formUnion(master.signs) }
    let odd = found.intersection(signs)
    guard odd.isEmpty || odd == .strange else { return true }
    var own = value.source
    guard var other = master?.source else { return own.withUTF8 { isNeeded($0, found, nil) } }
    return own.withUTF8 { own in other.withUTF8 { isNeeded(own, found, $0) } }
  }

  /// - Parameter found: the signs of both.
  private func isNeeded(_ own: Bytes, _ found: Signs, _ master: Bytes?) -> Bool {
    if found.contains(.strange), signs.contains(.strange) {
      let isStrange = [own, master ?? own].contains {
        Signs.strange.settled(for: $0) == .strange
      }
      if isStrange { return true }
      return mayFind(own, found.subtracting(.strange), master)
    }
    return mayFind(own, found, master)
  }
}
