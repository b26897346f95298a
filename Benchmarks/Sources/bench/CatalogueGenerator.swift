/// Writes catalogues of any size, the same for the same size: values of 5 to 200 characters in
/// several scripts, with entities, CDATA, line breaks, quotes, escapes and placeholders.
struct CatalogueGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let languages = ["de", "en", "fr", "it"]
  private static let words: [[String]] = [
    ["Bestellung", "für", "über", "Größe", "und", "Tisch", "später", "Straße", "bitte", "heute"],
    ["order", "table", "please", "today", "and", "later", "size", "about", "for", "menu"],
    ["commande", "déjà", "être", "à", "table", "où", "garçon", "très", "menu", "forêt"],
    ["ordine", "perché", "più", "città", "tavolo", "oggi", "è", "così", "dopo", "μενού"],
  ]

  private mutating func random(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  /// - Parameter write: takes the bytes in pieces.
  mutating func generate(texts: Int, write: ([UInt8]) throws -> Void) rethrows {
    var output: [UInt8] = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <trema masterLang="de" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xsi:noNamespaceSchemaLocation="http://software.group.nca/trema/schema/trema-1.0.xsd">

      """.utf8)
    for number in 0..<texts {
      output += "  <text key=\"screen\(number % 97).label_\(number)\">\n".utf8
      output += random(4) == 0 ? "    <context>Button</context>\n".utf8 : "    <context/>\n".utf8
      let kind = random(100)
      let length = 5 + random(random(10) == 0 ? 195 : 60)
      for (index, language) in Self.languages.enumerated() {
        // Some texts are not translated yet.
        if index > 0, random(50) == 0 { continue }
        output += "    <value lang=\"\(language)\" status=\"translated\">".utf8
        output += value(kind, length, Self.words[index]).utf8
        output += "</value>\n".utf8
      }
      output += "  </text>\n".utf8
      if output.count > 1 << 20 {
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    try write(output + Array("</trema>\n".utf8))
  }

  private mutating func value(_ kind: Int, _ length: Int, _ words: [String]) -> String {
    var text = words[random(words.count)]
    while text.utf8.count < length { text += " " + words[random(words.count)] }
    switch kind {
    case 0..<6: return text + " &amp; &quot;\(words[0])&quot;"
    case 6..<8: return "<![CDATA[" + text + " <b>x</b>]]>"
    case 8..<11: return text + "\\n" + words[1]
    case 11..<13: return text + " \"" + words[2] + "\" 'x'"
    case 13..<20: return text + " %@"
    case 20..<24: return "%1$@: " + text + " %2$d"
    case 24..<26: return text + " 😀"
    case 26..<27: return text + " 50 %"
    default: return text
    }
  }
}
