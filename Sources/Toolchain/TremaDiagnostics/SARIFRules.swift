import TremaJSON
import TremaSupport

/// The rules of a run: the described rules, followed by the other codes of its findings.
struct SARIFRules {
  /// The rules, in output order, without duplicate codes.
  private let rules: [ReportedRule]
  /// The index of each code in ``rules``.
  private let indices: [String: Int]

  /// Creates the list of rules.
  ///
  /// - Parameters:
  ///   - given: The described rules. If multiple have the same code, the first is used.
  ///   - diagnostics: The findings, whose codes without a description are added in ascending order.
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

  /// Returns the index of a code, for reference by results.
  func index(of code: String) -> Int? { indices[code] }

  /// Writes the `rules` member of the driver.
  func write(to output: inout JSONOutput) {
    output.name("rules")
    output.array { output in
      for rule in rules {
        output.object { output in
          output.member("id", rule.code)
          // GitHub requires both descriptions of every rule.
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
