import TremaTestSupport

/// Makes documents of the common shape, uses real ones, and damages most of them.
enum FuzzDocument {
  static func random(_ random: inout SeededGenerator, files: [[UInt8]]) -> [UInt8] {
    var bytes =
      switch random.number(0...3) {
      case 0 where !files.isEmpty: random.pick(files)
      case 1: Array(SampleDocument.random(&random, shape(&random)).text.utf8)
      default: Array(catalogue(&random).utf8)
      }
    for _ in 0..<random.pick([0, 0, 1, 1, 1, 2]) where !bytes.isEmpty { damage(&bytes, &random) }
    return bytes
  }

  private static func shape(_ random: inout SeededGenerator) -> SampleDocument.Shape {
    SampleDocument.Shape(
      encoding: random.pick([nil, "UTF-8", "utf-8", "ISO-8859-1"]),
      lineEnd: random.pick(["\n", "\r\n", "\r"]), count: random.number(0...15))
  }

  /// A catalogue with few or no odd constructs.
  private static func catalogue(_ random: inout SeededGenerator) -> String {
    let line = random.pick(["\n", "\n", "\r\n"])
    var text = random.pick([
      "", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(line)", "<?xml version='1.0'?>",
      "<!-- first -->\(line)",
    ])
    let root = random.pick(["trema", "r"])
    text += "<\(root) \(random.pick(rootAttributes))masterLang=\"de\">\(line)"
    for number in 0..<random.number(0...6) {
      text += "  <text key='\(random.pick(words))\(number)'\(random.pick(spaces))>\(line)"
      text += random.pick(["    <context/>\(line)", "<context>\(random.pick(words))</context>", ""])
      for language in ["de", "en", "zh-Hans"] where !random.once(in: 4) {
        text += "    <value lang=\"\(language)\" status='\(random.pick(words))'>"
        for _ in 0..<random.number(0...4) { text += random.pick(pieces) + random.pick(words) }
        text += "</value>\(line)"
      }
      text += "  </text\(random.pick(spaces))>\(line)"
      if random.once(in: 20) {
        text += random.pick(tokens.map { String(decoding: $0, as: UTF8.self) })
      }
    }
    text += "</\(root)>" + random.pick(["", line, "\(line)<!-- last -->\(line)", "  "])
    return text
  }

