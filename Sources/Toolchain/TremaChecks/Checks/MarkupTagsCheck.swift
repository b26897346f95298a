import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// Tags that differ from the master's, or are not closed.
struct MarkupTagsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "markup-tags", "Tags of the master were lost in a translation, or not closed.",
    stage: .review,
    why:
      "A tag that was lost takes a link or an emphasis with it; one that is not closed takes the "
      + "rest of the text; one that is misspelled is shown. Where the master has no markup, "
      + "entities are shown as they are written. Line breaks, paragraphs and another emphasis are the "
      + "translator's choice. Values of the status initial are not compared.",
    example: """
      <value lang="en">&lt;b&gt;Warning&lt;/b&gt;</value>
      <value lang="de">&lt;b&gt;Warnung&lt;b&gt;</value>
      """,
    fix: "Use the tags of the master, and close each.")

  static let signs: TextFlags = .markup

  static let isQuick = true

  /// Whether a tag may be in one of the two and not in both, or one in a master that is not closed, or
  /// an entity in the value.
  static func mightMatch(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    if own.contains(UInt8(ascii: "&"), before: { $0 == UInt8(ascii: "#") || $0.isLetterOfASCII }) {
      return true
    }
    guard own.beginsTag || master?.beginsTag ?? false else { return false }
    return !(master.map { PlainTags.areSame(own, $0) } ?? PlainTags.areClosedAtOnce(own))
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    // With another order of its branches a translation may have one of the readings that are missing.
    if master?.hasAllReadings == false { return }
    // A draft is going to be replaced.
    if master != nil, prose.value.status == .initial { return }
    // Most branches are about words, and each reading has the tags of the one before it.
    var last: (all: [MarkupTag], counts: [String: Int]) = ([], [:])
    var isLastRight = false
    lazy var isMasterUnbalanced = text.masterTagCounts.contains { Self.unbalanced($0) != nil }
    for (number, reading) in prose.readings.enumerated() {
      if isLastRight, prose.repeatsTags(number) { continue }
      let all = MarkupTag.all(in: reading)
      isLastRight =
        master == nil || text.masterTags.contains { Self.areSame(all, $0) }
      if master != nil, isLastRight { continue }
      let own = Self.areSame(all, last.all) ? last.counts : Self.counts(of: all)
      last = (all, own)
      guard let master else {
        if let name = Self.unbalanced(own) {
          report(
            "<\(name)> is opened and closed unequally often in '\(prose.value.language)'", prose,
            number, text, &findings)
          return
        }
        continue
      }
      // A master that is not in order itself says nothing of a translation that is.
      if isMasterUnbalanced, Self.unbalanced(own) == nil { continue }
      if let words = Self.difference(reading, own, master, text.masterTagCounts) {
        report("'\(prose.value.language)' \(words)", prose, number, text, &findings)
        return
      }
    }
  }

  /// Whether a reading has tags, and just those of the other in the same order, as most that have any.
  private static func areSame(_ own: [MarkupTag], _ other: [MarkupTag]) -> Bool {
    !own.isEmpty && own.count == other.count
      && own.elementsEqual(other) { $0.counts(as: $1) }
  }

  private func report(
    _ message: String, _ prose: Prose, _ number: Int, _ text: ExaminedText,
    _ findings: inout Findings
  ) {
    findings.report(
      Self.rule, message, of: prose, reading: number, in: text, hint: "use the tags of the master")
  }

  /// The tag that a reading lacks in comparison with every reading of the master, or does not close.
  private static func difference(
    _ reading: [UInt8], _ own: [String: Int], _ master: Prose, _ tags: [[String: Int]]
  ) -> String? {
    var first: String?
    for (other, wanted) in zip(master.readings, tags) {
      guard let words = difference(reading, own, other, wanted) else { return nil }
      first = first ?? words
    }
    return first
  }

  private static func difference(
    _ reading: [UInt8], _ own: [String: Int], _ other: [UInt8], _ wanted: [String: Int]
  ) -> String? {
    if let name = unbalanced(own), unbalanced(wanted) == nil {
      return (own["<\(name)>"] ?? 0) > (own["</\(name)>"] ?? 0)
        ? "does not close <\(name)>" : "closes <\(name)> and does not open it"
    }
    if let name = lostLink(own, wanted) { return "lacks \(name) of the master" }
    // Emphasis may be another, or none but wiki markup; none at all was lost.
    if own.isEmpty, let name = wanted.keys.filter(isInline).min(), !hasWikiMarkup(reading) {
      return "lacks \(name) of the master"
    }
    if wanted.isEmpty, !other.contains(UInt8(ascii: "&")), !other.contains(UInt8(ascii: "<")),
      let entity = entity(in: reading)
    {
      return "has '\(entity)', which is shown as it is: the master has no markup"
    }
    return nil
  }

  /// The first tag of a link, or unknown to HTML, that occurs less often than in the master.
  private static func lostLink(_ own: [String: Int], _ wanted: [String: Int]) -> String? {
    wanted.keys.filter { name in
      (name == "<a>" || !MarkupTag.isElement(bare(name))) && (own[name] ?? 0) < (wanted[name] ?? 0)
    }.min()
  }

  /// `''emphasis''` of MediaWiki, `**emphasis**` and `` `code` `` of Markdown.
  private static func hasWikiMarkup(_ reading: [UInt8]) -> Bool {
    let marks: [StaticString] = ["''", "**", "__", "`"]
    return reading.indices.contains { index in marks.contains { reading.has($0, at: index) } }
  }

  /// Returns the tags of each reading.
  static func tags(of prose: Prose) -> [[MarkupTag]] {
    var tags: [[MarkupTag]] = []
    for (number, reading) in prose.readings.enumerated() {
      let repeated = prose.repeatsTags(number) ? tags.last : nil
      tags.append(repeated ?? MarkupTag.all(in: reading))
    }
    return tags
  }

  /// How often each tag is there: `<br>` and `<br/>` are one.
  static func counts(of all: [MarkupTag]) -> [String: Int] {
    if all.isEmpty { return [:] }
    let closed = Set(all.filter { $0.kind == .close }.map(\.name))
    var counts: [String: Int] = [:]
    for tag in all where tag.isKnown || closed.contains(tag.name) {
      counts[tag.kind == .close ? "</\(tag.name)>" : "<\(tag.name)>", default: 0] += 1
    }
    return counts
  }

  /// The name of a tag.
  private static func bare(_ tag: String) -> String {
    tag.filter { $0 != "<" && $0 != "/" && $0 != ">" }
  }

  private static func isInline(_ tag: String) -> Bool { MarkupTag.isInline(bare(tag)) }

  /// An element that is opened and closed unequally often. Blocks are often left open, and so is what only
  /// names an element.
  private static func unbalanced(_ tags: [String: Int]) -> String? {
    if tags.isEmpty { return nil }
    return Set(tags.keys.map(bare))
      .filter { name in
        let (open, close) = (tags["<\(name)>"], tags["</\(name)>"])
        return open != close
          && (MarkupTag.isInline(name) || !MarkupTag.isElement(name) && close != nil)
      }.min()
  }

  /// The first entity of XML or HTML.
  private static func entity(in reading: [UInt8]) -> String? {
    let names: [StaticString] = [
      "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#39;", "&#34;",
    ]
    for index in reading.indices where reading[index] == UInt8(ascii: "&") {
      if let name = names.first(where: { reading.has($0, at: index) }) { return "\(name)" }
    }
    return nil
  }
}

