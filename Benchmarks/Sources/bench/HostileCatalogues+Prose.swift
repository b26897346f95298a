/// Files that repeat patterns which the prose checks search for, in one value or beside branches.
/// Checks expand each combination of branches.
extension HostileCatalogues {
  static let technical = "www.abc.de a@b.cd &lt;b>1&lt;/b> "

  private static let choice = "{g, select, a {x} other {y}}"

  var prose: [File] {
    let spaces = String(repeating: " ", count: size / 2)
    let words = String(repeating: "Ein Satz aus Worten. ", count: 20)
    return [
      File("two long runs of spaces", value(of: spaces, before: "x", behind: "y \(Self.choice)")),
      File("full stops in a path", value(of: "x...", before: "a/")),
      File("addresses in addresses", value(of: "a@b.cc://")),
      File("a context of words", context { _ in "a " }),
      File(
        "selects between words",
        texts((0..<5).map { "\(words){g\($0), select, a {x} other {y}}" }.joined())),
      File(
        "a select beside addresses",
        texts(String(repeating: Self.technical, count: 12) + Self.choice)),
    ]
  }
}