  private static let spaces = ["", "", "", " ", "\n", "\t "]
  private static let words = [
    "", "a", "login", "translated", "größe", "日本，語", "😀", "\u{FE0F}", "b c", "]", ">",
    "a long value that is more than sixteen bytes", "&amp;", "\"", "\u{FFFD}", "\u{FEFF}x",
  ]
  private static let pieces = [
    "", " ", "\n", "\r\n", "&lt;", "&#65;", "&#xE9;", "&quot;", "<b>x</b>", "<br/>",
    "<!-- c -->", "<![CDATA[<a> & ]]>", "<![CDATA[]]>", "<![CDATA[a\r\n\r\nb\r\n]]>", "\\n", "%1$@",
    "\t", "<a:b c:d=\"e\"/>", "&#13;&#10;", "&#x10FFFF;",
  ]
  private static let rootAttributes = [
    "", "xmlns=\"urn:a\" ",
    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation='x' ",
    "\n  a='1'\n  b='2'\r\n", "xml:space='preserve' ", "xmlns='a' xmlns:b='c' ",
  ]

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let index = random.number(0...bytes.count - 1)
    let end = min(bytes.count, index + random.number(1...random.pick([4, 40])))
    switch random.number(0...9) {
    case 0: bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
    case 1: bytes[index] ^= 1 << UInt8(random.number(0...7))
    case 2: bytes.removeSubrange(index..<end)
    case 3: bytes.insert(contentsOf: bytes[index..<end], at: random.number(0...bytes.count))
    case 4: bytes.removeLast(bytes.count - index)
    case 5:
      // In markup a token has more effect.
      let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: "<") || bytes[$0] == 0x3E }
      let place = places.isEmpty ? index : random.pick(places) + random.number(0...1)
      bytes.insert(contentsOf: random.pick(tokens), at: place)
    case 6:
      // The places of names and of spaces in a tag.
      let places = bytes.indices.filter { bytes[$0] == 0x20 || bytes[$0] == UInt8(ascii: "=") }
      if places.isEmpty { return }
      let place = random.pick(places)
      bytes.replaceSubrange(place...place, with: random.pick(tokens))
    default: bytes.insert(contentsOf: random.pick(tokens), at: index)
    }
  }

  static let tokens: [[UInt8]] =
    [
      "]]>", "&#0;", "&#x110000;", "&#xFFFE;", "&#xD800;", "&#x1;", "&#60;", "&#;", "&#x;", "&#+5;",
      "&#xX41;", "&#X41;", "&#9;", "&#00000000000000065;", "&unknown;", "&amp", "&", "&;", "& ",
      "<!DOCTYPE", "<!DOCTYPE trema>", "<!DOCTYPE trema [<!ENTITY e 'x<b/>y'>]>", "&e;",
      "<?", "<?pi data?>", "<?xml version='1.0'?>", "<?xml?>", "?>", "--", "-->", "<!--", "<!-->",
      "<!--->", "<!-- a -- b -->", "<!-- a --->", "<!---->", "<!-- -\n-->", "<!-- <!-- -->", "<!",
      "\r", "\r\n", "\n", "\t", " ", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}",
      "\u{1FFFE}", "\u{0}", "\u{1}", "\u{7F}", "\u{9F}", "\u{B}", "<text", "<text ", "</text>",
      "</ text>", "</text ",
      "<a b='c'd='e'/>", "<a b='c' b='d'/>", "<a b = 'c'\n\n d\n=\"e\"/>", "<a b=c/>", "<a b/>",
      "<a b='<'/>", "<a b='>'/>", "<a b='&lt;&#10;\n\t\r\n&#9;'/>", "<a b='\r'/>", "<a b='&'/>",
      "<a/ >", "< a/>", "<a/", "<a></a><a>", "</a>", "<>", "</>", "<1/>", "<a-/>", "<a.1/>",
      "<-a/>",
      "<é/>", "<aé/>", "<a:b/>", "<a:/>", "<:a/>", "<a:b:c/>", "<a:1/>", "<a é='1'/>",
      "<a b:c='1' b:c='2'/>", "<a xmlns:b='u' xmlns:c='u' b:d='1' c:d='2'/>", "<xml:a/>",
      "<xmlns:a/>", "<a xmlns=''/>", "<a xmlns:='u'/>", "<a xmlns:b=''/>", "<a xmlns='&amp;'/>",
      "<a xmlns='a b'/>", "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
      "<a xmlns:xml='x'/>", "<a xmlns:xmlns='x'/>", "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
      "<a xmlns:b='u' xmlns:b='u'/>", "<a xmlnsx='1' xmlns='2' y='3'/>", "<a xml:lang='de'/>",
      "<a xml:space='x'/>", "<a xml:id='1'/>", "<a xmlns:xml='x' b='1' xmlns:c='d' e='2'/>",
      "<![CDATA[", "<![CDATA[]]>", "<![CDATA[ ]] > ]]]>", "<![CDATA[a\rb]]>",
      "<![CDATA[\r\n\n\r]]>",
      "<![cdata[ ]]>", "<![CDATA[\u{1}]]>", "<![CDATA[<![CDATA[]]>]]>", "\n<<<<<<< HEAD\n",
      "\n=======\n", "xmlns:x='urn:x'", "xmlns", "a='1'", "\"", "'", "=", "<", ">", "/", "/>",
      "<\(String(repeating: "n", count: 200))/>", "<a \(String(repeating: "n", count: 200))='1'/>",
      "<a>" + (0..<70).map { "<n\($0)/>" }.joined() + "</a>",
      "<a \((0..<40).map { "n\($0)='\($0)'" }.joined(separator: " "))/>",
      "<a>\n<a>\n<a>\n<a></b>",
    ].map { Array($0.utf8) } + [
      [0x00], [0x01], [0xFF], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xEF, 0xBB, 0xBF], [0xEF, 0xBF], [0xEF], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
      [0xFE, 0xFF],
    ]
}
