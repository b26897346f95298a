import TremaSupport

/// Which environments there are, and which of them begin with another one's layers.
package struct ConfigLineage: Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    /// The environment whose layers come before its own.
    package var parent: String?
    package var location: SourceLocation?
    package var parentLocation: SourceLocation?

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

  package let members: [Member]

  package init(_ members: [Member]) { self.members = members }

  /// An environment and all that it extends, the farthest first.
  ///
  /// - Throws: `unknown-environment` and `environment-cycle`, where the name is.
  package func ancestry(of name: String) throws(Diagnostic) -> [String] {
    var names: [String] = []
    var next: (name: String, location: SourceLocation?)? = (name, nil)
    while let (name, location) = next {
      guard let member = members.first(where: { $0.name.isExactly(name) }) else {
        throw unknown(name, at: location)
      }
      if let first = names.firstIndex(where: name.isExactly) { throw cycle(Array(names[first...])) }
      names.append(member.name)
      next = member.parent.map { ($0, member.parentLocation ?? member.location) }
    }
    return names.reversed()
  }

  private func unknown(_ name: String, at location: SourceLocation?) -> Diagnostic {
    let names = members.map(\.name)
    return Diagnostic(
      .error, "unknown-environment", "there is no environment '\(name)'", at: location,
      hint: nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? (names.isEmpty
          ? "no environment is declared" : "the environments are \(names.joined(separator: ", "))"),
      subject: name, kind: location == nil ? .usage : .finding)
  }

  /// The same from whichever of its members it was found: it begins with the one declared first.
  private func cycle(_ names: [String]) -> Diagnostic {
    let first = members.first { member in names.contains(where: member.name.isExactly) }
    let start = names.firstIndex { $0.isExactly(first?.name ?? "") } ?? 0
    let ring = names[start...] + names[..<start] + names[start...start]
    return Diagnostic(
      .error, "environment-cycle",
      "the environment '\(names[start])' extends itself: \(ring.joined(separator: " -> "))",
      at: first?.parentLocation ?? first?.location, hint: "remove one of the \"extends\"",
      subject: names[start])
  }
}
