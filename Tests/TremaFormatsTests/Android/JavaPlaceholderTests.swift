import Testing
import TremaMessages
import TremaTestSupport

/// Every conversion with every flag, width and precision, and Java's result for it.
@Suite struct JavaPlaceholderTests {
  private static let conversions =
    Array("@dDiuUxXoOfFeEgGaAcCsSbBhH").map(String.init) + ["tY", "tm"]

  private static func sources() -> [String] {
    var flags: [String] = [""]
    for flag in ["-", "0", "+", "'", "#", "("] { flags += flags.map { $0 + flag } }
    var sources: [String] = []
    for conversion in conversions {
      for flag in flags {
        for width in ["", "1", "12"] {
          for precision in ["", ".0", ".1", ".3"] {
            sources.append("%\(flag)\(width)\(precision)\(conversion)")
          }
        }
      }
    }
    return sources
  }

  private static func argument(_ type: ArgumentType) -> String? {
    switch type {
    case .text, .hash: "text"
    case .integer: "integer"
    case .floating: "floating"
    case .character: "character"
    case .boolean: "boolean"
    case .date: "date"
    case .pointer, .none: nil
    }
  }

  private static let program = """
    import java.io.*; import java.util.*;
    public class Format {
      public static void main(String[] none) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        Map<String, Object> arguments = new HashMap<>();
        arguments.put("text", "text"); arguments.put("integer", -1234567L); arguments.put("floating", -1234.5);
        arguments.put("character", 'x'); arguments.put("boolean", true); arguments.put("date", 0L);
        for (String line; (line = in.readLine()) != null; ) {
          var parts = line.split(" ");
          try { String.format(Locale.ROOT, parts[1], arguments.get(parts[0])); System.out.println("good"); }
          catch (IllegalFormatException e) { System.out.println(e.getClass().getSimpleName()); }
        }
      }
    }
    """

  private static func judge(_ lines: [String]) throws -> [Substring] {
    let folder = try TemporaryFolder()
    try folder.write(Array(program.utf8), to: "Format.java")
    let input = Array(lines.joined(separator: "\n").utf8)
    let judged = try Judge.java.run(["Format.java"], input: input, in: folder)
    #expect(judged.status == 0, "\(judged.complaint)")
    return judged.text.split(separator: "\n")
  }

  /// Returns the written formats for which Java throws an exception.
  private static func refused() throws -> [String] {
    var lines: [String] = []
    var names: [String] = []
    for source in sources() {
      let placeholders = Message.parse(source, backslash: .literal).message.placeholders
      guard placeholders.count == 1, let argument = argument(placeholders[0].type),
        let spelled = PlaceholderDialect.java.spell(placeholders[0], position: nil)
      else { continue }
      lines.append("\(argument) \(spelled)")
      names.append(source)
    }
    #expect(lines.count > 500)
    let answers = try judge(lines)
    #expect(answers.count == lines.count)
    return zip(answers, zip(names, lines)).filter { $0.0 != "good" }
      .map { answer, sample in "\(sample.0) as \(sample.1): \(answer)" }
  }

  @Test func `Java accepts every placeholder that is written for it`() throws {
    let refused = try Self.refused()
    // The list itself would fill pages.
    let isTaken = refused.isEmpty
    #expect(isTaken, "\(refused.count): \(refused.prefix(10).joined(separator: "\n"))")
  }

  @Test func `only placeholders that Java rejects or formats differently are refused`()
    throws
  {
    var lines: [String] = []
    for source in Self.sources() {
      let placeholders = Message.parse(source, backslash: .literal).message.placeholders
      guard placeholders.count == 1, let argument = Self.argument(placeholders[0].type),
        PlaceholderDialect.java.spell(placeholders[0], position: nil) == nil
      else { continue }
      lines.append("\(argument) \(Self.nearest(source))")
    }
    #expect(lines.count > 500)
    let needless = zip(lines, try Self.judge(lines)).filter { $0.1 == "good" }.map(\.0)
    #expect(needless.isEmpty, "\(needless.count): \(needless.prefix(10).joined(separator: "\n"))")
  }

  /// The same conversions with Java's letters, as a simple exporter writes them.
  private static func nearest(_ source: String) -> String {
    let letters: [Character: Character] = [
      "@": "s", "D": "d", "i": "d", "u": "d", "U": "d", "O": "o", "F": "f", "'": ",",
    ]
    return String(source.map { letters[$0] ?? $0 })
  }
}
