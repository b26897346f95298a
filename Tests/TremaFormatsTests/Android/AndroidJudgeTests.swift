import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Comparisons with aapt2 and Java, which read our files, and of our reader with aapt2.
@Suite struct AndroidJudgeTests {
  /// Returns the resources that Android must hold, worked out without the writer.
  private static func wanted(
    _ text: Text, _ message: Message
  ) -> [(name: String, text: String)] {
    let parts = text.key.split(separator: ".")
    let name = parts.count == 2 ? "\(parts[0])[\(parts[1])]" : text.key
    guard case .argument(let argument)? = message.elements.first,
      case .plural(let plural) = argument.kind
    else { return [(name, IntendedText.java(message))] }
    return plural.branches.map { branch in
      let text = branch.message.elements.map { element in
        switch element {
        case .text(let text):
          text.utf8.split(
            separator: UInt8(ascii: "%"), omittingEmptySubsequences: false
          ).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "%%")
        case .pluralNumber: "%1$,d"
        case .placeholder(let placeholder): placeholder.position == 1 ? "%1$d" : "%2$s"
        case .argument: "\u{FFFC}"
        }
      }
      return ("\(name)#\(branch.selector.spelling)", text.joined())
    }
  }

  private static let locales = ["en": "", "pl": "pl", "ar": "ar", "ja": "ja"]

  @Test func `aapt2 shows plurals and arrays as intended, and Java formats them`() throws {
    let build = try AndroidBuild()
    var random = SeededGenerator(seed: 7001)
    var wanted: [ResourceTable.Text: ExactString] = [:]
    for number in 0..<250 {
      let texts = AndroidSamples.texts(&random).map { text in
        var text = text
        text.key = "c\(number)_\(text.key)"
        return text
      }
      for language in AndroidSamples.languages {
        let file = FileDescription(
          source: "a.trm", table: "t", language: language,
          defaultLanguage: AndroidSamples.languages[0])
        try build.folder.write(
          AndroidSamples.file(texts, language).bytes,
          to: "res/\(file.file(named: "strings_\(number).xml"))")
        for text in texts {
          let annotations = Annotations(text.context)
          let message = try #require(text[language.description]).message
          let locale = Self.locales[language.description] ?? ""
          if !annotations.isTranslatable, !file.isDefault { continue }
          for (name, intended) in Self.wanted(text, message) {
            wanted[ResourceTable.Text(locale: locale, name: name)] = ExactString(intended)
          }
        }
      }
    }
    let found = ResourceTable.texts(try build.table())
    #expect(found.count == wanted.count && found.count > 3000)
    for (text, intended) in wanted where found[text] != intended {
      Issue.record("\(text): \(found[text]?.description ?? "missing"), wanted \(intended)")
    }
    try Self.format(found.filter { $0.key.name.contains("#") }.map(\.value.text))
  }

  /// Java formats each of them, and shows the same text as the plain rules of printf.
  private static func format(_ formats: [String]) throws {
    let program = """
      import java.io.*; import java.nio.charset.StandardCharsets; import java.util.*;
      public class Format {
        public static void main(String[] none) throws IOException {
          var parts = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\\0", -1);
          var out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
          for (var part : parts) { out.print(String.format(Locale.ROOT, part, 1234567, "Anna")); out.print("\\0"); }
          out.flush();
        }
      }
      """
    let folder = try TemporaryFolder()
    try folder.write(Array(program.utf8), to: "Format.java")
    let judged = try Judge.java.run(
      ["Format.java"], input: Array(formats.joined(separator: "\0").utf8), in: folder)
    #expect(judged.status == 0, "\(judged.complaint)")
    let found = judged.output.split(separator: 0, omittingEmptySubsequences: false)
    #expect(found.count == formats.count + 1)
    for (format, shown) in zip(formats, found) {
      var wanted = format
      for (conversion, text) in [
        ("%%", "\u{1}"), ("%1$,d", "1,234,567"), ("%1$d", "1234567"), ("%2$s", "Anna"),
        ("\u{1}", "%"),
      ] {
        wanted = replaced(wanted, conversion, text)
      }
      #expect(wanted.utf8.elementsEqual(shown), "\(bytes(format))")
    }
  }

  /// Replaces byte by byte: in Swift a percent sign and an accent are one character.
  private static func replaced(_ text: String, _ old: String, _ new: String) -> String {
    var bytes = Array(text.utf8)
    bytes.replace(Array(old.utf8), with: Array(new.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Reading

  private static let pieces: [String] = [
    "a", "word", " ", "  ", "\n", "\t", "\u{A0}", "\u{2003}", "é", "😀", "\"", "\"\"", "'", "\\'",
    "\\\"", "\\\\", "\\n", "\\t", "\\@", "\\?", "\\#", "\\u0041", "\\u00e9", "\\u0020", "\\x",
    "\\ ", "\\\n", "\\", "@", "?", "@string/t0", "@null", "@empty", "?attr/x", "?x", "@x", "@/x",
    "#fff",
    "&lt;", "&amp;", "&gt;", "&quot;", "&apos;", "&#10;", "&#32;", "&#9;", "<![CDATA[ x ]]>",
    "<![CDATA[\"]]>", "<![CDATA[it's <b>]]>", "<!-- c -->", "<?p q?>", "<g:g id=\"i\">",
    "</g:g>", "\\u0025\\u0025", "\\u00251$s", "\\u00251$d", "\\u12g", "{0}", "true", "0x10",
    "<i>", "</i>",
  ]

  /// Elements closed in their order.
  private static func content(_ random: inout SeededGenerator) -> String {
    var text = ""
    var open: [String] = []
    for _ in 0..<random.number(0...9) {
      let piece = random.pick(pieces)
      switch piece {
      case "<g:g id=\"i\">":
        if open.contains("</g:g>"), !random.once(in: 4) { continue }
        open.append("</g:g>")
      case "<i>": open.append("</i>")
      case "</g:g>", "</i>":
        if open.last != piece { continue }
        open.removeLast()
      default: break
      }
      text += piece
    }
    return text + open.reversed().joined()
  }

  @Test func `a text is read like aapt2 reads it`() throws {
    var random = SeededGenerator(seed: 7002)
    let build = try AndroidBuild()
    var wanted: [String: ExactString] = [:]
    var refused: [String] = []
    let start = "<resources xmlns:g=\"urn:oasis:names:tc:xliff:document:1.2\">"
    var document = start + "<string name=\"t0\">the target</string>"
    var options = ReadingOptions(file: "strings.xml", language: "en")
    options.backslash = .literal
    for number in 1...4000 {
      let element =
        "<string name=\"t\(number)\" formatted=\"false\">\(Self.content(&random))</string>"
      let reading = try ReadableFormat.android.read(
        Array("\(start)\(element)</resources>".utf8), options)
      if reading.diagnostics.contains(where: { $0.severity == .error }) {
        refused.append(element)
        continue
      }
      // A single file cannot resolve a reference.
      guard let text = reading.texts.first, text.context?.text.isEmpty ?? true else {
        if element.contains("<i>") { document += element }
        continue
      }
      document += element
      wanted["t\(number)"] = ExactString(text.values[0].message.plainText ?? "")
    }
    try build.folder.write(Array((document + "</resources>").utf8), to: "res/values/a.xml")
    let found = ResourceTable.texts(try build.table())
    #expect(wanted.count > 2000)
    for (name, text) in wanted {
      let other = found[ResourceTable.Text(locale: "", name: name)]
      if other != text { Issue.record("\(name): \(text), to aapt2 \(other?.description ?? "nil")") }
    }
    // aapt2 rejects everything that the reader rejects.
    #expect(refused.count > 100)
    for element in refused.prefix(25) {
      let build = try AndroidBuild()
      try build.folder.write(Array("\(start)\(element)</resources>".utf8), to: "res/values/a.xml")
      #expect(throws: AndroidBuild.Failure.self, "\(element)") { try build.table() }
    }
  }

  @Test(arguments: ["af", "b+kk+Cyrl", "de"])
  func `real files are read like aapt2 reads them, even after a round trip`(
    qualifier: String
  ) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent(
        "Fixtures/corpora/android/wikipedia/res/values-\(qualifier)/strings.xml")
    let bytes = [UInt8](try Data(contentsOf: url))
    guard case .language(let language)? = AndroidFolder("values-\(qualifier)") else {
      Issue.record("\(qualifier) is no language")
      return
    }
    var options = ReadingOptions(file: "strings.xml", language: language.description)
    options.backslash = .literal
    let reading = try ReadableFormat.android.read(bytes, options)
    #expect(reading.diagnostics.filter { $0.severity == .error }.isEmpty)
    #expect(reading.texts.count > 300)

    let build = try AndroidBuild()
    try build.folder.write(bytes, to: "res/values/strings.xml")
    let found = ResourceTable.texts(try build.table())
    var count = 0
    for text in reading.texts {
      let message = text.values[0].message
      var forms = [("", message)]
      if case .argument(let argument)? = message.elements.first,
        case .plural(let plural) = argument.kind
      {
        forms = plural.branches.map { ("#\($0.selector.spelling)", $0.message) }
      }
      for (name, form) in forms {
        count += 1
        let theirs = found[ResourceTable.Text(locale: "", name: text.key + name)]?.text
        // Numbers added to a plural are in our message alone.
        let same = theirs.map { Message.parseAsShown($0).message }
        #expect(
          same.map { IntendedText.java($0.unnumbered) } == IntendedText.java(form.unnumbered),
          "\(text.key)\(name)")
      }
    }
    #expect(count == found.count)

    let (written, _) = AndroidSamples.file(reading.texts, language, master: language)
    let again = try ReadableFormat.android.read(written, options)
    #expect(again.diagnostics.isEmpty)
    #expect(again.texts.count == reading.texts.count)
    for (a, b) in zip(reading.texts, again.texts) {
      #expect(a.key == b.key && a.context == b.context)
      #expect(a.values[0].message == b.values[0].message, "\(a.key)")
    }
  }
}

extension Message {
  /// The message without numbers on its placeholders, and `#` as one.
  fileprivate var unnumbered: Message {
    Message(
      elements.map { element in
        var placeholder = Placeholder("d")
        switch element {
        case .placeholder(let own): placeholder = own
        case .pluralNumber: placeholder.flags = .grouped
        case .text, .argument: return element
        }
        placeholder.position = nil
        return .placeholder(placeholder)
      })
  }
}
