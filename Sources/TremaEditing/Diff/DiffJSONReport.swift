import TremaDiagnostics

/// A difference for programs; `Documentation/Diff.md` says what its members mean.
public struct DiffJSONReport {
  public init() {}

  public func report(_ diffs: [FileDiff]) -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      output.name("version")
      output.literal("1")
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

  private static func write(_ file: FileDiff, to output: inout JSONOutput) {
    output.object { output in
      member("old", file.old, of: &output)
      member("new", file.new, of: &output)
      if let change = file.diff.masterLanguage {
        member("masterLanguage", change, of: &output)
      }
      output.name("texts")
      output.array { output in
        for text in file.diff.texts { write(text, to: &output) }
      }
    }
  }

  private static func write(_ text: TextDiff, to output: inout JSONOutput) {
    output.object { output in
      member("change", text.kind.rawValue, of: &output)
      member("key", text.key, of: &output)
      if let oldKey = text.oldKey { member("oldKey", oldKey, of: &output) }
      if let context = text.context { member("context", context, of: &output) }
      output.name("values")
      output.array { output in
        for value in text.values { write(value, to: &output) }
      }
    }
  }

  private static func write(_ value: ValueDiff, to output: inout JSONOutput) {
    output.object { output in
      member("language", value.language, of: &output)
      for (name, state) in [("old", value.old), ("new", value.new)] {
        guard let state else { continue }
        output.name(name)
        output.object { output in
          member("text", state.text, of: &output)
          if let status = state.status { member("status", status, of: &output) }
        }
      }
    }
  }

  private static func write(_ counts: DiffCounts, to output: inout JSONOutput) {
    output.object { output in
      for kind in TextDiff.Kind.allCases { member(kind.rawValue, counts[kind], of: &output) }
      member("contexts", counts.contexts, of: &output)
      output.name("languages")
      output.array { output in
        for language in counts.languages {
          output.object { output in
            member("language", language.language, of: &output)
            member("added", language.added, of: &output)
            member("removed", language.removed, of: &output)
            member("changed", language.changed, of: &output)
            member("status", language.status, of: &output)
          }
        }
      }
    }
  }

  private static func member(_ name: String, _ text: String?, of output: inout JSONOutput) {
    output.name(name)
    if let text { output.string(text) } else { output.literal("null") }
  }

  private static func member(_ name: String, _ number: Int, of output: inout JSONOutput) {
    output.name(name)
    output.literal("\(number)")
  }

  private static func member(
    _ name: String, _ change: CatalogDiff.Change<String>, of output: inout JSONOutput
  ) {
    output.name(name)
    output.object { output in
      member("old", change.old, of: &output)
      member("new", change.new, of: &output)
    }
  }
}
