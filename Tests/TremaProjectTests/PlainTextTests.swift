import Foundation
import Testing
import TremaChecks
import TremaDiagnostics
import TremaSupport
import TremaTestSupport

@testable import TremaProject

/// The short way of plain texts beside the long one.
@Suite struct PlainTextTests {
  /// Most texts plain, the others odd in one way or another.
  private static func catalogue(_ random: inout SeededGenerator) -> String {
    let languages = random.pick([
      ["de", "en", "fr"], ["de"], ["de", "pt_BR", "de"], ["en", "fr"], [],
    ])
    let line = random.pick(["\n", "\n", "\r\n"])
    // An instruction is for libxml2, and so is all that follows.
    let instruction = random.once(in: 3) ? "<?a?>\(line)" : ""
    var text = "<?xml version=\"1.0\"?>\(line)\(instruction)<trema masterLang=\"de\">\(line)"
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
    _ path: String, _ formats: [ConversionOutput], _ depth: Checker.Depth, plain: Bool,
    limit: Int? = nil
  ) throws -> (report: Conversion.Report?, text: [UInt8], files: [String: [UInt8]]) {
    var conversion = Conversion()
    conversion.catalogues = [Conversion.Catalogue(paths: [path])]
    conversion.outputs = formats
    conversion.depth = depth
    conversion.keepsGoing = true
    conversion.tellsAllLosses = true
    conversion.readsPlainTexts = plain
    conversion.mostFindings = limit
    // Without it texts that have no value in any of the files go by as plain ones, too.
    conversion.policy.settings["missing-master"] = .init(.off)
    let transaction = OutputTransaction(.collect)
    let reporter = TextReporter(color: false, source: { _ in nil })
    do throws(Diagnostic) {
      let report = try conversion.run(into: transaction)
      var files: [String: [UInt8]] = [:]
      for file in transaction.files { files[file.path] = file.bytes }
      return (report, reporter.report(report.diagnostics), files)
    } catch {
      return (nil, reporter.report([error]), [:])
    }
  }

  @Test func `plain texts come out as they do the long way`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 11)
    let outputs: [[ConversionOutput.Kind]] = [
      [.resources(.strings)], [.resources(.android)], [.resources(.compiled)],
      [.resources(.strings), .resources(.android), .swift(.init()), .kotlin(.init())], [],
      [.resources(.po)], [.resources(.stringsdict), .resources(.json), .resources(.properties)],
      [.resources(.arb), .resources(.xliff)], [.resources(.arb)],
    ]
    var plain = 0
    for round in 0..<30 {
      var bytes = Array(Self.catalogue(&random).utf8)
      if round % 4 == 3 {
        let index = random.number(0...bytes.count - 1)
        bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
      }
      let path = folder.url.appending(path: "Texts.trm")
      try Data(bytes).write(to: path)
      for kinds in outputs {
        for depth in [Checker.Depth.outputs, .everything] {
          let formats = kinds.map { ConversionOutput($0, directory: "out", table: "Texts") }
          let short = try Self.run(path.path, formats, depth, plain: true)
          let long = try Self.run(path.path, formats, depth, plain: false)
          plain += short.report?.plainTexts ?? 0
          #expect(long.report?.plainTexts ?? 0 == 0)
          let isSame = short.text == long.text && short.files == long.files
          guard isSame else {
            let kept = URL(fileURLWithPath: NSTemporaryDirectory()).appending(
              path: "plain-\(round).trm")
            try Data(bytes).write(to: kept)
            Issue.record(
              """
              round \(round), \(kinds), \(depth): \(kept.path)
              \(Self.difference(short.text, long.text))
              \(short.files.keys.sorted().map { Self.difference(short.files[$0] ?? [], long.files[$0] ?? []) })
              """)
            return
          }
          let most = random.number(1...4)
          guard let all = long.report?.diagnostics else { continue }
          let told = TextReporter().report(all.limited(to: most))
          for isPlain in [true, false] {
            let limited = try Self.run(path.path, formats, depth, plain: isPlain, limit: most)
            let isSame = limited.text == told && limited.files == long.files
            #expect(
              isSame,
              "round \(round), \(kinds), \(depth), \(most): \(Self.difference(limited.text, told))")
          }
        }
      }
    }
    #expect(plain > 5000)
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
