import TremaJSON
import TremaSupport

/// A reporter that writes a Code Quality report, which GitLab shows in merge requests.
///
/// See GitLab, "Code Quality", "Code Quality report format".
struct GitLabReporter: Reporter {
  func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    var counts: [String: Int] = [:]
    var output = JSONOutput()
    output.array { output in
      for diagnostic in diagnostics.inReadingOrder() {
        let fingerprint = diagnostic.fingerprint
        let count = counts[fingerprint, default: 0] + 1
        counts[fingerprint] = count
        output.object { output in
          let rest = [diagnostic.hint, diagnostic.listOfEnvironments].compactMap(\.self)
            .map { " (\($0))" }
          output.member("description", diagnostic.message + rest.joined())
          output.member("check_name", diagnostic.code)
          // GitLab keeps only one of several issues with the same fingerprint, so repeated
          // fingerprints are numbered.
          output.member("fingerprint", count == 1 ? fingerprint : "\(fingerprint)-\(count)")
          output.member("severity", Self.severity(of: diagnostic))
          output.name("location")
          output.object { output in
            // A path and a line are required. A finding without a file is reported for the
            // project's root.
            output.member("path", diagnostic.location.map { ReportPath.normalized($0.file) } ?? ".")
            output.name("lines")
            output.object { output in
              output.member("begin", diagnostic.location?.start?.line ?? 1)
              output.member("end", diagnostic.location?.end?.line)
            }
          }
        }
      }
    }
    output.finalNewline()
    return output.bytes
  }

  /// Returns GitLab's severity of a diagnostic. Errors that prevent a file from being read are the
  /// most severe.
  private static func severity(of diagnostic: Diagnostic) -> String {
    if diagnostic.kind != .finding { return "critical" }
    switch diagnostic.severity {
    case .error: return "major"
    case .warning: return "minor"
    case .note: return "info"
    }
  }
}
