/// Catalogs of about equal size that are designed to take long, and the exit status expected from
/// `convert` and `check` for each.
struct HostileCatalogues {
  struct File {
    let name: String
    let status: Int
    let bytes: [UInt8]

    init(_ name: String, status: Int = 0, _ bytes: [UInt8]) {
      (self.name, self.status, self.bytes) = (name, status, bytes)
    }
  }

  let size: Int

  private static let head =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<trema masterLang=\"de\">\n"
  private static let tail = "</trema>\n"

  var files: [File] { values + parts + pairs + languages + prose + keys + elements + unfinished }

  /// Returns a catalog with as many texts of one value as fit.
  func texts(_ value: String, key: (Int) -> String = { "k\($0)" }) -> [UInt8] {
    document { number in
      "<text key=\"\(key(number))\"><context/><value lang=\"de\" status=\"translated\">\(value)"
        + "</value></text>\n"
    }
  }

  func document(_ element: (Int) -> String) -> [UInt8] {
    var bytes = Array(Self.head.utf8)
    var number = 0
    while bytes.count < size {
      bytes += element(number).utf8
      number += 1
    }
    return bytes + Self.tail.utf8
  }

  /// Returns a catalog with one value that repeats a piece.
  func value(of piece: String, before: String = "", behind: String = "") -> [UInt8] {
    var bytes = Array(Self.head.utf8)
    bytes += "<text key=\"k\"><context/><value lang=\"de\" status=\"translated\">\(before)".utf8
    bytes += repeated(piece)
    return bytes + "\(behind)</value></text>\n\(Self.tail)".utf8
  }

  private var plural: [UInt8] {
    var branches = ""
    var number = 0
    while branches.utf8.count < size {
      branches += "=\(number) {# a} "
      number += 1
    }
    return Array(
      "\(Self.head)<text key=\"k\"><value lang=\"de\">{n, plural, \(branches)other {b}}</value>"
        .utf8) + Array("</text>\n\(Self.tail)".utf8)
  }

