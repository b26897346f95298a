import TremaDiagnostics
import TremaJSON
import TremaSupport

/// A writer of differences as JSON; `Documentation/Diff.md` describes the members.
package struct DiffJSONReport {
  package init() {}

  /// Returns the document with the differences in all files, and the difference counts.
  package func report(_ diffs: [FileDiff]) -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      output.member("version", 1)
      output.name("files")
      output.array { output in
        for diff in diffs { Self.write(diff, to: &output) }
      }
      output.name("summary")
      Self.write(DiffCounts(diffs), to: &output)
    }
    output.finalNewline()
    return output.bytes
  }

  /// Writes the difference of one file.
  private static func write(_ file: FileDiff, to output: inout JSONOutput) {
    output.object { output in
      // A missing file is written as `null`, because a missing member would be ambiguous.
      for (name, file) in [("old", file.old), ("new", file.new)] {
        output.name(name)
        if let file { output.string(file) } else { output.literal("null") }
      }
      if let change = file.diff.masterLanguage {
        member("masterLanguage", change, of: &output)
      }
      output.name("texts")
      output.array { output in
        for text in file.diff.texts { write(text, to: &output) }
      }
    }
  }

  /// Writes the difference of one text.
  private static func write(_ text: TextDiff, to output: inout JSONOutput) {
    output.object { output in
      output.member("change", text.kind.rawValue)
      output.member("key", text.key)
      output.member("oldKey", text.oldKey)
      if let context = text.context { member("context", context, of: &output) }
      output.name("values")
      output.array { output in
        for value in text.values { write(value, to: &output) }
      }
    }
  }

  /// Writes one value's difference. An added value has no old state, and a removed value no new
  /// state.
  private static func write(_ value: ValueDiff, to output: inout JSONOutput) {
    output.object { output in
      output.member("language", value.language)
      for (name, state) in [("old", value.old), ("new", value.new)] {
        guard let state else { continue }
        output.name(name)
        output.object { output in
          output.member("text", state.text)
          output.member("status", state.status)
        }
      }
    }
  }

  /// Writes the difference counts, in total and by language.
  private static func write(_ counts: DiffCounts, to output: inout JSONOutput) {
    output.object { output in
      for kind in TextDiff.Kind.allCases { output.member(kind.rawValue, counts[kind]) }
      output.member("contexts", counts.contexts)
      output.name("languages")
      output.array { output in
        for language in counts.languages {
          output.object { output in
            output.member("language", language.language)
            output.member("added", language.added)
            output.member("removed", language.removed)
            output.member("changed", language.changed)
            output.member("status", language.statusChanged)
          }
        }
      }
    }
  }

  /// Writes a member with the old and the new state of a string.
  private static func member(
    _ name: String, _ change: CatalogDiff.Change<String>, of output: inout JSONOutput
  ) {
    output.name(name)
    output.object { output in
      output.member("old", change.old)
      output.member("new", change.new)
    }
  }
}
