import TremaCatalog
import TremaDiagnostics
import TremaPropertyLists

/// What was odd about a `.strings` or `.stringsdict` file, or about one text of it.
struct AppleFindings {
  let file: String
  var diagnostics: [Diagnostic] = []
  var losses = Losses()

  init(file: String) { self.file = file }

  mutating func merge(_ other: AppleFindings) {
    diagnostics += other.diagnostics
    losses.merge(other.losses)
  }

  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  mutating func report(
    _ severity: Severity, _ code: String, _ message: String, at position: SourcePosition,
    hint: String, key: String
  ) {
    diagnostics.append(
      Diagnostic(severity, code, message, at: location(position), hint: hint, subject: key))
  }

  /// The entries of a dictionary but those whose key comes again: as on the platform the last wins.
  ///
  /// - Parameter key: of the text that the dictionary belongs to; nil for that of all texts.
  mutating func unique(_ entries: [PropertyList.Entry], of key: String? = nil) -> [Int] {
    var last: [ExactKey: Int] = [:]
    last.reserveCapacity(entries.count)
    var overridden: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() {
      if let before = last.updateValue(index, forKey: ExactKey(entry.key)) {
        overridden[before] = index
      }
    }
    if overridden.isEmpty { return Array(entries.indices) }
    for (index, later) in overridden.sorted(by: { $0.key < $1.key }) {
      var warning = Diagnostic(
        .warning, "duplicate-key",
        "the key '\(entries[index].key)' stands twice; the last one counts",
        at: location(entries[later].keyPosition), hint: "remove one of the two",
        subject: key ?? entries[index].key)
      warning.related = [
        Diagnostic.Related("the other one is here", at: location(entries[index].keyPosition))
      ]
      diagnostics.append(warning)
    }
    return entries.indices.filter { overridden[$0] == nil }
  }
}
