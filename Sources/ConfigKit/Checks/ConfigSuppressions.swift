import TremaDiagnostics

/// The keys that a schema excuses from findings: `"x-ignore": { "dead-override": "why" }`.
enum ConfigSuppressions {
  static let rule = Rule(
    .warning, "unused-ignore", "An `x-ignore` excuses a key from something nobody finds.",
    why:
      "What was excused has been mended, or the name is misspelled: the line would hide the next "
      + "mistake, or hides none. Errors cannot be excused.",
    example: """
      "timeout": { "type": "integer", "x-ignore": { "dead-overide": "said on purpose" } }
      """,
    fix: "Remove it from the schema.")

  /// The findings that nobody excuses, and one for each excuse without use.
  static func applied(to diagnostics: [Diagnostic], _ contract: ConfigContract?) -> [Diagnostic] {
    guard let excuses = contract?.excuses, !excuses.isEmpty else { return diagnostics }
    var used: Set<ConfigContract.Excuse> = []
    let left = diagnostics.filter { diagnostic in
      guard diagnostic.severity < .error, let key = diagnostic.key,
        let path = ConfigKeyPath(key), let node = contract?[path]?.node
      else { return true }
      let own = node.marks.ignored.filter { $0.code.isExactly(diagnostic.code) }
      used.formUnion(own)
      return own.isEmpty
    }
    return left + excuses.filter { !used.contains($0) }.map(unused)
  }

  private static func unused(_ excuse: ConfigContract.Excuse) -> Diagnostic {
    let rules = ConfigChecker.rules
    let rule = rules.first { $0.code == excuse.code }
    let message =
      switch rule?.severity {
      case nil: "'\(excuse.code)' is ignored, which is no check"
      case .error: "'\(excuse.code)' is ignored, which is an error and cannot be"
      default: "'\(excuse.code)' is ignored, but finds nothing here"
      }
    let near = rule == nil ? nearest(to: excuse.code, among: rules.map(\.code)) : nil
    return Diagnostic(
      Self.rule.severity, Self.rule.code, message, at: excuse.location,
      hint: near.map { "did you mean '\($0)'?" } ?? "remove it from \"x-ignore\"",
      subject: "\(excuse.location?.start?.line ?? 0) \(excuse.code)")
  }
}

extension ConfigContract {
  /// In the order of the schema's table; one that several keys share once.
  fileprivate var excuses: [Excuse] {
    var known: Set<Excuse> = []
    return nodes.flatMap(\.marks.ignored).filter { known.insert($0).inserted }
  }
}
