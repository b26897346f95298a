/// Writes catalogues of any size, the same for the same size: values of 5 to 200 characters in
/// several scripts, with entities, CDATA, line breaks, quotes, escapes and placeholders.
///
/// It can write the same catalogue as it is on two branches: on each, one text in ten is edited in
/// another language, and one in a hundred is followed by a new one.
struct CatalogueGenerator {
  /// What stands beside the catalogue itself.
  struct Branches: OptionSet {
    let rawValue: Int
    /// Edits in English.
    static let ours = Branches(rawValue: 1)
    /// Edits in French.
    static let theirs = Branches(rawValue: 2)
    /// New texts, too, and not only edits.
    static let additions = Branches(rawValue: 4)
  }

  static func edits(of texts: Int) -> Int { texts / 10 }
  static func additions(to texts: Int) -> Int { texts / 100 }
  static func key(_ number: Int) -> String { "screen\(number % 97).label_\(number)" }

  /// How many values were left out, by language.
  private(set) var missing: [String: Int] = [:]
  /// How many texts lack a value.
  private(set) var incomplete = 0

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
  mutating func generate(
    texts: Int, _ branches: Branches = [], write: ([UInt8]) throws -> Void
  ) rethrows {
    var output: [UInt8] = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <trema xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" masterLang="de" \
      xsi:noNamespaceSchemaLocation="http://software.group.nca/trema/schema/trema-1.0.xsd">

      """.utf8)
    for number in 0..<texts {
      output += "  <text key=\"\(Self.key(number))\">\n".utf8
      output += random(4) == 0 ? "    <context>Button</context>\n".utf8 : "    <context/>\n".utf8
      // Without CDATA, which an edit by a translator would not keep.
      let isEdited = number % 10 == 5
      let kind = isEdited ? 99 : random(100)
      let length = 5 + random(random(10) == 0 ? 195 : 60)
      var isComplete = true
      for (index, language) in Self.languages.enumerated() {
        // Some texts are not translated yet.
        if index > 0, !isEdited, random(50) == 0 {
          missing[language, default: 0] += 1
          isComplete = false
          continue
        }
        output += "    <value lang=\"\(language)\" status=\"translated\">".utf8
        if isEdited, branches.contains(.ours), language == "en" { output += "Mind: ".utf8 }
        if isEdited, branches.contains(.theirs), language == "fr" { output += "Donc ".utf8 }
        output += value(kind, length, Self.words[index]).utf8
        output += "</value>\n".utf8
      }
      output += "  </text>\n".utf8
      if !isComplete { incomplete += 1 }
      if branches.contains(.additions), number % 100 == 50 {
        if branches.contains(.ours) { output += Self.addition("ours", number) }
        if branches.contains(.theirs) { output += Self.addition("theirs", number) }
      }
      if output.count > 1 << 20 {
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    try write(output + Array("</trema>\n".utf8))
  }

  private static func addition(_ side: String, _ number: Int) -> [UInt8] {
    Array(
      """
        <text key="\(side).\(number)">
          <context/>
          <value lang="de" status="initial">Neu \(number)</value>
        </text>

      """.utf8)
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
