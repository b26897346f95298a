import TremaDiagnostics
import TremaJSON

/// A writer of differences as JSON. `Documentation/Configuration/Commands.md` describes the
/// members.
package struct ConfigDiffJSON {
  /// Creates a writer.
  package init() {}

  /// Returns the difference as a UTF-8 JSON document that ends with a line feed.
  package func report(_ diff: ConfigDiff) -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      output.name("version")
      output.literal("1")
      Self.member("addedEnvironments", diff.addedEnvironments, of: &output)
      Self.member("removedEnvironments", diff.removedEnvironments, of: &output)
      output.name("changes")
      output.array { output in
        for group in diff.groups { Self.write(group, diff, to: &output) }
      }
    }
    output.finalNewline()
    return output.bytes
  }

  /// Writes a change. No member is written for a missing value.
  private static func write(
    _ group: ConfigDiff.Group, _ diff: ConfigDiff, to output: inout JSONOutput
  ) {
    let change = group.change
    output.object { output in
      output.member("key", change.path.description)
      output.member("change", change.kind.rawValue)
      output.member("severity", group.severity.rawValue)
      member("environments", group.environments, of: &output)
      member("otherEnvironments", group.otherEnvironments, of: &output)
      // Secrets in the values are redacted.
      for (name, value) in [("old", change.old), ("new", change.new)] {
        guard let value else { continue }
        output.name(name)
        output.object { output in
          output.member("kind", value.kind.rawValue)
          output.name("value")
          diff.valueFormatter.write(value, at: change.path, to: &output)
          output.member(value.location.diagnosticLocation)
        }
      }
    }
  }

  /// Writes a member whose value is an array of strings.
  private static func member(_ name: String, _ words: [String], of output: inout JSONOutput) {
    output.name(name)
    output.array { output in
      for word in words { output.string(word) }
    }
  }
}
