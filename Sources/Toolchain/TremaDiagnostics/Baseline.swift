import TremaJSON
import TremaSupport

/// Findings that were there before, and are muted: what a team agrees to live with when it begins
/// to check.
///
/// An entry means findings by their fingerprint, and so for as many as it counts: more than
/// those are new. What is not a finding in a file that can be read is never muted.
package struct Baseline: Sendable {
  /// Rises when files of the form before mean something else.
  package static let version = 1

  package struct Entry: Hashable, Sendable {
    package var fingerprint: String
    /// For people, as is `subject`: only the fingerprint is compared.
    package var code: String
    package var subject: String
    /// How many findings it means, from 1.
    package var count: Int

    package init(fingerprint: String, code: String, subject: String, count: Int) {
      self.fingerprint = fingerprint
      self.code = code
      self.subject = subject
      self.count = count
    }
  }

  /// The entries by fingerprint, each once.
  package let entries: [Entry]

  /// Creates a baseline. Of entries with one fingerprint, as a merge of two files can leave them, the one
  /// with the highest count stays.
  package init(_ entries: [Entry]) {
    let known = Dictionary(entries.map { ($0.fingerprint, $0) }) { $0.count >= $1.count ? $0 : $1 }
    self.entries = known.values.sorted { $0.fingerprint < $1.fingerprint }
  }

  /// The baseline that mutes all findings.
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

  /// Returns the findings that are not in the baseline; of several of a kind the first
  /// ones are taken to be in it.
  ///
  /// - Returns: the findings to report; how many are muted; how many the baseline counts that are
  ///   not there any more.
  package func apply(
    _ diagnostics: [Diagnostic]
  ) -> (reported: [Diagnostic], muted: Int, outdated: Int) {
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

  /// The file: JSON, an entry a line and no two lines alike, so that git merges it line by line.
  /// The list ends with a `null`: every entry has its comma, and no line changes with its
  /// neighbour.
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
