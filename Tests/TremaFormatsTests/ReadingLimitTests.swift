import Testing
import TremaSupport

@testable import TremaFormats

/// The limit of findings of one rule in one file that a reader makes; it counts the others.
@Suite struct ReadingLimitTests {
  struct Flood: CustomTestStringConvertible, Sendable {
    let format: ReadableFormat
    let code: String
    var before = ""
    /// A repeated piece, with its number for each `#`.
    let piece: String
    var behind = ""

    var testDescription: String { "\(format) \(code)" }

    func bytes(_ count: Int) -> [UInt8] {
      let pieces = (0..<count).map {
        piece.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "\($0)")
      }
      return Array((before + pieces.joined() + behind).utf8)
    }
  }

  private static let xliff =
    "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">"
    + "<file original=\"a\" source-language=\"de\" target-language=\"fr\" datatype=\"plaintext\"><body>"
  private static let list = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>"
  private static let catalogue = "{\"sourceLanguage\": \"de\", \"version\": \"1.0\", \"strings\": {"
  private static let table = "Key,Context,Master (de),Value (fr),Status\n"

  static let floods = [
    Flood(format: .properties, code: "duplicate-key", piece: "a=b\n"),
    Flood(format: .properties, code: "invalid-message", piece: "k#={0,choice}\n"),
    Flood(format: .strings, code: "duplicate-key", piece: "\"a\" = \"b\";\n"),
    Flood(format: .strings, code: "suspicious-escape", piece: "\"a#\" = \"\\u00e9\";\n"),
    Flood(format: .strings, code: "unexpected-value", piece: "\"a#\" = (b);\n"),
    Flood(
      format: .stringsdict, code: "missing-format", before: list,
      piece: "<key>a#</key><dict/>\n", behind: "</dict></plist>"),
    Flood(
      format: .stringsdict, code: "unused-variable", before: list,
      piece: """
        <key>a#</key><dict><key>NSStringLocalizedFormatKey</key><string>x</string>
        <key>b</key><dict><key>other</key><string>x</string></dict></dict>

        """, behind: "</dict></plist>"),
    Flood(
      format: .xcstrings, code: "unexpected-value", before: catalogue, piece: "\"a#\": 1,\n",
      behind: "\"b\": {}}}"),
    Flood(
      format: .xcstrings, code: "invalid-message", before: catalogue,
      piece: "\"a#\": {\"localizations\": {\"fr\": {\"stringUnit\": {}}}},\n", behind: "\"b\": {}}}"
    ),
    Flood(
      format: .android, code: "duplicate-key", before: "<resources>",
      piece: "<string name=\"a\">b</string>\n", behind: "</resources>"),
    Flood(
      format: .android, code: "bare-apostrophe", before: "<resources>",
      piece: "<string name=\"a#\">it's</string>\n", behind: "</resources>"),
    Flood(
      format: .arb, code: "unexpected-value", before: "{", piece: "\"a#\": 1,\n",
      behind: "\"b\": \"c\"}"),
    Flood(
      format: .arb, code: "invalid-message", before: "{", piece: "\"a#\": \"{a,\",\n",
      behind: "\"b\": \"c\"}"),
    Flood(
      format: .json, code: "unexpected-value", before: "{", piece: "\"a#\": 1,\n",
      behind: "\"b\": \"c\"}"),
    Flood(
      format: .json, code: "unsupported-placeholder", before: "{\"b\": \"{{c}}\",",
      piece: "\"a#\": \"{{ . }}\",\n", behind: "\"d\": \"c\"}"),
    Flood(format: .po, code: "duplicate-key", piece: "msgid \"a\"\nmsgstr \"b\"\n\n"),
    Flood(
      format: .po, code: "missing-plural-form",
      piece: "msgid \"a#\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"\nmsgstr[1] \"c\"\n\n"),
    Flood(
      format: .xliff, code: "missing-key", before: xliff,
      piece: "<trans-unit><source>a</source></trans-unit>\n", behind: "</body></file></xliff>"),
    Flood(
      format: .xliff, code: "duplicate-key", before: xliff,
      piece: "<trans-unit id=\"a\"><source>a</source></trans-unit>\n",
      behind: "</body></file></xliff>"),
    Flood(format: .csv, code: "duplicate-key", before: table, piece: "a,,b,c,\n"),
    Flood(format: .csv, code: "unknown-status", before: table, piece: "a#,,b,c,d#\n"),
    Flood(format: .csv, code: "duplicate-language", before: "Key,fr", piece: ",fr"),
    Flood(
      format: .trema, code: "schema", before: "<trema masterLang=\"fr\">",
      piece: "<text key=\"a#\"/>", behind: "</trema>"),
  ]

  @Test(arguments: floods)
  func `findings are created up to the limit, and all are counted`(flood: Flood) throws {
    var options = ReadingOptions(file: "A", language: "fr")
    options.masterLanguage = "de"
    let bytes = flood.bytes(300)
    let whole = try flood.format.read(bytes, options)
    #expect(whole.diagnostics.count { $0.code == flood.code } >= 299)
    for most in [1, 3, 100, 299, 1000] {
      options.maxFindings = most
      let reading = try flood.format.read(bytes, options)
      #expect(reading.texts == whole.texts)
      #expect(reading.losses == whole.losses)
      #expect(
        reading.diagnostics.limited(to: most) == whole.diagnostics.limited(to: most), "\(most)")
      let made = reading.diagnostics.count { $0.code == flood.code && $0.omitted == 0 }
      // Findings of the last place are distinguished by their messages.
      #expect(made <= most + 1)
    }
  }
}
