import TremaJSON
import TremaSupport

/// A reporter that writes one JSON document for programs, described in `Documentation/Reports.md`.
///
/// The order of the members is fixed; members without a value are omitted.
package struct JSONReporter: Reporter {
  /// The version of the document. It is incremented when a member is removed or changes its
  /// meaning, not when a member is added.
  static let version = 1

  /// See ``ReportContext/mutedCount``.
  package var mutedCount: Int
  /// See ``ReportContext/suppressedCount``.
  package var suppressedCount: Int

  package init(mutedCount: Int = 0, suppressedCount: Int = 0) {
    self.mutedCount = mutedCount
    self.suppressedCount = suppressedCount
  }

  package func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      output.name("version")
      output.literal("\(Self.version)")
      output.name("diagnostics")
      output.array { output in
        for diagnostic in diagnostics.inReadingOrder() {
          Self.write(diagnostic, to: &output)
        }
      }
      let tally = Tally(diagnostics)
      output.name("summary")
      output.object { output in
        output.member("errors", tally.errors)
        output.member("warnings", tally.warnings)
        output.member("notes", tally.notes)
        output.member("omitted", tally.omitted > 0 ? tally.omitted : nil)
        output.member("muted", mutedCount > 0 ? mutedCount : nil)
        output.member("suppressed", suppressedCount > 0 ? suppressedCount : nil)
      }
    }
    output.finalNewline()
    return output.bytes
  }

  /// Writes one diagnostic as an object.
  private static func write(_ diagnostic: Diagnostic, to output: inout JSONOutput) {
    output.object { output in
      output.member("severity", diagnostic.severity.rawValue)
      output.member("code", diagnostic.code)
      output.member("message", diagnostic.message)
      output.member("omitted", diagnostic.omitted > 0 ? diagnostic.omitted : nil)
      write(diagnostic.location, to: &output)
      if let bytes = diagnostic.bytes {
        output.name("byteRange")
        output.array { output in
          output.literal("\(bytes.lowerBound)")
          output.literal("\(bytes.upperBound)")
        }
      }
      output.member("expected", diagnostic.expected)
      output.member("actual", diagnostic.actual)
      output.member("hint", diagnostic.hint)
      output.name("related")
      output.array { output in
        for related in diagnostic.related {
          output.object { output in
            output.member("role", related.role?.rawValue)
            output.member("message", related.message)
            write(related.location, to: &output)
          }
        }
      }
      output.name("fixes")
      output.array { output in
        for fix in diagnostic.fixes {
          output.object { output in
            write(fix.location, to: &output)
            output.member("replacement", fix.replacement)
          }
        }
      }
      output.member("fingerprint", diagnostic.fingerprint)
      output.member("subject", diagnostic.subject.isEmpty ? nil : diagnostic.subject)
      output.member("key", diagnostic.key?.shortenedField)
      output.member("language", diagnostic.language)
      output.member("keyPath", diagnostic.keyPath)
      output.member("environments", diagnostic.environments)
    }
  }

  /// Writes the members of a location into the current object; nothing if there is no location.
  /// Lines and columns start at 1.
  private static func write(_ location: SourceLocation?, to output: inout JSONOutput) {
    guard let location else { return }
    output.member("file", location.file)
    output.member("line", location.start?.line)
    output.member("column", location.start?.column)
    output.member("endLine", location.end?.line)
    output.member("endColumn", location.end?.column)
  }
}

extension JSONOutput {
  /// Writes a member with a string, or nothing if it is `nil`.
  package mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    self.name(name)
    string(value)
  }

  /// Writes a member with an array of strings, or nothing if it is empty.
  package mutating func member(_ name: String, _ values: [String]) {
    if values.isEmpty { return }
    self.name(name)
    array { output in
      for value in values { output.string(value) }
    }
  }

  /// Writes a member with a number, or nothing if it is `nil`.
  package mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    self.name(name)
    literal(String(value))
  }
}
