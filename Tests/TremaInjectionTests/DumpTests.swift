import Foundation
import Testing
import TremaInjection

@Suite struct DumpTests {
  private func container() throws -> Container {
    let container = Container()
    let gateway = Key<any Gateway>.required("pay \"x\"\\", file: "App/A.swift", line: 1)
    let clock = Key<Int>(.singleton, named: "clock", file: "App/A.swift", line: 2) { _ in 1 }
    let http = Key<Int>(.cached, named: "http", file: "App/A.swift", line: 3) { r in
      _ = r.lazy(clock)
      return 1
    }
    let shop = Key<Int>(
      .scoped("user"), named: "shop", requires: [gateway], file: "App/A.swift", line: 4
    ) { r in try r(http) + r(clock) }
    container.declare(shop)
    let scope = container.scope("user")
    _ = try scope(shop)
    return container
  }

  @Test func `a graph is dumped as text`() throws {
    #expect(
      try container().dump(.text) == """
        clock: Int, singleton, A.swift:2, ready
        http: Int, cached, A.swift:3, ready
          ⇢ clock
        pay "x"\\: any Gateway, singleton, A.swift:1, not registered
        shop: Int, scoped(user), A.swift:4
          → clock
          → http
          → pay "x"\\

        """)
  }

  @Test func `a graph is dumped as Mermaid`() throws {
    #expect(
      try container().dump(.mermaid) == """
        graph LR
          n0["clock<br/>singleton"]
          n1["http<br/>cached"]
          n2["pay #quot;x#quot;\\<br/>singleton"]
          n3["shop<br/>scoped(user)"]
          n1 -.-> n0
          n3 --> n0
          n3 --> n1
          n3 --> n2

        """)
  }

  @Test func `a graph is dumped as valid JSON`() throws {
    struct Dump: Decodable {
      struct Key: Decodable {
        let name, type, lifetime, location: String
        let registered, ready: Bool
        let uses, lazy: [Int]
      }
      let keys: [Key]
    }
    let dump = try JSONDecoder().decode(Dump.self, from: Data(try container().dump(.json).utf8))
    #expect(dump.keys.map(\.name) == ["clock", "http", "pay \"x\"\\", "shop"])
    #expect(dump.keys.map(\.registered) == [true, true, false, true])
    #expect(dump.keys.map(\.ready) == [true, true, false, false])
    #expect(dump.keys.map(\.uses) == [[], [], [], [0, 1, 2]])
    #expect(dump.keys.map(\.lazy) == [[], [0], [], []])
    #expect(dump.keys[3].lifetime == "scoped(user)")
    #expect(dump.keys[3].location == "A.swift:4")
    #expect(dump.keys[2].type == "any Gateway")
  }

  @Test func `a graph is dumped as valid DOT with all nodes and edges`() throws {
    let graph = try DotGraph(try container().dump(.dot))
    #expect(
      graph.labels == [
        "n0": "clock\nsingleton", "n1": "http\ncached", "n2": "pay \"x\"\\\nsingleton",
        "n3": "shop\nscoped(user)",
      ])
    #expect(graph.edges == ["n1 n0", "n3 n0", "n3 n1", "n3 n2"])
  }

  @Test func `control characters in names are escaped as in errors`() throws {
    let container = Container()
    let name = "a\u{1B}[2J\n\u{202E}\u{85}\"#"
    let scope = ScopeID("s\u{7}\"")
    container.declare(
      Key<Int>(.scoped(scope), named: name, file: "App/B\u{8}.swift", line: 1) { _ in 1 })
    #expect(
      container.dump(.text) == ##"""
        a\u{1B}[2J\u{A}\u{202E}\u{85}"#: Int, scoped(s\u{7}"), B\u{8}.swift:1

        """##)
    #expect(
      container.dump(.mermaid) == ##"""
        graph LR
          n0["a\u{1B}[2J\u{A}\u{202E}\u{85}#quot;#35;<br/>scoped(s\u{7}#quot;)"]

        """##)
    #expect(
      container.dump(.dot) == ##"""
        digraph injection {
          n0 [label="a\\u{1B}[2J\\u{A}\\u{202E}\\u{85}\"#\nscoped(s\\u{7}\")"];
        }

        """##)
    #expect(
      try DotGraph(container.dump(.dot)).labels == [
        "n0": ##"a\u{1B}[2J\u{A}\u{202E}\u{85}"#"## + "\nscoped(s\\u{7}\")"
      ])
  }

  @Test(arguments: Container.DumpFormat.allCases)
  func `the dump does not depend on the order of registration`(
    _ format: Container.DumpFormat
  ) {
    let keys = (0..<20).map { index in
      Key<Int>(.singleton, named: "k\(index % 7)", file: "A.swift", line: index) { _ in index }
    }
    let (first, second) = (Container(), Container())
    for key in keys { first.declare(key) }
    for key in keys.reversed() { second.declare(key) }
    #expect(first.dump(format) == second.dump(format))
    #expect(Container().dump(format) == Container().dump(format))
  }
}

/// A strict reader of the part of the DOT language that a dump needs: statements of nodes and
/// edges, each with an attribute list, identifiers, and quoted strings with `\"`, `\\` and `\n`
/// (Graphviz, "The DOT Language").
private struct DotGraph {
  private(set) var labels: [String: String] = [:]
  private(set) var edges: [String] = []
  private var rest: Substring

  struct Unexpected: Error { let rest: String }

  init(_ text: String) throws {
    rest = text[...]
    try eat("digraph")
    _ = try identifier()
    try eat("{")
    while !tries("}") {
      let name = try identifier()
      let target = tries("->") ? try identifier() : nil
      let attributes = try attributes()
      try eat(";")
      if let target {
        edges.append("\(name) \(target)")
      } else {
        labels[name] = attributes["label"]
      }
    }
    skip()
    guard rest.isEmpty else { throw Unexpected(rest: String(rest)) }
  }

  private mutating func attributes() throws -> [String: String] {
    var attributes: [String: String] = [:]
    guard tries("[") else { return [:] }
    repeat {
      let name = try identifier()
      try eat("=")
      attributes[name] = try identifier()
    } while tries(",")
    try eat("]")
    return attributes
  }

  private mutating func identifier() throws -> String {
    skip()
    guard tries("\"") else {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard !name.isEmpty else { throw Unexpected(rest: String(rest)) }
      rest = rest.dropFirst(name.count)
      return String(name)
    }
    var text = ""
    while let next = rest.popFirst(), next != "\"" {
      guard next == "\\" else {
        text.append(next)
        continue
      }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "\"": text.append("\"")
      case "\\": text.append("\\")
      default: throw Unexpected(rest: String(rest))
      }
    }
    return text
  }

  private mutating func skip() { rest = rest.drop { $0.isWhitespace } }

  private mutating func tries(_ word: String) -> Bool {
    skip()
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  private mutating func eat(_ word: String) throws {
    guard tries(word) else { throw Unexpected(rest: String(rest)) }
  }
}