  private func repeated(_ piece: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + piece.utf8.count)
    while bytes.count < size { bytes += piece.utf8 }
    return bytes
  }

  private var values: [File] {
    [
      File("one giant value", value(of: "word ", behind: "end")),
      File(
        "a value beyond the limit", status: 3, value(of: String(repeating: "x", count: 17 << 20))),
      File("percent signs, one value", value(of: "%")),
      File("percent signs, many values", texts(String(repeating: "%", count: 200))),
      File("placeholders, one value", status: 1, value(of: "%@ ", behind: "end")),
      File("backslashes, one value", value(of: "\\\\")),
      File("unknown escapes, many values", texts(String(repeating: "\\q", count: 100))),
      File("open braces, one value", value(of: "{")),
      File("braces in braces, many values", texts(String(repeating: "{a{b}", count: 40))),
      File("plurals without an end", status: 1, value(of: "{n, plural, ")),
      File("broken plurals, many values", status: 1, texts("{n, plural, one {# day}}")),
      File("one giant plural", status: 1, plural),
      File("CDATA, one value", value(of: "<![CDATA[x]]>")),
      File("empty CDATA, one value", value(of: "<![CDATA[]]>", behind: "x")),
      File("comments, one value", value(of: "<!---->", behind: "x")),
      File("instructions, one value", value(of: "<?a?>", behind: "x")),
      File("entities, one value", value(of: "&lt;")),
      File("references, one value", value(of: "&#65;")),
      File("line ends of Windows", value(of: "\r\n", before: "x", behind: "x")),
      File("line feeds", value(of: "\n", before: "x", behind: "x")),
      File("quotes, one value", value(of: "\"")),
      File("combining marks, one value", value(of: "\u{301}", before: "e")),
      File("child elements, one value", value(of: "<b/>", behind: "x")),
    ]
  }

  /// Values with almost the maximum number of parts in a message.
  private var parts: [File] {
    let most = 9_990
    func repeated(_ piece: String, _ count: Int) -> String {
      String(repeating: piece, count: count)
    }
    func branches(_ selector: String) -> String {
      (0..<most / 2).map { "\(selector)\($0){a}" }.joined(separator: " ") + " other {b}"
    }
    func plural(_ branch: String) -> String { "{n, plural, other {\(branch)}}" }
    return [
      File("many placeholders a value", texts(repeated("%1$s ", most))),
      File("many arguments a value", texts(plural(repeated("{a}", most)))),
      File("many numbers a plural", texts(plural(repeated("#", most)))),
      File("many branches a plural", texts("{n, plural, \(branches("="))}")),
      File("many branches a select", texts("{n, select, \(branches("a"))}")),
      File("many plurals a value", texts(plural(repeated("{a,plural,other{b}}", most / 3)))),
      File("plurals in each other", texts(inEachOther(15))),
    ]
  }

  /// Returns plurals nested to a depth, with an argument in the innermost one.
  private func inEachOther(_ depth: Int) -> String {
    (0..<depth).reduce("ab {name}") { "ab {n\($1), plural, one {x} other {\($0)}}" }
  }

  /// Combining marks that are not in canonical order: comparing them takes quadratic time in Swift.
  private var marks: String { String(repeating: "\u{301}\u{323}", count: size / 4) }

  private var keys: [File] {
    let prefix = String(repeating: "shared.prefix.", count: 70)
    return [
      File("long keys that share a prefix", texts("x") { "\(prefix)\($0)" }),
      File("the same key", status: 1, texts("x") { _ in "key" }),
      File("keys that differ in case", texts("x") { CollidingKeys.cases($0) }),
      File("keys of one hash: times 31", texts("x") { CollidingKeys.pairs("Aa", "BB", $0) }),
      File("keys of one hash: times 33", texts("x") { CollidingKeys.pairs("Ez", "FY", $0) }),
      File("keys of one slot: FNV-1a", texts("x") { CollidingKeys.fnv($0) }),
      File(
        "one giant key",
        Array(Self.head.utf8) + Array("<text key=\"".utf8) + repeated("k")
          + Array("\"><value lang=\"de\">x</value></text>\(Self.tail)".utf8)),
      File("a key of marks", text("key=\"\(marks)\"", "x")),
      File("a status of marks", text("key=\"k\"", "x", status: marks)),
      File("a name of marks", status: 1, text("key=\"k\"", "{n, select, \(marks) {a} other {b}}")),
    ]
  }

  private func text(_ key: String, _ value: String, status: String = "translated") -> [UInt8] {
    Array(
      "\(Self.head)<text \(key)><value lang=\"de\" status=\"\(status)\">\(value)</value></text>\n\(Self.tail)"
        .utf8)
  }

  /// Returns a catalog with short elements that have default attributes from the DTD.
  private func declaring(_ attributes: String) -> [UInt8] {
    let head = "<!DOCTYPE trema [<!ATTLIST b \(attributes)>]>\n<trema masterLang=\"de\">\n"
    return Array("\(head)<text key=\"k\"><value lang=\"de\">".utf8) + repeated("<b/>")
      + Array("x</value></text>\n\(Self.tail)".utf8)
  }

  private var elements: [File] {
    let nested = { (depth: Int) in
      String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
    }
    return [
      File("elements in each other", status: 3, value(of: "<a>")),
      File("as deep as allowed", texts(nested(250))),
      File("empty texts", document { "<text key=\"k\($0)\"/>" }),
      File("a context of empty lines", context { _ in "\n" }),
      File("a context of annotations", context { "@ignore edge-space\($0) because\n" }),
      File("unknown elements", document { _ in "<a/>" }),
      File(
        "values in many languages", status: 3,
        Array(Self.head.utf8) + Array("<text key=\"k\"><value lang=\"de\">x</value>".utf8)
          + manyLanguages() + Array("</text>\(Self.tail)".utf8)),
      File(
        "one long attribute that is declared", status: 3,
        declaring("a CDATA '\(String(repeating: "x", count: size / 2))'")),
      File(
        "many attributes that are declared", status: 3,
        declaring((0..<250).map { "a\($0) CDATA 'x'" }.joined(separator: " "))),
      File("white space", document { _ in String(repeating: " ", count: 1000) }),
      File("comments", document { _ in "<!-- a -->" }),
      File(
        "attributes", status: 3,
        attributes(behind: "><value lang=\"de\">x</value></text>\(Self.tail)")),
      File(
        "the same attribute", status: 3,
        Array(Self.head.utf8) + Array("<text key=\"k\"".utf8) + repeated(" key=\"k\"")
          + Array("/>\(Self.tail)".utf8)),
      File(
        "entities of entities", status: 3,
        Array(
          ("<!DOCTYPE trema [<!ENTITY a \"aaaaaaaaaa\">"
            + (1...9).map {
              "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 == 1 ? "" : "\($0 - 1)");", count: 10))\">"
            }
            .joined() + "]>\n<trema masterLang=\"de\"><text key=\"k\"><value lang=\"de\">").utf8)
          + repeated("&a9;") + Array("</value></text>\(Self.tail)".utf8)),
    ]
  }

  /// Files with unterminated constructs. Parsers search them for the end.
  private var unfinished: [File] {
    let head = Array((Self.head + "<text key=\"k\"><value lang=\"de\">").utf8)
    return [
      File("a comment without an end", status: 3, head + Array("<!-- ".utf8) + repeated("a ")),
      File("CDATA without an end", status: 3, head + Array("<![CDATA[".utf8) + repeated("a ]] ")),
      File("an instruction without an end", status: 3, head + Array("<?a ".utf8) + repeated("? ")),
      File("a tag without an end", status: 3, attributes(behind: "")),
      File(
        "an attribute without an end", status: 3,
        Array((Self.head + "<text key=\"").utf8) + repeated("a > ")),
      File("a reference without an end", status: 3, head + Array("&".utf8) + repeated("a")),
      File("a name without an end", status: 3, head + Array("<".utf8) + repeated("a")),
    ]
  }

  /// Returns a catalog with one text whose context consists of many lines.
  func context(_ line: (Int) -> String) -> [UInt8] {
    var bytes = Array("\(Self.head)<text key=\"k\"><context>".utf8)
    var number = 0
    while bytes.count < size {
      bytes += line(number).utf8
      number += 1
    }
    return bytes + "x</context><value lang=\"de\">x</value></text>\n\(Self.tail)".utf8
  }

  private func attributes(behind: String) -> [UInt8] {
    var bytes = Array((Self.head + "<text key=\"k\"").utf8)
    var number = 0
    while bytes.count < size {
      bytes += " a\(number)=\"\"".utf8
      number += 1
    }
    return bytes + behind.utf8
  }

  /// Returns values in many distinct languages.
  private func manyLanguages() -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    while bytes.count < size {
      let (a, b) = (letters[number % 26], letters[number / 26 % 26])
      bytes += "<value lang=\"q\(a)\(b)-x-\(number)\" status=\"translated\">x</value>".utf8
      number += 1
    }
    return bytes
  }
}
