import TremaCatalog
import TremaDiagnostics
import TremaPropertyLists
import TremaSupport

/// The findings about a `.strings` or `.stringsdict` file, or about one of its texts.
struct AppleFindings {
  /// The path to print in diagnostics.
  let file: String
  /// The findings so far.
  var findings: FindingList
  /// The features without an equivalent in a catalog.
  var losses = UnsupportedFeatures()

  init(_ options: ReadingOptions) {
    file = options.file
    findings = FindingList(options.maxFindings)
  }

  /// Returns the location of a position in the file.
  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  /// Adds a finding. The message and the hint are evaluated only if the finding is kept.
  mutating func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: @autoclosure () -> String, key: String
  ) {
    findings.add(
      severity, code, message(), at: location(position), hint: hint(), subject: key)
  }

  /// Returns the indices of the entries that are used, and reports entries whose key occurs again.
  /// As on the platform, the last entry of each key is used.
  ///
  /// - Parameter key: The key whose value is the dictionary, or `nil` for the dictionary of all
  ///   texts.
  mutating func unique(_ entries: [PropertyList.Entry], of key: String? = nil) -> [Int] {
    var last: [ExactKey: Int] = [:]
    last.reserveCapacity(entries.count)
    // Maps each overridden entry's index to that of the next entry with the same key.
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
        "key '\(entries[index].key)' is defined twice; the last value is used",
        at: location(entries[later].keyPosition), hint: "rename or remove one of them",
        subject: key ?? entries[index].key,
        related: [Diagnostic.Related("also defined here", at: other)])
    }
    return entries.indices.filter { overridden[$0] == nil }
  }
}
