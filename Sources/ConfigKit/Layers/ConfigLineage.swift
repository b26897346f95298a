import TremaSupport

/// The environments of a configuration and the environments they extend.
package struct ConfigLineage: Sendable {
  /// An environment and the locations of its declaration.
  package struct Member: Hashable, Sendable {
    /// The name of the environment.
    package var name: String
    /// The environment whose layers are merged before the layers of this environment, or `nil` if
    /// there is none.
    package var parent: String?
    /// The location of the declaration.
    package var location: SourceLocation?
    /// The location of the parent's name in the declaration.
    package var parentLocation: SourceLocation?

    /// Creates an environment.
    package init(
      _ name: String, extends parent: String? = nil, at location: SourceLocation? = nil,
      parentLocation: SourceLocation? = nil
    ) {
      self.name = name
      self.parent = parent
      self.location = location
      self.parentLocation = parentLocation
    }
  }

  /// The environments in declaration order.
  package let members: [Member]

  /// Creates a lineage.
  package init(_ members: [Member]) { self.members = members }

  /// Returns the names of an environment and all environments that it extends, the most distant
  /// ancestor first.
  ///
  /// - Throws: `unknown-environment` or `environment-cycle`, at the location of the name.
  package func ancestry(of name: String) throws(Diagnostic) -> [String] {
    var names: [String] = []
    var next: (name: String, location: SourceLocation?)? = (name, nil)
    while let (name, location) = next {
      guard let member = members.first(where: { $0.name.equalsExactly(name) }) else {
        throw unknownEnvironment(name, at: location)
      }
      if let first = names.firstIndex(where: name.equalsExactly) {
        throw cycle(Array(names[first...]))
      }
      names.append(member.name)
      next = member.parent.map { ($0, member.parentLocation ?? member.location) }
    }
    return names.reversed()
  }

  /// Returns the error for an unknown name. Without a location, the name is a command-line
  /// argument.
  private func unknownEnvironment(_ name: String, at location: SourceLocation?) -> Diagnostic {
    let names = members.map(\.name)
    return Diagnostic(
      .error, "unknown-environment", "unknown environment '\(name)'", at: location,
      hint: closestMatch(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? (names.isEmpty
          ? "declare environments in trema.json"
          : "use one of \(names.map { "'\($0)'" }.joined(separator: ", "))"),
      subject: name, kind: location == nil ? .usage : .finding)
  }

  /// Returns the error for a cycle. It starts with the member that is declared first, so the error
  /// does not depend on which member is checked.
  private func cycle(_ names: [String]) -> Diagnostic {
    let first = members.first { member in names.contains(where: member.name.equalsExactly) }
    let start = names.firstIndex { $0.equalsExactly(first?.name ?? "") } ?? 0
    let cycle = names[start...] + names[..<start] + names[start...start]
    return Diagnostic(
      .error, "environment-cycle",
      "the environment '\(names[start])' extends itself: \(cycle.joined(separator: " -> "))",
      at: first?.parentLocation ?? first?.location, hint: "remove one of the 'extends' members",
      subject: names[start])
  }
}
