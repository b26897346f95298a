/// Files in which comparing a translation with its master is expensive, because each part of one
/// may be compared with each part of the other.
extension HostileCatalogues {
  /// Texts with two values that have thousands of parts each.
  var pairs: [File] {
    func many(_ count: Int, _ part: (Int) -> String) -> String {
      (0..<count).map(part).joined(separator: " ")
    }
    func select(_ keyword: String) -> (Int) -> String {
      { "{g, select, \(keyword)\($0) {x} other {y}}" }
    }
    func plural(_ name: String) -> (Int) -> String {
      { "{\(name)\($0), plural, one {a} other {b}}" }
    }
    return [
      File(
        "selects about one argument", texts(many(3_000, select("k")), many(3_000, select("k")))),
      File("selects, other keywords", texts(many(3_000, select("k")), many(3_000, select("m")))),
      File(
        "plurals, other names", status: 1, texts(many(3_000, plural("n")), many(3_000, plural("m")))
      ),
      File(
        "placeholders in another order",
        texts(many(9_990) { "%\($0 + 1)$s" }, many(9_990) { "%\(9_990 - $0)$s" })),
      File(
        "placeholders of another type", status: 1,
        texts(many(9_990) { "%\($0 + 1)$s" }, many(9_990) { "%\($0 + 1)$d" })),
      File(
        "placeholders that are missing", status: 1, texts(many(9_990) { "%\($0 + 1)$s" }, "x")),
      File("other numbers", texts(many(20_000) { "\($0)" }, many(20_000) { "\($0 + 20_000)" })),
      File("other tags", texts(many(5_000) { "&lt;b\($0)>" }, many(5_000) { "&lt;c\($0)>" })),
      File(
        "other addresses",
        texts(many(6_000) { "http://a\($0).de/" }, many(6_000) { "http://b\($0).de/" })),
      File(
        "labels of one address",
        texts(String(repeating: "www.a", count: 25_000), String(repeating: "www.", count: 25_000))),
      File("colons and slashes", texts(String(repeating: ":///", count: 25_000), "x")),
    ]
  }

  /// Texts with a long master value and 990 short translations.
  var languages: [File] {
    [
      File("a long master of words", texts("Ein Satz mit 5 Wörtern. ", 5_000, "Mot 5.")),
      File("a long master of placeholders", status: 1, texts("%s ", 9_990, "%s")),
      File(
        "a long master of tags",
        texts("&lt;b>x&lt;/b> ", 5_000, "&lt;b>x&lt;/b>")),
      File(
        "a long master of selects",
        texts("{g, select, a {x} other {y}} ", 3_000, "{g, select, b {x} other {y}}")),
      File(
        "a long master of addresses",
        texts(Self.technical, 160, String(repeating: Self.technical, count: 20))),
    ]
  }

  private func texts(_ german: String, _ french: String) -> [UInt8] {
    document { number in
      "<text key=\"k\(number)\"><context/><value lang=\"de\" status=\"translated\">\(german)</value>"
        + "<value lang=\"fr\" status=\"translated\">\(french)</value></text>\n"
    }
  }

  private func texts(_ piece: String, _ count: Int, _ short: String) -> [UInt8] {
    let others = (0..<990).map {
      "<value lang=\"fr-x-a\($0)\" status=\"translated\">\(short)</value>"
    }.joined()
    return document { number in
      "<text key=\"k\(number)\"><context/><value lang=\"de\" status=\"translated\">"
        + "\(String(repeating: piece, count: count))</value>\(others)</text>\n"
    }
  }
}
