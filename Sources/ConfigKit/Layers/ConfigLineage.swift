import TremaDiagnostics

/// Which environments there are, and which of them begin with another one's layers.
public struct ConfigLineage: Sendable {
  public struct Member: Hashable, Sendable {
    public var name: String
    /// The environment whose layers come before its own.
    public var parent: String?
    public var location: SourceLocation?
    public var parentLocation: SourceLocation?

    public init(
      _ name: String, extends parent: String? = nil, at location: SourceLocation? = nil,
      parentLocation: SourceLocation? = nil
    ) {
      self.name = name
      self.parent = parent
      self.location = location
      self.parentLocation = parentLocation
    }
  }

  public let members: [Member]

  public init(_ members: [Member]) { self.members = members }

  /// An environment and all that it extends, the farthest first.
  ///
  /// - Throws: `unknown-environment` and `environment-cycle`, where the name stands.
  public func ancestry(of name: String) throws(Diagnostic) -> [String] {
    var names: [String] = []
    var next: (name: String, location: SourceLocation?)? = (name, nil)
    while let (name, location) = next {
      guard let member = members.first(where: { $0.name.isExactly(name) }) else {
        throw unknown(name, at: location)
      }
      if names.contains(where: name.isExactly) { throw cycle(names.reversed() + [name], member) }
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

  private func cycle(_ names: [String], _ member: Member) -> Diagnostic {
    Diagnostic(
      .error, "environment-cycle",
      "the environment '\(member.name)' extends itself: \(names.joined(separator: " -> "))",
      at: member.parentLocation ?? member.location, hint: "remove one of the \"extends\"",
      subject: member.name)
  }
}
