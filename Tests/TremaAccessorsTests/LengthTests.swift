import Testing
import TremaAccessors
import TremaCatalog

/// The lengths at which a declaration or a call gets too long for a line, each approached one
/// character at a time.
@Suite struct LengthTests {
  @Test(arguments: SwiftAccessors.Options.Access.allCases)
  func `a declaration of any length is wrapped like the formatter wraps it`(
    access: SwiftAccessors.Options.Access
  ) throws {
    var texts: [Text] = []
    for length in 1...120 {
      let end = String(repeating: "x", count: length)
      texts.append(Text("v\(end)", nil, ["de": ""]))
      texts.append(Text("f\(end)", nil, ["de": "%d"]))
      texts.append(Text("g\(end)", "@param 1 userName", ["de": "%@ %@"]))
    }
    try Toolchain().lint(generate(texts, options: .init(access: access)).source)
  }

  @Test func `a call of any length is wrapped like the formatter wraps it`() throws {
    var texts: [Text] = []
    for length in 1...120 {
      let signs = String(repeating: "?", count: length)
      texts.append(Text("v\(length)\(signs)", nil, ["de": ""]))
      texts.append(Text("w\(length)\(signs.map { _ in "漢" }.joined())", nil, ["de": ""]))
      texts.append(Text("f\(length)\(signs)", nil, ["de": "%d %d %d %d"]))
    }
    try Toolchain().lint(generate(texts).source)
  }

  @Test func `an argument name of any length is wrapped like the formatter wraps it`() throws {
    let texts = (1...70).map { length in
      let name = String(repeating: "n", count: length)
      return Text("f\(length)", "@param 2 \(name)\n@param 3 m\(name)", ["de": "%@ %@ %@ %d"])
    }
    try Toolchain().lint(generate(texts, options: .init(bundle: .module, access: .package)).source)
  }

  @Test func `a view of any length is wrapped like the formatter wraps it`() throws {
    var texts: [Text] = []
    for length in 1...90 {
      let end = String(repeating: "x", count: length)
      texts.append(Text("a.v\(end)", nil, ["de": ""]))
      texts.append(Text("f\(end)", "@param 1 \(end)", ["de": "%d %@"]))
      texts.append(Text("f\(length)", "@param 1 \(end)\n@param 2 y\(end)", ["de": "%d %@"]))
    }
    let options = SwiftAccessors.Options(bundle: .module, nesting: ".", includesSwiftUI: true)
    try Toolchain().lint(generate(texts, options: options).source)
  }

  @Test func `an array of any length is wrapped like the formatter wraps it`() throws {
    let texts = (1...68).flatMap { length in
      let name = String(repeating: "n", count: length)
      return (0..<2).map { Text("\(name).\($0)", "@array", ["de": ""]) }
    }
    try Toolchain().lint(generate(texts).source)
  }

  @Test func `many arguments are wrapped like the formatter wraps them`() throws {
    let texts = (1...99).map { Text("f\($0)", nil, ["de": "%\($0)$lu"]) }
    try Toolchain().lint(generate(texts).source)
  }
}
