import TremaJSON
import TremaSupport

/// A set of known findings that are muted.
///
/// A project that introduces checks can record its existing findings in a baseline so that only new
/// findings are reported.
///
/// An entry identifies findings by their fingerprint and mutes at most ``Entry/count`` of them;
/// further findings with that fingerprint are new. Only `finding` diagnostics are muted: a file
/// that cannot be read is always reported.
package struct Baseline: Sendable {
  /// The version of the file format. It is incremented when the meaning of existing files changes.
  package static let version = 1

  /// The findings that share a fingerprint.
  package struct Entry: Hashable, Sendable {
    /// The fingerprint to compare with ``Diagnostic/fingerprint``.
    package var fingerprint: String
    /// The findings' code, for readers of the file. It isn't compared.
    package var code: String
    /// The findings' subject or message, for readers of the file. It isn't compared.
    package var subject: String
    /// The number of findings that the entry mutes, at least 1.
    package var count: Int

    package init(fingerprint: String, code: String, subject: String, count: Int) {
      self.fingerprint = fingerprint
      self.code = code
      self.subject = subject
      self.count = count
    }
  }

  /// The entries, sorted by fingerprint, without duplicate fingerprints.
  package let entries: [Entry]

  /// Creates a baseline from entries.
  ///
  /// If multiple entries have the same fingerprint, as happens after merging two files, the entry
  /// with the highest count is kept.
  package init(_ entries: [Entry]) {
    let known = Dictionary(entries.map { ($0.fingerprint, $0) }) { $0.count >= $1.count ? $0 : $1 }
    self.entries = known.values.sorted { $0.fingerprint < $1.fingerprint }
  }

  /// Creates the baseline that mutes all findings among the diagnostics.
  package init(of diagnostics: [Diagnostic]) {
    var entries: [String: Entry] = [:]
    for diagnostic in diagnostics.inReadingOrder()
    where diagnostic.kind == .finding {
      let fingerprint = diagnostic.fingerprint
      let subject = diagnostic.subject.isEmpty ? diagnostic.message : diagnostic.subject
      entries[
        fingerprint,
        default: Entry(
          fingerprint: fingerprint, code: diagnostic.code, subject: subject, count: 0)
      ].count += 1
    }
    self.init(Array(entries.values))
  }

  /// Filters the findings that the baseline mutes.
  ///
  /// If there are more findings with a fingerprint than its entry mutes, the first findings in
  /// reading order are muted.
  ///
  /// - Parameter diagnostics: All findings of a run.
  /// - Returns: The findings to report, in reading order; the number of muted findings; and the
  ///   number of findings in the baseline that no longer exist.
  package func apply(
    _ diagnostics: [Diagnostic]
  ) -> (reported: [Diagnostic], muted: Int, outdated: Int) {
    // The initializer requires the closure, although fingerprints are unique.
    var left = Dictionary(entries.map { ($0.fingerprint, $0.count) }) { $0 + $1 }
    var muted = 0
    let reported = diagnostics.inReadingOrder().filter { diagnostic in
      guard diagnostic.kind == .finding, let count = left[diagnostic.fingerprint], count > 0
      else { return true }
      left[diagnostic.fingerprint] = count - 1
      muted += 1
      return false
    }
    let outdated = left.values.reduce(0) { sum, count in
      let (sum, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : sum
    }
    return (reported, muted, outdated)
  }

  /// Returns the contents of the baseline file.
  ///
  /// The file is JSON with one entry per line and no duplicate lines so that Git can merge it line
  /// by line. The list ends with `null`, so every entry has a trailing comma and no line changes
  /// when an entry after it is added or removed.
  package func encoded() -> [UInt8] {
    var bytes = Array("{\n  \"version\": \(Self.version),\n  \"findings\": [\n".utf8)
    for entry in entries {
      bytes += "    { \"fingerprint\": ".utf8
      JSONOutput.append(entry.fingerprint, to: &bytes)
      bytes += ", \"code\": ".utf8
      JSONOutput.append(entry.code, to: &bytes)
      bytes += ", \"subject\": ".utf8
      JSONOutput.append(entry.subject, to: &bytes)
      bytes += ", \"count\": \(entry.count) },\n".utf8
    }
    return bytes + Array("    null\n  ]\n}\n".utf8)
  }
}
