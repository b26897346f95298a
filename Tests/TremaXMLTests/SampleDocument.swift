import TremaSupport
import TremaTestSupport

/// Writes a document piece by piece and counts all locations independently: a line feed
/// begins a line, and a column is a byte of UTF-8.
struct SampleDocument {
  private(set) var text = ""
  /// The events that a reader must report; see ``EventRecorder``.
  private(set) var events: [String] = []
  private var line = 1
  private var column = 1
  private var pendingText = ""

  private var here: String { "\(line):\(column)" }

  private mutating func write(_ piece: String) {
    text += piece
    for byte in piece.utf8 {
      column += 1
      if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
    }
  }

  private mutating func note(_ event: String) {
    if !pendingText.isEmpty { events.append("text \(pendingText.debugDescription)") }
    pendingText = ""
    events.append(event)
  }

  /// Adds a piece that is neither text nor an event: the declaration, and space around the root.
  mutating func addSilent(_ piece: String) { write(piece) }

  mutating func addText(_ source: String, meaning: String) {
    write(source)
    pendingText += meaning
  }

  mutating func addAside(_ source: String) {
    note("aside@\(here) \(source)")
    write(source)
  }

  struct Attribute {
    var space: String
    var name: String
    var equals: String
    var quote: String
    var source: String
    var meaning: String
  }

  mutating func startTag(_ name: String, _ attributes: [Attribute], space: String, isEmpty: Bool) {
    var event = "<\(name)@\(here)"
    let start = text.utf8.count
    write("<\(name)")
    for attribute in attributes {
      write(attribute.space)
      event += " \(attribute.name)@\(here)="
      write(attribute.name + attribute.equals + attribute.quote)
      event += "\(attribute.meaning.debugDescription)@\(here)"
      write(attribute.source + attribute.quote)
    }
    write(space + (isEmpty ? "/>" : ">"))
    note(event + (isEmpty ? "/>@" : ">@") + here)
    if isEmpty {
      note("</\(name)> \(String(decoding: text.utf8.dropFirst(start), as: UTF8.self))")
    }
  }

  mutating func endTag(_ name: String, space: String) {
    note("</\(name)> </\(name)\(space)>")
    write("</\(name)\(space)>")
  }
}

extension SampleDocument {
  /// The constructs that a document may hold and that its encoding can express.
  struct Shape {
    var encoding: String?
    /// Characters that the encoding can represent.
    var letters = ["a", "Zoë", "größe", "日本語", "😀", "e\u{301}", "\u{A0}"]
    var lineEnd = "\n"
    /// The number of tags and texts.
    var count = 60
    /// Text before each tag, to move it far down or far to the right.
    var gap = ""
  }

  static func random(_ random: inout SeededGenerator, _ shape: Shape) -> SampleDocument {
    var document = SampleDocument()
    let space = [" ", " ", "  ", "\t", shape.lineEnd, " \(shape.lineEnd)   "]
    if let encoding = shape.encoding {
      document.addSilent("<?xml version=\"1.0\" encoding='\(encoding)'?>\(shape.lineEnd)")
    }
    if random.once(in: 2) { document.addAside("<!-- before <trema> -->") }
    // Without a declaration the first character determines the encoding, so it must be a mark.
    if shape.encoding != nil { document.addSilent(shape.lineEnd) }
    document.startTag(
      "root", attributes(&random, shape, space, ["xmlns", "masterLang", "xmlns:x", "x:y"]),
      space: random.pick(["", " ", shape.lineEnd]), isEmpty: false)
    var open = ["root"]
    for _ in 0..<shape.count {
      if !shape.gap.isEmpty {
        document.addText(shape.gap, meaning: shape.gap.withLineFeeds)
      }
      document.addPiece(&random, shape, space, &open)
    }
    while let name = open.popLast() {
      document.endTag(name, space: random.pick(["", " ", shape.lineEnd]))
    }
    document.addSilent(shape.lineEnd)
    return document
  }

  private mutating func addPiece(
    _ random: inout SeededGenerator, _ shape: Shape, _ space: [String], _ open: inout [String]
  ) {
    switch random.number(0...9) {
    case 0...2:
      let name = random.pick(["text", "value", "context", "x:y", "_"])
      let isEmpty = random.once(in: 3)
      startTag(
        name,
        Self.attributes(&random, shape, space, ["key", "lang", "status", "x:a", "xml:space"]),
        space: random.pick(["", " ", shape.lineEnd]), isEmpty: isEmpty)
      if !isEmpty { open.append(name) }
    case 3 where open.count > 1: endTag(open.removeLast(), space: random.pick(["", "\t"]))
    case 4: addAside("<!-- <value lang=\"de\"> - \(random.pick(shape.letters)) > -->")
    case 5: addAside("<?php echo '<b>' > \"?\" ?>")
    case 6:
      let inner =
        " <a b='c'> ]]\(shape.lineEnd)\(shape.lineEnd) &amp; \(random.pick(["", shape.lineEnd]))"
      addText("<![CDATA[\(inner)]]>", meaning: inner.withLineFeeds)
    case 7: addText("&lt;&amp;&#x41;&#66;&quot;", meaning: "<&AB\"")
    case 8: addText(shape.lineEnd, meaning: shape.lineEnd.withLineFeeds)
    default:
      let word = random.pick(shape.letters)
      addText("\(word) 'quoted' > \(word)", meaning: "\(word) 'quoted' > \(word)")
    }
  }

  private static func attributes(
    _ random: inout SeededGenerator, _ shape: Shape, _ space: [String], _ names: [String]
  ) -> [Attribute] {
    // `x:` needs its namespace.
    let isRoot = names.contains("xmlns:x")
    let chosen = isRoot ? names : names.filter { _ in random.once(in: 2) }
    return chosen.shuffled(using: &random).map { name in
      var source = random.pick(["", "de", "a>b", "/>", "=", "a'b", "\(random.pick(shape.letters))"])
      var meaning = source
      if random.once(in: 4) {
        source += "&amp;&#x41;\(shape.lineEnd)\t<".replacing("<", with: "&lt;")
        meaning += "&A  <"
      }
      if name.hasPrefix("xmlns") {
        (source, meaning) = ("urn:\(name.utf8.count)", "urn:\(name.utf8.count)")
      }
      if name == "xml:space" { (source, meaning) = ("preserve", "preserve") }
      let quote = source.contains("'") ? "\"" : random.pick(["\"", "'"])
      return Attribute(
        space: random.pick(space), name: name,
        equals: random.pick(["=", "=", " = ", "=\(shape.lineEnd)", "\t="]), quote: quote,
        source: source, meaning: meaning)
    }
  }
}

extension String {
  /// XML reads every line end as a line feed.
  var withLineFeeds: String {
    String(decoding: utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }
}
