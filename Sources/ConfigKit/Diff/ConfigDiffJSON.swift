import TremaDiagnostics
import TremaJSON

/// A difference for programs; `Documentation/Configuration/Commands.md` says what its members mean.
package struct ConfigDiffJSON {
  package init() {}

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

  private static func write(
    _ group: ConfigDiff.Group, _ diff: ConfigDiff, to output: inout JSONOutput
  ) {
    let change = group.change
    output.object { output in
      output.member("key", change.path.description)
      output.member("change", change.kind.rawValue)
      output.member("severity", group.severity.rawValue)
      member("environments", group.environments, of: &output)
      member("otherEnvironments", group.others, of: &output)
      for (name, value) in [("old", change.old), ("new", change.new)] {
        guard let value else { continue }
        output.name(name)
        output.object { output in
          output.member("kind", value.kind.rawValue)
          output.name("value")
          diff.values.write(value, at: change.path, to: &output)
          output.member(value.place.location)
        }
      }
    }
  }

  private static func member(_ name: String, _ words: [String], of output: inout JSONOutput) {
    output.name(name)
    output.array { output in
      for word in words { output.string(word) }
    }
  }
}
