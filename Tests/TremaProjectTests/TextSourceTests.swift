import Foundation
import Testing
import TremaChecks
import TremaDiagnostics
import TremaSupport
import TremaTestSupport

@testable import TremaProject

/// Catalogs that the scanner and libxml2 read alike, with and without a limit of findings.
@Suite struct TextSourceTests {
  /// A catalogue of mostly plain texts, and some odd ones.
  private static func catalogue(_ random: inout SeededGenerator) -> String {
    let languages = random.pick([
      ["de", "en", "fr"], ["de"], ["de", "pt_BR", "de"], ["en", "fr"], [],
    ])
    let line = random.pick(["\n", "\n", "\r\n"])
    var text = "\(declaration)\(line)<trema masterLang=\"de\">\(line)"
    for number in 0..<random.number(150...250) {
      let isOdd = random.once(in: 6)
      let key = isOdd ? random.pick(oddKeys) + random.pick(["", "\(number)"]) : "title.\(number)_a"
      let context = isOdd ? random.pick(oddContexts) : random.pick(contexts)
      text += random.pick(["  ", "", "\t"]) + "<text key=\"\(key)\">\(line)    \(context)\(line)"
      let before = random.pick(isOdd ? oddValues : values)
      let behind = random.pick(isOdd ? values : ["", "", "", random.pick(values)])
      for language in languages where !random.once(in: 20) {
        let status = isOdd ? random.pick(oddStatuses) : random.pick(statuses)
        let own = isOdd && random.once(in: 4) ? HostileText.value(&random) : ""
        let value = own.contains { "<&".contains($0) } ? before : own + before
        text += "    <value lang=\"\(language)\"\(status)>"
        text += random.once(in: 30) ? "" : "\(value)Wort \(number)\(behind)"
        text += "</value>\(line)"
      }
      text += "  </text>\(random.pick([line, line, line, "", "\(line)<!-- aside -->"]))"
    }
    return text + "</trema>\(line)"
  }

  private static let declaration = "<?xml version=\"1.0\"?>"

  private static let contexts = ["<context/>", "<context>Button</context>", "<context></context>"]
  private static let oddContexts = [
    "<context>@max 10</context>", "<context>two  spaces</context>", "<context>a\nb</context>",
    "<context>@ignore edge-space</context>", "<context>*/ -- -</context>", "",
    "<context>@array</context>",
    "<context>@translatable false</context>", "<context>Gr&#252;n &amp; mehr</context>",
    "<context>@param 1 name</context>", "<context a=\"b\">x</context>",
  ]
  private static let oddKeys = [
    "title.1_a", "title_1.a", "class", "@meta", "days.0", "größe", "a b", "&lt;", "", "1st", "a-b",
  ]
  private static let statuses = [" status=\"translated\"", " status=\"verified\""]
  private static let oddStatuses =
    statuses + [
      " status=\"initial\"", " status=\"special\"", " status=\"odd\"", "", " status=''", " a=\"b\"",
    ]
  private static let values = [
    "", "", "", "%@ ", "%d ", "%1$@ %2$d ", "déjà &amp; ", "<![CDATA[<b> ]]>", "\\n", "\\u00e9",
    "a\nb", "%d %% ",
    "\"x\" ", "50 %", "'s ", "日本", "]", "&#65;", "😀",
  ]
  private static let oddValues =
    values + [
      " ", "\n", "%%", "%%\u{301}", "%%%", "%d %d ", "%s", "%2$@", "%1$@", "%5d", "%n", "{",
      "{n, plural, other {#}} ",
      "\\x",
      "\\", "<b>x</b>", "<!-- c -->", "]]&gt;", "&#x10FFFF;", "\u{FEFF}", "\t", "@", "?", "&quot;",
      "\\u0020",
    ]

  private static func run(
    _ path: String, _ formats: [ConversionOutput], _ depth: Checker.Depth, limit: Int? = nil
  ) throws -> (report: Conversion.Report?, text: [UInt8], files: [String: [UInt8]]) {
    var conversion = Conversion()
    conversion.catalogs = [Conversion.CatalogInput(paths: [path])]
    conversion.outputs = formats
    conversion.depth = depth
    conversion.continuesOnErrors = true
    conversion.reportsAllLosses = true
    conversion.maxFindings = limit
    let transaction = OutputTransaction(.collect)
    let reporter = TextReporter(usesColor: false, source: { _ in nil })
    do throws(Diagnostic) {
      let report = try conversion.run(into: transaction)
      var files: [String: [UInt8]] = [:]
      for file in transaction.files { files[file.path] = file.bytes }
      return (report, reporter.report(report.diagnostics), files)
    } catch {
      return (nil, reporter.report([error]), [:])
    }
  }

  @Test func `the scanner and libxml2 read the same texts`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 11)
    let outputs: [[ConversionOutput.Kind]] = [
      [.resources(.strings)], [.resources(.android)], [.resources(.compose)],
      [.resources(.compiled)],
      [.resources(.strings), .resources(.android), .swift(.init()), .kotlin(.init())], [],
      [.resources(.po)], [.resources(.stringsdict), .resources(.json), .resources(.properties)],
      [.resources(.arb), .resources(.xliff)], [.resources(.arb)],
    ]
    var texts = 0
    for round in 0..<40 {
      let catalogue = Self.catalogue(&random)
      let path = folder.url.appending(path: "Texts.trm").path
      // The scanner leaves a document with a type declaration to libxml2; on the first line it
      // moves no other line.
      let declared = Self.declaration + "<!DOCTYPE trema>"
      let forLibxml2 = catalogue.replacingOccurrences(of: Self.declaration, with: declared)
      let kinds = outputs[round % outputs.count]
      for depth in [Checker.Depth.outputs, .everything] {
        let formats = kinds.map { ConversionOutput($0, directory: "out", table: "Texts") }
        try Data(forLibxml2.utf8).write(to: URL(fileURLWithPath: path))
        let other = try Self.run(path, formats, depth)
        try Data(catalogue.utf8).write(to: URL(fileURLWithPath: path))
        let own = try Self.run(path, formats, depth)
        texts += own.report?.textCount ?? 0
        let comment: Comment = "round \(round), \(kinds), \(depth)"
        #expect(own.text == other.text, "\(comment): \(Self.difference(own.text, other.text))")
        #expect(own.files == other.files, comment)
        guard own.text == other.text, own.files == other.files else { return }

        let most = random.number(1...4)
        guard let all = own.report?.diagnostics else { continue }
        let told = TextReporter().report(all.limited(to: most))
        let limited = try Self.run(path, formats, depth, limit: most)
        #expect(
          limited.text == told, "\(comment), \(most): \(Self.difference(limited.text, told))")
        #expect(limited.files == own.files, comment)
      }
    }
    #expect(texts > 5000)
  }

  /// The first lines that differ.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> String {
    let lines = [a, b].map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    for (one, other) in zip(lines[0], lines[1]) where one != other {
      return "\(one)\n\(other)"
    }
    return "\(lines[0].count) lines, \(lines[1].count)"
  }
}
