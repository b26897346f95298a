import TremaSupport

extension Container {
  /// The format of ``dump(_:)``.
  public enum DumpFormat: Sendable, CaseIterable {
    /// Human-readable lines.
    case text
    /// The Graphviz DOT language.
    case dot
    /// The Mermaid language.
    case mermaid
    /// JSON:
    /// `{"keys": [{"name", "type", "lifetime", "location", "registered", "ready", "uses", "lazy"}]}`,
    /// where `uses` and `lazy` are indices into `keys`.
    case json
  }

  /// Returns all known keys and their declared and observed dependencies.
  ///
  /// The keys are sorted by name and location, so equal registrations yield equal output. Control
  /// characters in names are escaped as in errors, such as `\u{1B}`; in JSON, they are escaped by
  /// the rules of JSON.
  public func dump(_ format: DumpFormat) -> String {
    let map = lock.withLock { DependencyMap(self) }
    return switch format {
    case .text: map.text
    case .dot: map.dot
    case .mermaid: map.mermaid
    case .json: map.json
    }
  }
}

extension DependencyMap {
  /// The human-readable form: one line per key, followed by its dependencies.
  fileprivate var text: String {
    lines { _, node in
      var line = "\(node.info.name): \(node.info.typeName), \(node.kind), \(node.location)"
      if node.registration == nil { line += ", not registered" }
      if node.isReady { line += ", ready" }
      let all =
        [line] + node.uses.map { "  → \(nodes[$0].info.name)" }
        + node.lazyUses.map { "  ⇢ \(nodes[$0].info.name)" }
      return all.map(TerminalText.escaped)
    }
  }

  /// The graph for Graphviz.
  fileprivate var dot: String {
    "digraph injection {\n"
      + lines { index, node in
        let (name, kind) = (
          TerminalText.escaped(node.info.name), TerminalText.escaped("\(node.kind)")
        )
        let label = "\(Self.escaped(name))\\n\(Self.escaped(kind))"
        let style = node.registration == nil ? ", style=dashed" : ""
        return ["  n\(index) [label=\"\(label)\"\(style)];"]
      }
      + lines { index, node in
        node.uses.map { "  n\(index) -> n\($0);" }
          + node.lazyUses.map { "  n\(index) -> n\($0) [style=dotted];" }
      } + "}\n"
  }

  /// The graph for Mermaid.
  fileprivate var mermaid: String {
    "graph LR\n"
      + lines { index, node in
        let label = [node.info.name, "\(node.kind)"].map { text in
          TerminalText.escaped(text).replacing("#", with: "#35;").replacing("\"", with: "#quot;")
        }
        return ["  n\(index)[\"\(label.joined(separator: "<br/>"))\"]"]
      }
      + lines { index, node in
        node.uses.map { "  n\(index) --> n\($0)" }
          + node.lazyUses.map { "  n\(index) -.-> n\($0)" }
      }
  }

  fileprivate var json: String {
    let keys = nodes.map { node in
      let members = [
        "\"name\": \(Self.quoted(node.info.name))", "\"type\": \(Self.quoted(node.info.typeName))",
        "\"lifetime\": \(Self.quoted("\(node.kind)"))",
        "\"location\": \(Self.quoted("\(node.location)"))",
        "\"registered\": \(node.registration != nil)", "\"ready\": \(node.isReady)",
        "\"uses\": \(node.uses)", "\"lazy\": \(node.lazyUses)",
      ]
      return "    { \(members.joined(separator: ", ")) }"
    }
    return "{\n  \"keys\": [\n\(keys.joined(separator: ",\n"))\n  ]\n}\n"
  }

  /// Returns the lines of all nodes, each with a line feed.
  private func lines(_ line: (Int, Node) -> [String]) -> String {
    nodes.enumerated().flatMap { line($0.offset, $0.element) }.map { $0 + "\n" }.joined()
  }

  /// Returns a string as a JSON string.
  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Escapes a string for JSON (RFC 8259, section 7). DOT strings escape quotes and backslashes in
  /// the same way.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
