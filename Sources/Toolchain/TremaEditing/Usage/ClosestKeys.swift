import TremaSupport

/// Finds the closest keys to a few misspelled ones: each is compared with all keys.
struct ClosestKeys {
  private let names: UsageNames
  private var known: [[UInt8]: String?] = [:]
  private static let most = 50

  init(_ names: UsageNames) { self.names = names }

  mutating func near(_ undefined: SourceFindings.Undefined) -> String? {
    let question = [undefined.kind.rawValue] + undefined.name
    if let hint = known[question] { return hint }
    guard known.count < Self.most, undefined.name.count < 256 else { return nil }
    let word = String(decoding: undefined.name, as: UTF8.self)
    let candidates: any Sequence<ArraySlice<UInt8>> =
      switch undefined.kind {
      case .key: names.byKey.keys
      case .swiftAccessor: names.swiftNames.keys
      case .kotlinAccessor: names.kotlinMembers.keys
      case .resource: names.androidTexts.keys
      case .arrayResource: names.androidArrays.keys
      }
    let length = undefined.name.count
    var near: [String] = []
    for candidate in candidates where abs(candidate.count - length) <= max(1, length / 3) {
      near.append(String(decoding: candidate, as: UTF8.self))
    }
    // Tables have no order, and the first of several is taken.
    near.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let hint = nearest(to: word, among: near).map { "did you mean '\($0)'?" }
    known[question] = .some(hint)
    return hint
  }
}
