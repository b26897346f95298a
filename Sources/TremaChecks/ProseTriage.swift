import TremaCatalog
import TremaMessages

/// Tells quickly of most texts that no check has anything to say about what their readers see: then
/// what readers see is not put together, and no check asked.
///
/// It never says so of a text that a check would find something in; it may say the contrary of one
/// that is in order. Of the checks that would look at nearly every value each has a quick question of
/// its own, ``ProseCheck/mayFind(in:beside:)``; all others look for signs that most values lack.
struct ProseTriage: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// What the checks without a quick question look for.
  private(set) var signs: Signs = []
  private var quick: [any ProseCheck.Type] = []

  init(_ running: [any Check.Type]) {
    for case let check as any ProseCheck.Type in running where check.needs == .prose {
      if check.isQuick { quick.append(check) } else { signs.formUnion(check.signs) }
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

  private func isNeeded(_ value: Value, _ master: Value?) -> Bool {
    var found = value.signs
    guard value.saysItself, master?.saysItself ?? true else { return true }
    if let master { found.formUnion(master.signs) }
    if !found.isDisjoint(with: signs) { return true }
    if quick.isEmpty { return false }
    var own = value.source
    guard var other = master?.source else {
      return own.withUTF8 { own in quick.contains { $0.mayFind(in: own, beside: nil) } }
    }
    return own.withUTF8 { own in
      other.withUTF8 { other in quick.contains { $0.mayFind(in: own, beside: other) } }
    }
  }
}
