import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct PropertiesReaderTests {
  private func read(_ bytes: [UInt8]) throws -> FormatReading {
    try ReadableFormat.properties.read(
      bytes, ReadingOptions(file: "Texts_de.properties", language: "de"))
  }

  private func read(_ text: String) throws -> FormatReading { try read(Array(text.utf8)) }

  private func printed(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let start = diagnostic.location?.start ?? .start
      return "\(start.line):\(start.column) \(diagnostic.severity) [\(diagnostic.code)] "
        + diagnostic.message
    }
  }

  /// A Java program that prints keys and values as hexadecimal UTF-8, a line for each file.
  private static let program = """
    import java.io.*; import java.nio.charset.*; import java.nio.file.*; import java.util.*;
    public class Load {
      static String hex(String text) {
        var hex = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) hex.append(String.format("%02x", b));
        return hex + ".";
      }
      public static void main(String[] arguments) throws IOException {
        var charset = Charset.forName(arguments[0]);
        var out = new PrintStream(new BufferedOutputStream(System.out));
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
          var properties = new Properties();
          try (var in = Files.newBufferedReader(Path.of(i + ".properties"), charset)) {
            properties.load(in);
            var words = new StringJoiner(" ");
            for (var key : new TreeSet<>(properties.stringPropertyNames()))
              words.add(hex(key)).add(hex(properties.getProperty(key)));
            var isWhole = Charset.forName("UTF-16").newEncoder().canEncode(properties.toString());
            out.println(isWhole ? words : "refused");
          } catch (IllegalArgumentException e) { out.println("refused"); }
        }
        out.flush();
      }
    }
    """

  @Test(arguments: [("UTF-8", "é"), ("ISO-8859-1", "")])
  func `every file has the texts that Java reads from it`(charset: String, letter: String) throws {
    var random = SeededGenerator(seed: 74)
    let pieces =
      "a|b|c|=|:| |\\ |\t|\u{C}|\\\n|\\\r\n|\\\r|\n|\r\n|\r|\n\n|#|!|\\|\\\\|\\=|\\:|\\u0041|\\u00e9"
      .split(separator: "|").map(String.init) + [
        "\\ud83d\\ude00", "\\n", "\\t", "\\f", "\\r", "\\q", "\\U0041", "\\#", "key", "\\u00",
        letter,
        "# c\n", "\nk=", "\nk:v\n", " = ", "|",
      ]
    let files = (0..<1_000).map { _ in
      (0..<random.number(0...14)).map { _ in random.pick(pieces) }.joined()
    }
    let folder = try TemporaryFolder()
    for (index, file) in files.enumerated() {
      try folder.write(Array(file.utf8), to: "\(index).properties")
    }
    try folder.write(Array(Self.program.utf8), to: "Load.java")
    let judged = try Judge.java.run(["Load.java", charset, "\(files.count)"], in: folder)
    #expect(judged.status == 0, "\(judged.complaint)")
    let lines = judged.text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == files.count + 1)
    for (file, line) in zip(files, lines) {
      let reading = try read(file)
      let isRefused = reading.diagnostics.contains { $0.severity == .error }
      #expect(isRefused == (line == "refused"), "\(bytes(file))")
      if isRefused { continue }
      var found: Texts = [:]
      for text in reading.texts {
        let message = try #require(text["de"]).message
        found[ExactString(text.key)] = ExactString(message.plainText ?? "a conversion")
      }
      #expect(difference(found, HexTexts.read(line)) == nil, "\(bytes(file)): \(line)")
    }
  }

  @Test func `a file that is not UTF-8 is read as Latin-1`() throws {
    let bytes = Array("a=b\nk=Gr".utf8) + [0xFC] + Array("ezi\n".utf8)
    let reading = try read(bytes)
    #expect(reading.texts[1]["de"]?.source == "Grüezi")
    #expect(
      printed(reading.diagnostics)
        == ["2:5 note [encoding] the file is not valid UTF-8, and is read as ISO-8859-1"])
    #expect(try read("k=Grüezi").texts[0]["de"]?.source == "Grüezi")
    #expect(
      printed(try read([0xEF, 0xBB, 0xBF] + Array("k=v".utf8)).diagnostics)
        == ["1:1 warning [byte-order-mark] the file begins with a byte order mark"])
    #expect(throws: Diagnostic.self) { try read([0xFE, 0xFF, 0, 0x6B]) }
    #expect(try read("").texts.isEmpty)
  }

  @Test func `comments above an entry become its context`() throws {
    let reading = try read(
      """
      # Generated from a.trm. Do not edit: change the catalogue and regenerate this file.
      ! Title
      #   of the dialog
      k=v

      # A heading

      other = w
      """)
    #expect(reading.texts.map(\.context?.text) == ["Title\nof the dialog", nil])
    #expect(reading.texts.map(\.key) == ["k", "other"])
    #expect(reading.texts[1]["de"]?.position == SourcePosition(line: 8, column: 9))
    #expect(reading.losses[.context]?.key == "other")
  }

  @Test(arguments: [
    (
      "k=a\nk=b",
      ["2:1 warning [duplicate-key] key 'k' is defined twice; the last value is used"]
    ),
    (
      "k=a\\u12g4", ["1:4 error [invalid-escape] '\\u' must be followed by four hexadecimal digits"]
    ),
    ("k=\\ud83dx", ["1:3 error [invalid-escape] unpaired surrogate"]),
    ("k=x\\u0000", ["1:4 error [invalid-escape] a text cannot contain a NUL character"]),
    ("k=x\\\n   y\\u0000", ["2:5 error [invalid-escape] a text cannot contain a NUL character"]),
    (
      "k={0,choice,0#no|1#one}",
      [
        "1:3 warning [invalid-message] the value of 'k' has arguments that trema cannot read: "
          + "unknown argument type 'choice' (use plural, selectordinal, select, number, date or time); "
          + "it is kept as text"
      ]
    ),
    (
      "k=it's {0}",
      [
        "1:3 warning [lone-apostrophe] an apostrophe in 'k' quotes the rest of the value in "
          + "MessageFormat"
      ]
    ),
  ])
  func `an error is reported at its location`(text: String, expected: [String]) throws {
    #expect(printed(try read(text).diagnostics) == expected)
  }

  @Test func `the last of two values is used, and the first is reported as a duplicate`() throws {
    let reading = try read("k=a\nx=y\nk=b")
    #expect(reading.texts.map(\.key) == ["k", "x"])
    #expect(reading.texts[0]["de"]?.source == "b")
    #expect(reading.diagnostics[0].related[0].location.start == .start)
  }

  @Test(arguments: [
    ("{0} of {1}", "%1$@ of %2$@"), ("{1} of {0}", "%2$@ of %1$@"),
    ("100 % of {0}", "100 %% of %@"),
    ("it''s {0}", "it's %@"), ("'{0}' {0}", "{0} %@"), ("{0,number,integer}", "%'d"),
    ("{0,number,0.00}!", "%.2f!"), ("it's", "it's"), ("{name}", "{name}"),
    ("%1$s %2$d", "%1$@ %2$d"),
    ("{0, plural, one {# Tag} other {# Tage}}", "{0, plural, one {# Tag} other {# Tage}}"),
  ])
  func `arguments of a value are read`(value: String, source: String) throws {
    #expect(try read("k=\(value)").texts[0]["de"]?.source == source)
  }

  @Test func `Java's MessageFormat formats the same text as the message`() throws {
    var random = SeededGenerator(seed: 75)
    let pieces = [
      "a", "'", "''", "{0}", "{1}", "'{'", "}", "'{0}'", " ", "#", "%", "'}'", "'{''}'",
    ]
    let values = (0..<2_000).map { _ in
      "{0}" + (0..<random.number(0...8)).map { _ in random.pick(pieces) }.joined()
    }
    let program = """
      import java.io.*; import java.text.*;
      public class Show {
        public static void main(String[] none) throws IOException {
          var in = new BufferedReader(new InputStreamReader(System.in));
          for (String line; (line = in.readLine()) != null; )
            try { System.out.println(new MessageFormat(line).format(new Object[] {"X", "Y"})); }
            catch (IllegalArgumentException e) { System.out.println("refused"); }
        }
      }
      """
    let folder = try TemporaryFolder()
    try folder.write(Array(program.utf8), to: "Show.java")
    let judged = try Judge.java.run(
      ["Show.java"], input: Array(values.map { $0 + "\n" }.joined().utf8), in: folder)
    #expect(judged.status == 0, "\(judged.complaint)")
    let lines = judged.text.split(separator: "\n", omittingEmptySubsequences: false)
    var dropped = 0
    for (value, line) in zip(values, lines) {
      let reading = try read("k=\(value)")
      if line == "refused" {
        #expect(reading.diagnostics.contains { $0.code == "invalid-message" }, "\(value)")
        continue
      }
      // Java ignores an unterminated argument that contains a brace, and drops it.
      if reading.diagnostics.contains(where: { $0.code == "invalid-message" }) {
        dropped += 1
        continue
      }
      let message = try #require(reading.texts[0]["de"]).message
      let shown = message.formatted(with: ["X", "Y"]).text
      #expect(shown.utf8.elementsEqual(line.utf8), "\(value): \(shown), Java: \(line)")
    }
    #expect(dropped < 20)
  }

  /// Reads a file of originals, and one of translations.
  private func translated(_ original: String, _ translation: String) throws -> FormatReading {
    var options = ReadingOptions(file: "Texts.properties", language: "en")
    options.masterLanguage = "en"
    let master = try ReadableFormat.properties.read(Array(original.utf8), options)
    var originals = Originals()
    for text in master.texts { originals.note(text, ofTable: "Texts") }
    options = ReadingOptions(file: "Texts_de.properties", language: "de")
    options.masterLanguage = "en"
    options.originals = originals.scoped(toTable: "Texts")
    return try ReadableFormat.properties.read(Array(translation.utf8), options)
  }

  @Test func `an argument only in the translation is literal text if the original has quotes`()
    throws
  {
    let reading = try translated("k=It's plain\n", "k=Es ist {0}, gell''s\n")
    #expect(reading.texts.map { $0.context?.text } == [nil])
    #expect(reading.texts.map { $0.values[0].source } == ["Es ist {0}, gell''s"])
    #expect(
      printed(reading.diagnostics) == [
        "1:3 warning [unknown-argument] 'k' has an argument that is not in the original; it "
          + "is kept as text"
      ])
  }

  @Test func `a translation without arguments is quoted like its original`() throws {
    let reading = try translated("k=It''s {0}\n", "k=l''heure\n")
    #expect(reading.texts.map { $0.context?.text } == ["@messageformat"])
    #expect(reading.texts.map { $0.values[0].source } == ["l'heure"])
    #expect(reading.diagnostics.isEmpty)
  }
}
