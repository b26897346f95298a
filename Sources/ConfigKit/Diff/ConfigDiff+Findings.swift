import TremaSupport

extension ConfigDiff {
  /// Each change as a finding at the place of its new value, for reports that show it there.
  package var findings: [Diagnostic] {
    let environments =
      addedEnvironments.map { ($0, "new") } + removedEnvironments.map { ($0, "gone") }
    return environments.map { name, what in
      Diagnostic(
        .note, "environment-changed", "the environment '\(name)' is \(what)", subject: name)
    } + groups.map(finding)
  }

  private func finding(_ group: Group) -> Diagnostic {
    let change = group.change
    let (old, new) = words(of: group)
    let scope = scope(of: group).map { " \($0)" } ?? ""
    let what =
      switch change.kind {
      case .added: "is new\(scope): \(new ?? "")"
      case .removed: "is gone\(scope): it was \(old ?? "")"
      case .changed, .kindChanged: "changed\(scope): from \(old ?? "") to \(new ?? "")"
      }
    var diagnostic = Diagnostic(
      group.severity, "configuration-changed", "'\(change.path)' \(what)", at: change.location,
      subject: ([change.path.description] + group.environments).joined(separator: " "))
    diagnostic.key = change.path.description
    return diagnostic
  }
}