/// The tags of a text in which every `<` begins one that ends at the next `>` and has no quotes: two such
/// texts have the same tags where those are the same bytes, and no ``MarkupTag`` is made to tell it.
struct PlainTags {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private let bytes: Bytes
  private var index = 0
  /// Whether nothing else was met so far.
  private var isPlain = true

  private init(_ bytes: Bytes) { self.bytes = bytes }

  /// The bytes of the next tag; nil at the end, and where none of that kind follows.
  private mutating func next() -> Bytes? {
    guard let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
    index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        index += 1
        return Bytes(rebasing: bytes[start..<index])
      case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"):
        isPlain = false
        return nil
      default: index += 1
      }
    }
    isPlain = false
    return nil
  }

  /// Whether two texts have the same tags in the same order, for sure.
  static func areSame(_ bytes: Bytes, _ others: Bytes) -> Bool {
    var (tags, otherTags) = (PlainTags(bytes), PlainTags(others))
    while true {
      switch (tags.next(), otherTags.next()) {
      case (nil, nil): return tags.isPlain && otherTags.isPlain
      case (let tag?, let other?) where tag.elementsEqual(other): continue
      default: return false
      }
    }
  }

  /// Whether each tag of a text is a word, and closed by the next, for sure: `<b>…</b>`.
  static func areClosedAtOnce(_ bytes: Bytes) -> Bool {
    var tags = PlainTags(bytes)
    while let tag = tags.next() {
      guard tag.dropFirst().dropLast().allSatisfy(\.isLetterOfASCII), tag.count > 2,
        let end = tags.next(), end.count == tag.count + 1, end[1] == UInt8(ascii: "/"),
        end.dropFirst(2).elementsEqual(tag.dropFirst())
      else { return false }
    }
    return tags.isPlain
  }
}
