import Testing
import TremaTestSupport

/// Names that collide in the outputs that are made, and in no other.
@Suite struct CollisionTests {
  private static func text(_ key: String, _ value: String = "x", context: String = "") -> String {
    """
    <text key="\(key)"><context>\(context)</context>\
    <value lang="en" status="translated">\(value)</value></text>

    """
  }

  private static let array = (0...1).map { text("day.\($0)", context: "@array") }.joined()
  private static let plural = text("day", "{n, plural, one {# day} other {# days}}")

  @Test(
    arguments: [
      (
        ["--format=kotlin"], array + text("day"),
        "the array 'day' and 'day' both become 'day' in Kotlin"
      ),
      (
        ["--format=swift"], array + text("day"),
        "the array 'day' and 'day' both become 'day' in Swift"
      ),
      (["--format=android"], array + text("day") + text("day_1"), nil),
      (
        ["--format=json", "--json-style=i18next"], plural + text("day_one"),
        "keys 'day' and 'day_one' both become 'day_one' in i18next"
      ),
      (["--format=json"], plural + text("day_one"), nil),
      (["--format=json", "--json-style=i18next"], plural + text("day_few"), nil),
      (["--format=arb"], text("@day"), "key '@day' would be read as metadata in ARB"),
      (["--format=json"], text("@day"), nil),
      (
        ["--format=swift"], text("login.title") + text("loginTitle"),
        "keys 'login.title' and 'loginTitle' both become 'loginTitle' in Swift"
      ),
      (["--format=swift", "--nest=."], text("login.title") + text("loginTitle"), nil),
    ] as [([String], String, String?)])
  func `names that an output cannot distinguish are refused`(
    _ options: [String], _ texts: String, _ message: String?
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("<trema masterLang=\"en\">\n\(texts)</trema>".utf8), to: "Texts.trm")
    let result = try Tool.run(["convert", "Texts.trm", "--output", "out"] + options, in: folder)
    #expect(result.status == (message == nil ? 0 : 1), "\(result)")
    if let message {
      #expect(result.errors.contains(": error: [name-collision] \(message)\n"), "\(result)")
      #expect(result.errors.hasSuffix("1 error\n"), "\(result)")
    }
  }
}
