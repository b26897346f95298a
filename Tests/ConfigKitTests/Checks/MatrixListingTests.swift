import ConfigKit
import Testing
import TremaConfigValues
import TremaSupport

/// The table of all values.
@Suite struct MatrixListingTests {
  private static let secret = "hunter2-planted"

  private func listing() throws -> ConfigMatrixListing {
    let contract = ConfigContract([
      "list": .init(.array), "password": .init(.string) { $0.isSecret = true },
      "safe": .init(.dictionary) { $0.isSecret = true },
    ])
    return ConfigMatrixListing(
      try Environments(
        #"{"a": "x", "list": [1, "|"], "password": "\#(Self.secret)", "safe": {"k": "\#(Self.secret)"}}"#,
        ["dev": "{\n\"a\": \"日本語の長い文字列です\", \"b\": -1.5}"], contract: contract
      ).matrix())
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `the table is aligned, names the origin of each value and redacts secrets`() throws {
    #expect(
      text(ConfigMatrixText(width: 60).report(try listing())) == """
        key       production                dev
        a         "x" base:1                "日本語の長い文字… dev:2
        b         -                         -1.5 dev:2
        list      [1, "|"] base:1           [1, "|"] base:1
        password  <redacted: 15 ch… base:1  <redacted: 15 ch… base:1
        safe.k    <redacted: 15 ch… base:1  <redacted: 15 ch… base:1

        base  base.json
        dev   dev.json

        """)
  }

  @Test func `a list replaces a table that is too wide`() throws {
    #expect(
      text(ConfigMatrixText(width: 30).report(try listing())).hasPrefix(
        """
        a
          production  "x" base:1
          dev         "日本語の… dev:2
        b
          production  -
          dev         -1.5 dev:2

        """))
  }

  @Test func `no listing format shows a secret`() throws {
    let listing = try listing()
    for bytes in [
      ConfigMatrixText(width: 200).report(listing), ConfigMatrixJSON().report(listing),
      ConfigMatrixMarkdown().report(listing), ConfigMatrixCSV().report(listing),
    ] {
      #expect(!text(bytes).contains(Self.secret))
      #expect(text(bytes).contains("redacted"))
    }
  }

  @Test func `values are quoted as each format requires`() throws {
    let listing = try listing()
    #expect(
      text(ConfigMatrixCSV().report(listing)).contains(
        "list,dev,array,\"[1, \"\"|\"\"]\",base,base.json,1\r\n"))
    #expect(
      text(ConfigMatrixMarkdown().report(listing)).contains(
        "| <code>list</code> | <code>&#91;1, \"&#124;\"&#93;</code> base:1 |"))
    #expect(text(ConfigMatrixJSON().report(listing)).contains("\"value\": -1.5"))
  }
}
