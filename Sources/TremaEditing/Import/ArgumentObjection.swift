import TremaCatalog
import TremaMessages

/// Finds translations that do not take the arguments of their original: an app would show the wrong
/// one, or crash.
enum ArgumentObjection {
  /// - Parameters:
  ///   - value: in a language other than the master.
  ///   - master: the value that it translates.
  ///   - parameters: names that were given to arguments, by number.
  /// - Returns: what is wrong, in words; nil when nothing is.
  static func words(
    _ value: Value, against master: Value, parameters: [Int: String]
  ) -> String? {
    guard value.message.hasPlaceholders || master.message.hasPlaceholders else { return nil }
    // How mixed numbers count nobody can tell.
    if master.isMixed { return nil }
    if value.isMixed { return "it has placeholders with and without numbers" }
    let signature = TextSignature([master.message, value.message], parameters: parameters)
    let (expected, own) = (signature.uses[0], signature.uses[1])
    let (wanted, found) = (firsts(of: expected), firsts(of: own))
    for number in Set(wanted.keys).union(found.keys).sorted() {
      switch (wanted[number], found[number]) {
      case (let master?, nil):
        // A language may say the same to everybody.
        if expected.allSatisfy({ $0.number != number || $0.demand == .select }) { continue }
        return "argument \(number) (\(master)) is missing"
      case (nil, let extra?): return "argument \(number) (\(extra)) is one too many"
      case (let master?, let mine?) where !mine.agrees(with: master):
        return "argument \(number) is \(mine) instead of \(master)"
      default: continue
      }
    }
    for use in own {
      guard let first = found[use.number], !first.agrees(with: use.demand) else { continue }
      return "argument \(use.number) is both \(first) and \(use.demand)"
    }
    return nil
  }

  /// What says most about each argument: the first use that does not merely show it.
  private static func firsts(of uses: [ArgumentUse]) -> [Int: ArgumentDemand] {
    var firsts: [Int: ArgumentDemand] = [:]
    for use in uses where firsts[use.number] == nil || firsts[use.number] == .plain {
      firsts[use.number] = use.demand
    }
    return firsts
  }
}

extension Value {
  fileprivate var isMixed: Bool { issues.contains { $0.kind == .mixedPlaceholders } }

  /// Why the value is no message; nil when it is one.
  var invalidity: String? {
    for issue in issues {
      if case .invalid(let reason) = issue.kind { return reason }
    }
    return nil
  }
}
