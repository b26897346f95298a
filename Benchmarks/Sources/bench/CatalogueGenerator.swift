/// Generates catalogs of any size, deterministically by seed and size: values of 5 to 200
/// characters in several scripts, with ``CatalogueValue`` syntax. Some texts lack some languages.
///
/// It can also generate two branches of a catalog. On each branch, one text in ten is edited in a
/// different language, and one text in a hundred is followed by a new one.
struct CatalogueGenerator {
  /// The changes to the original catalog.
  struct Branches: OptionSet {
    let rawValue: Int
    /// Edits in English.
    static let ours = Branches(rawValue: 1)
    /// Edits in French.
    static let theirs = Branches(rawValue: 2)
    /// New texts.
    static let additions = Branches(rawValue: 4)
  }

  /// The file's formatting style.
  enum Spelling: String, CaseIterable {
    case usual
    case tabs = "with tabs"
    case singleQuotes = "with single quotes"
    case linesInTags = "with line breaks in tags"
    /// A line break and twelve spaces between words, which changes the values.
    case linesInValues = "with line breaks in values"

    /// Returns the indentation for a number of open elements.
    func indent(_ level: Int) -> String {
      self == .tabs ? String(repeating: "\t", count: level) : String(repeating: "  ", count: level)
    }

    func attribute(_ name: String, _ value: String, _ level: Int) -> String {
      let quote = self == .singleQuotes ? "'" : "\""
      let space = self == .linesInTags ? "\n\(indent(level + 2))" : " "
      return "\(space)\(name)=\(quote)\(value)\(quote)"
    }
  }

  static func edits(of texts: Int) -> Int { texts / 10 }
  static func additions(to texts: Int) -> Int { texts / 100 }
  static func key(_ number: Int) -> String { "screen\(number % 97).label_\(number)" }

  /// The number of missing values by language.
  private(set) var missing: [String: Int] = [:]
  /// The number of texts that lack a value.
  private(set) var incomplete = 0

  /// The number of translations with a double space, which is a finding.
  private(set) var doubled = 0

  private let spelling: Spelling
  /// The percentage of translations with a double space.
  private let doubledShare: Int
  private var state: UInt64

  init(seed: UInt64 = 1, spelling: Spelling = .usual, doubledShare: Int = 0) {
    self.spelling = spelling
    self.doubledShare = doubledShare
    // SplitMix64 gives xorshift64 a state that isn't 0 and differs widely between similar seeds.
    var bits = seed &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    state = (bits ^ bits >> 31) | 1
  }

  /// Returns a pseudorandom number (xorshift64, by Marsaglia).
  private mutating func random(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  /// Generates a catalog.
  ///
  /// - Parameter write: Receives the bytes in chunks.
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
      text(number, branches, into: &output)
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

  private mutating func text(_ number: Int, _ branches: Branches, into output: inout [UInt8]) {
    output += "\(spelling.indent(1))<text\(spelling.attribute("key", Self.key(number), 1))>\n".utf8
    output += spelling.indent(2).utf8
    output += random(4) == 0 ? "<context>Button</context>\n".utf8 : "<context/>\n".utf8
    // Edited values have no special syntax, which an import would write differently.
    let isEdited = number % 10 == 5
    let kind = isEdited ? .plain : CatalogueValue(random(100))
    let length = 5 + random(random(10) == 0 ? 160 : 60)
    let foreign =
      random(3) == 0 ? CatalogueWords.foreign[random(CatalogueWords.foreign.count)] : nil
    var isComplete = true
    for (index, language) in CatalogueWords.languages.enumerated() {
      // Some texts aren't translated yet.
      if index > 0, !isEdited, random(50) == 0 {
        missing[language, default: 0] += 1
        isComplete = false
        continue
      }
      output += "\(spelling.indent(2))<value\(spelling.attribute("lang", language, 2))".utf8
      output += "\(spelling.attribute("status", "translated", 2))>".utf8
      if isEdited, branches.contains(.ours), language == "en" { output += "Mind: ".utf8 }
      if isEdited, branches.contains(.theirs), language == "fr" { output += "Donc ".utf8 }
      output += kind.around.before.utf8
      words(
        length, CatalogueWords.own[index], foreign, canDouble: index > 0 && doubledShare > 0,
        into: &output)
      if kind == .emoji { word(CatalogueWords.emoji, into: &output) }
      output += kind.around.behind.utf8
      output += "</value>\n".utf8
    }
    output += "\(spelling.indent(1))</text>\n".utf8
    if !isComplete { incomplete += 1 }
  }

  /// Appends words with at least `length` characters in total. No word is repeated, which would be
  /// a finding.
  private mutating func words(
    _ length: Int, _ own: [CatalogueWords.Word], _ foreign: [CatalogueWords.Word]?,
    canDouble: Bool, into output: inout [UInt8]
  ) {
    var (count, last) = (0, -1)
    var isForeign = false
    let space = Array((spelling == .linesInValues ? "\n            " : " ").utf8)
    // A double space in the master value is treated as intended and not reported.
    var doubles = canDouble && random(100) < doubledShare
    if doubles { doubled += 1 }
    while count <= length || doubles {
      let list = isForeign ? foreign ?? own : own
      var index = random(list.count)
      if index == last { index = (index + 1) % list.count }
      if count > 0 { output += space }
      if count > 0, doubles {
        output += space
        doubles = false
      }
      output += list[index].bytes
      count += list[index].count + 1
      last = index
      isForeign.toggle()
    }
  }

  private mutating func word(_ list: [CatalogueWords.Word], into output: inout [UInt8]) {
    output.append(UInt8(ascii: " "))
    output += list[random(list.count)].bytes
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
}
