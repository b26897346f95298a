import TremaJSON
import TremaSupport

/// The rules of a run: those that were given, then the codes without a description.
struct SARIFRules {
  private let rules: [ReportedRule]
  private let indices: [String: Int]

  init(_ given: [ReportedRule], of diagnostics: [Diagnostic]) {
    var rules: [ReportedRule] = []
    var indices: [String: Int] = [:]
    let others = Set(diagnostics.map(\.code)).sorted()
      .map { ReportedRule(code: $0, summary: "", help: "") }
    for rule in given + others where indices[rule.code] == nil {
      indices[rule.code] = rules.count
      rules.append(rule)
    }
    self.rules = rules
    self.indices = indices
  }

  func index(of code: String) -> Int? { indices[code] }

  func write(to output: inout JSONOutput) {
    output.name("rules")
    output.array { output in
      for rule in rules {
        output.object { output in
          output.member("id", rule.code)
          // GitHub demands both descriptions of every rule.
          let summary = rule.summary.isEmpty ? rule.code : rule.summary
          SARIFReporter.message(summary, name: "shortDescription", to: &output)
          output.name("help")
          output.object { output in
            output.member("text", rule.help.isEmpty ? summary : rule.help)
            output.member("markdown", rule.help.isEmpty ? nil : rule.help)
          }
        }
      }
    }
  }
}
