import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// Compares the format with an implementation of Compose Multiplatform's rules in Python, because its
/// Gradle plugin is not available to the tests.
@Suite struct ComposeJudgeTests {
  private static let program = #"""
    import json, re, sys
    from xml.dom import minidom

    def content(node):
        return "".join(
            content(child) if child.nodeType == child.ELEMENT_NODE else
            child.data if child.nodeType in (child.TEXT_NODE, child.CDATA_SECTION_NODE) else ""
            for child in node.childNodes)

    def text(node):
        def character(match):
            if match[1]: return match[0]
            return chr(int(match[2], 16)) if match[2] else {"n": "\n", "t": "\t"}[match[3]]
        pattern = r"(\\\\)|\\u([0-9a-fA-F]{4})|\\([nt])"
        return re.sub(pattern, character, content(node)).replace("\\\\", "\\")

    def formatted(node):
        return re.sub(r"%([0-9]+)\$[ds]", lambda match: "<%s>" % match[1], text(node))

    def elements(node): return [c for c in node.childNodes if c.nodeType == c.ELEMENT_NODE]

    texts = {}
    for resource in elements(minidom.parse(sys.argv[1]).documentElement):
        name = resource.getAttribute("name")
        if resource.nodeName == "string":
            texts[name] = {"": formatted(resource)}
        if resource.nodeName == "plurals":
            texts[name] = {i.getAttribute("quantity"): formatted(i) for i in elements(resource)}
        if resource.nodeName == "string-array":
            for number, item in enumerate(elements(resource)):
                texts["%s.%d" % (name, number)] = {"": formatted(item)}
    json.dump(texts, sys.stdout)
    """#

  /// Returns a message with each argument replaced with its number.
  private static func shown(_ message: Message) -> String {
    var numbers = PlaceholderNumbers()
    return message.elements.map { element in
      switch element {
      case .text(let text): text
      case .pluralNumber: "<1>"
      case .placeholder(let placeholder): "<\(numbers.next(placeholder))>"
      case .argument: "?"
      }
    }.joined()
  }

  /// Returns the texts by plural category. The category of a text without a plural is empty.
  private static func forms(_ message: Message) -> [String: String] {
    guard case .plural(let plural)? = message.asOnePlural?.kind else { return ["": shown(message)] }
    var forms: [String: String] = [:]
    for branch in plural.branches { forms[branch.selector.spelling] = shown(branch.message) }
    return forms
  }

  @Test func `Compose Multiplatform displays every text, form and item as intended`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 71)
    var texts: [Text] = []
    for number in 0..<400 {
      texts += AndroidSamples.texts(&random).map { text in
        var text = text
        text.key = "c\(number)\(text.key)"
        return text
      }
    }
    let master = AndroidSamples.languages[0]
    var (count, refused) = (0, 0)
    for language in AndroidSamples.languages {
      let file = FileDescription(
        source: "a.trm", table: "t", language: language, defaultLanguage: master)
      var writer = ResourceFormat.compose.writer(file)
      var bytes: [UInt8] = []
      writer.begin(into: &bytes)
      var wanted: [String: [String: String]] = [:]
      for text in texts {
        let annotations = Annotations(text.context)
        let index = try #require(text.index(ofLanguage: language.description))
        writer.append(
          Entry(text, at: index, TextOutline(text, annotations: annotations, master: "en")),
          into: &bytes)
        if !writer.takeProblems().isEmpty {
          refused += 1
        } else if annotations.isTranslatable || language == master {
          wanted[text.key] = Self.forms(text.values[index].message)
        }
      }
      writer.end(into: &bytes)
      try folder.write(bytes, to: "strings.xml")
      let verdict = try Judge.python.run(["-c", Self.program, "strings.xml"], in: folder)
      try #require(verdict.status == 0, "\(verdict.complaint)")
      let found = try JSONDecoder().decode(
        [String: [String: String]].self, from: Data(verdict.output))
      #expect(Set(found.keys) == Set(wanted.keys))
      count += found.count
      for (key, forms) in wanted
      where found[key]?.mapValues(ExactString.init) != forms.mapValues(ExactString.init) {
        Issue.record("\(language) \(key): \(found[key] ?? [:]), wanted \(forms)")
      }
    }
    #expect(count > 4000 && refused < count / 10, "\(count) \(refused)")
  }

  @Test func `the reader resolves escape sequences as Compose Multiplatform does`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 72)
    let pieces = [
      "\\", "\\\\", "n", "t", "u", "u0041", "\\u005c", "\\u00e9", "\\n", "\\t", "\\u12", " ",
    ]
    var body = ""
    for number in 0..<3000 {
      let text = (0..<random.number(0...8)).map { _ in random.pick(pieces) }.joined()
      body += "<string name=\"k\(number)\">\(text)</string>\n"
    }
    let file = Array("<resources>\n\(body)</resources>".utf8)
    try folder.write(file, to: "strings.xml")
    let verdict = try Judge.python.run(["-c", Self.program, "strings.xml"], in: folder)
    let found = try JSONDecoder().decode(
      [String: [String: String]].self, from: Data(verdict.output))
    let reading = try ReadableFormat.compose.read(
      file, ReadingOptions(file: "strings.xml", language: "en"))
    #expect(reading.texts.count == 3000)
    for text in reading.texts {
      #expect(text.values[0].message.plainText == found[text.key]?[""], "\(text.key)")
    }
  }
}
