import Testing

/// Tags and addresses beside plurals and selects: a repetition in each reading is found once, and a
/// part of a single reading is not lost.
@Suite struct BranchPartsTests {
  private func findings(
    _ code: String, _ master: String, _ translation: String
  ) throws -> [String] {
    let texts = """
      <text key="k"><context/>
      <value lang="de">\(master)</value>
      <value lang="en">\(translation)</value></text>

      """
    return try CheckedFile(texts: texts, depth: .everything).findings.filter { $0.code == code }
      .map { "\($0.location?.start?.column ?? 0): \($0.message)" }
  }

  private func select(_ branches: [String]) -> String {
    let named = branches.dropLast().enumerated().map { "a\($0) {\($1)}" }
    return "{g, select, \((named + ["other {\(branches.last ?? "")}"]).joined(separator: " "))}"
  }

  private static let sixteen = (0..<16).map { "x\($0)" }

  private func sixteen(with odd: String, in branch: Int) -> String {
    var branches = Self.sixteen
    branches[branch] = odd
    return select(branches)
  }

  @Test(arguments: [0, 7, 15])
  func `a link in a single branch of the master is reported as missing`(
    branch: Int
  ) throws {
    let master = "See https://a.example/x and \(select(Self.sixteen))"
    let right = "Look at https://a.example/x and \(select(Self.sixteen))"
    #expect(try findings("urls", master, right) == [])
    let odd = "Look at https://a.example/x and \(sixteen(with: "www.other.example", in: branch))"
    #expect(
      try findings("urls", odd, right)
        == ["18: the 'en' value lacks the master's link 'www.other.example'"])
    #expect(try findings("urls", master, odd) == [])
  }

  @Test(arguments: [0, 7, 15])
  func `an address in a single branch of the master is reported as missing`(
    branch: Int
  ) throws {
    let master = "\(sixteen(with: "Ask me@one.example", in: branch)) or you@two.example"
    #expect(
      try findings("emails", master, "\(select(Self.sixteen)) or you@two.example")
        == ["18: the 'en' value lacks the master's address 'me@one.example'"])
    #expect(
      try findings("emails", master, "ME@ONE.EXAMPLE or you@two.example \(select(Self.sixteen))")
        == [])
  }

  @Test func `links in reordered branches are the same links`() throws {
    let (a, b) = ("www.one.example", "www.two.example")
    #expect(
      try findings("urls", "\(select([a, b])) www.six.example", "www.six.example \(select([b, a]))")
        == [])
    #expect(
      try findings("urls", "\(select([a, b])) \(a)", "\(a) \(select([a, a]))")
        == ["18: the 'en' value lacks the master's link 'www.two.example'"])
  }

  @Test func `links in tags are compared, even next to branches`() throws {
    let link = "&lt;a href=\"https://a.example/x\">"
    let master = "\(link)here&lt;/a> \(select(["p", "q"]))"
    #expect(try findings("urls", master, "\(link)hier&lt;/a> \(select(["r", "s"]))") == [])
    #expect(
      try findings("urls", master, "&lt;b>hier&lt;/b> \(select(["r", "s"]))")
        == ["18: the 'en' value lacks the master's link 'https://a.example/x'"])
  }

  @Test(arguments: [0, 7, 15]) func `a tag in a single branch is reported`(branch: Int) throws {
    let master = "&lt;b>x&lt;/b> \(select(Self.sixteen))"
    #expect(try findings("markup-tags", master, "&lt;B>y&lt;/B> \(select(Self.sixteen))") == [])
    for (odd, words) in [
      ("&lt;i>z", ["18: the 'en' value does not close <i>"]),
      ("&lt;/b>", ["18: the 'en' value closes <b> without opening it"]),
      ("&lt;br>", []),
      ("&lt;i>z&lt;/i>", []),
    ] {
      let found = try findings(
        "markup-tags", master, "&lt;b>y&lt;/b> \(sixteen(with: odd, in: branch))")
      #expect(found == words, "\(odd)")
    }
  }

  @Test(arguments: [0, 7, 15]) func `a tag that one branch of a master does not close is reported`(
    branch: Int
  ) throws {
    let master = "&lt;b>x&lt;/b> \(sixteen(with: "&lt;i>", in: branch))"
    #expect(
      try findings("markup-tags", master, "y")
        .contains("18: the 'de' value has different numbers of <i> and </i> tags"))
  }
}
