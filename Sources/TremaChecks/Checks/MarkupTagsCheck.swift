import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// Tags that differ from the master's, or are not closed.
struct MarkupTagsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "markup-tags", "The tags of a translation differ from those of the master.",
    stage: .review,
    why:
      "A tag that was lost takes a link or an emphasis with it; one that is not closed takes the "
      + "rest of the text; one that is misspelled is shown. Where the master has no markup, "
      + "entities are shown as they stand.",
    example: """
      <value lang="en">&lt;b&gt;Warning&lt;/b&gt;</value>
      <value lang="de">&lt;b&gt;Warnung&lt;b&gt;</value>
      """,
    fix: "Use the tags of the master, each opened and closed as often as there.")

  static let signs: Signs = .markup

  static let isQuick = true

  /// Whether a tag may stand in one of the two and not in both, or one in a master that is not closed, or
  /// an entity in the value.
  static func mayFind(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?,
    nounsAreLarge: Bool
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

  /// How a reading differs from every reading of the master.
  private static func difference(
    _ reading: [UInt8], _ own: [String: Int], _ master: Prose, _ tags: [[String: Int]]
  ) -> String? {
    var first: String?
    for (other, wanted) in zip(master.readings, tags) {
      let names = Set(own.keys).union(wanted.keys).filter { own[$0] != wanted[$0] }
      guard let name = names.min() else {
        if wanted.isEmpty, !other.contains(UInt8(ascii: "&")), !other.contains(UInt8(ascii: "<")),
          let entity = entity(in: reading)
        {
          return "has '\(entity)', which is shown as it stands: the master has no markup"
        }
        return nil
      }
      let (has, wants) = (own[name] ?? 0, wanted[name] ?? 0)
      first =
        first
        ?? (has < wants
          ? "lacks \(name) of the master" : "has \(name) more often than the master")
    }
    return first
  }

  /// Those of each reading.
  static func tags(of prose: Prose) -> [[MarkupTag]] {
    var tags: [[MarkupTag]] = []
    for (number, reading) in prose.readings.enumerated() {
      let repeated = prose.repeatsTags(number) ? tags.last : nil
      tags.append(repeated ?? MarkupTag.all(in: reading))
    }
    return tags
  }

  /// How often each tag stands there: `<br>` and `<br/>` are one.
  static func counts(of all: [MarkupTag]) -> [String: Int] {
    if all.isEmpty { return [:] }
    let closed = Set(all.filter { $0.kind == .close }.map(\.name))
    var counts: [String: Int] = [:]
    for tag in all where tag.isKnown || closed.contains(tag.name) {
      counts[tag.kind == .close ? "</\(tag.name)>" : "<\(tag.name)>", default: 0] += 1
    }
    return counts
  }

  private static let optional: Set = [
    "br", "hr", "img", "wbr", "p", "li", "tr", "td", "th", "dd", "dt",
  ]

  private static func unbalanced(_ tags: [String: Int]) -> String? {
    if tags.isEmpty { return nil }
    let names = Set(
      tags.keys.map { $0.filter { $0 != "<" && $0 != "/" && $0 != ">" } })
    return names.filter { !optional.contains($0) && tags["<\($0)>"] != tags["</\($0)>"] }.min()
  }

  /// The first entity of XML or HTML.
  private static func entity(in reading: [UInt8]) -> String? {
    let names: [StaticString] = [
      "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", "&#39;", "&#34;", "&#160;",
    ]
    for index in reading.indices where reading[index] == UInt8(ascii: "&") {
      if let name = names.first(where: { reading.has($0, at: index) }) { return "\(name)" }
    }
    return nil
  }
}
