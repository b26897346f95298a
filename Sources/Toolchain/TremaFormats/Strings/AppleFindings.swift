import TremaCatalog
import TremaDiagnostics
import TremaPropertyLists
import TremaSupport

/// The findings about a `.strings` or `.stringsdict` file, or about one text of it.
struct AppleFindings {
  let file: String
  var findings: FindingList
  var losses = UnsupportedFeatures()

  init(_ options: ReadingOptions) {
    file = options.file
    findings = FindingList(options.maxFindings)
  }

  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  mutating func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: @autoclosure () -> String, key: String
  ) {
    findings.add(
      severity, code, message(), at: location(position), hint: hint(), subject: key)
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
      let other = location(entries[index].keyPosition)
      findings.add(
        .warning, "duplicate-key",
        "the key '\(entries[index].key)' occurs twice; the last one counts",
        at: location(entries[later].keyPosition), hint: "remove one of the two",
        subject: key ?? entries[index].key,
        related: [Diagnostic.Related("the other one is here", at: other)])
    }
    return entries.indices.filter { overridden[$0] == nil }
  }
}
