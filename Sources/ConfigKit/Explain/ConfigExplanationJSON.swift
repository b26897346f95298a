import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// A writer of explanations as JSON. `Documentation/Configuration/Commands.md` describes the
/// members.
package struct ConfigExplanationJSON {
  /// Creates a writer.
  package init() {}

  /// Returns the explanation as a UTF-8 JSON document that ends with a line feed.
  package func report(_ explanation: ConfigExplanation) -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      output.name("version")
      output.literal("1")
      output.name("key")
      output.string(explanation.path.description)
      // The requested path differs if it leads into an array.
      if explanation.requestedPath != explanation.path {
        output.member("asked", explanation.requestedPath.description)
      }
      output.name("path")
      output.array { output in
        for key in explanation.path.keys ?? [] { output.string(key) }
      }
      if let contract = explanation.contract {
        output.name("schema")
        write(contract.node, isRequired: explanation.isRequired, to: &output)
      }
      output.name("environments")
      output.array { output in
        for environment in explanation.environments {
          write(environment, explanation, to: &output)
        }
      }
    }
    output.finalNewline()
    return output.bytes
  }

  /// Writes the rules of the schema. Rules that do not apply are omitted.
  private func write(
    _ node: ConfigContract.Node, isRequired: Bool, to output: inout JSONOutput
  ) {
    output.object { output in
      if let summary = node.summary { output.member("description", summary) }
      if let kinds = node.kinds {
        output.name("kinds")
        output.array { output in
          // The order of the kinds is fixed, so the output is deterministic.
          for kind in ConfigKind.allCases where kinds.contains(kind) {
            output.string(kind.rawValue)
          }
        }
      }
      if let meaning = node.meaning { output.member("type", meaning.rawValue) }
      let flags = [
        ("required", isRequired), ("secret", node.marks.isSecret),
        ("perEnvironment", node.marks.isPerEnvironment), ("distinct", node.marks.isDistinct),
        ("overridable", node.marks.isOverridable),
        ("deprecated", node.marks.deprecation != nil),
      ]
      for (name, isSet) in flags where isSet {
        output.name(name)
        output.literal("true")
      }
      output.member(node.location)
    }
  }

  /// Writes an environment with one object per layer.
  private func write(
    _ environment: ConfigExplanation.Environment, _ explanation: ConfigExplanation,
    to output: inout JSONOutput
  ) {
    output.object { output in
      output.member("name", environment.name)
      write(environment.value, explanation, to: &output)
      if environment.isInterpolated {
        output.name("interpolated")
        output.literal("true")
      }
      output.name("layers")
      output.array { output in
        for step in environment.steps {
          output.object { output in
            output.member("layer", step.layer)
            output.member("role", step.role.name)
            output.member("effect", step.effect.name)
            output.name("inResult")
            output.literal(step.isInResult.description)
            write(step.value, explanation, to: &output)
            if let location = step.location { output.member(location.diagnosticLocation) }
            // Only rejected values have an error.
            if case .refused(let code, let message) = step.effect {
              output.member("code", code)
              output.member("message", message)
            }
          }
        }
      }
    }
  }

  /// Writes the members of a value. Nothing is written if there is no value.
  private func write(
    _ value: ConfigValue?, _ explanation: ConfigExplanation, to output: inout JSONOutput
  ) {
    guard let value else { return }
    output.member("kind", value.kind.rawValue)
    output.name("value")
    ConfigValueText(explanation.redaction).write(value, at: explanation.path, to: &output)
  }
}

extension JSONOutput {
  /// Writes a string member.
  mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  /// Writes the `file`, `line` and `column` members of a location. Unknown ones are omitted.
  mutating func member(_ location: SourceLocation?) {
    guard let location else { return }
    member("file", location.file)
    guard let start = location.start else { return }
    name("line")
    literal(String(start.line))
    name("column")
    literal(String(start.column))
  }
}

extension ConfigLayer.Role {
  /// The name of the role in JSON.
  var name: String {
    switch self {
    case .base: "base"
    case .environment: "environment"
    case .local: "local"
    case .variables: "variables"
    case .options: "options"
    }
  }
}

extension ConfigExplanation.Effect {
  /// The name of the effect in JSON.
  var name: String {
    switch self {
    case .absent: "absent"
    case .sets: "sets"
    case .overrides: "overrides"
    case .repeats: "repeats"
    case .widens: "widens"
    case .merges: "merges"
    case .combines: "combines"
    case .replaces: "replaces"
    case .replacesTopLevelKey: "replacesTopLevelKey"
    case .removes: "removes"
    case .hides: "hides"
    case .refused: "refused"
    }
  }
}
