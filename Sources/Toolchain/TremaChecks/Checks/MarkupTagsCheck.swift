import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A check for tags of the master that are missing in a translation, and for tags that are not
/// closed.
///
/// Line breaks, paragraphs and emphasis are the translator's choice and are not compared.
struct MarkupTagsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "markup-tags", "A translation lacks tags of the master, or does not close them.",
    stage: .review,
    why: "A missing tag removes a link or an emphasis; an unclosed tag affects the rest of the "
      + "text; a misspelled tag is shown as text. If the master has no markup, entities are shown "
      + "literally. Line breaks, paragraphs and a different emphasis are the translator's choice. "
      + "Values with the status `initial` are not compared.",
    example: """
      <value lang="en">&lt;b&gt;Warning&lt;/b&gt;</value>
      <value lang="de">&lt;b&gt;Warnung&lt;b&gt;</value>
      """,
    fix: "Use the same tags as the master, and close each of them.")

  static let relevantFlags: TextFlags = .markup

  static let hasPrefilterTest = true

  /// Returns whether the two texts' tags may differ, a tag in a master may not be closed, or the
  /// value may contain an entity.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    if source.contains(UInt8(ascii: "&"), before: { $0 == UInt8(ascii: "#") || $0.isASCIILetter }) {
      return true
    }
    guard source.mightContainTag || master?.mightContainTag ?? false else { return false }
    return
      !(master.map { PlainTags.haveSameTags(source, $0) } ?? PlainTags.areClosedByNextTag(source))
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    // A translation with a different order of branches may correspond to a reading that isn't among
    // the master's readings.
    if master?.hasAllReadings == false { return }
    // A draft will be replaced.
    if master != nil, prose.value.status == .initial { return }
    // Most branches differ only in words, so a reading usually has the same tags as the previous
    // reading.
    var last: (all: [MarkupTag], counts: [String: Int]) = ([], [:])
    var isLastCorrect = false
    lazy var isMasterUnbalanced = text.masterTagCounts.contains {
      Self.unbalancedElement($0) != nil
    }
    for (index, reading) in prose.readings.enumerated() {
      if isLastCorrect, prose.repeatsTags(index) { continue }
      let all = MarkupTag.all(in: reading)
      isLastCorrect =
        master == nil || text.masterTags.contains { Self.areEqual(all, $0) }
      if master != nil, isLastCorrect { continue }
      let counts = Self.areEqual(all, last.all) ? last.counts : Self.counts(of: all)
      last = (all, counts)
      guard let master else {
        if let name = Self.unbalancedElement(counts) {
          report(
            "the '\(prose.value.language)' value has different numbers of <\(name)> and "
              + "</\(name)> tags", prose,
            index, text, &findings)
          return
        }
        continue
      }
      // A master with unbalanced tags is no reference for a translation whose tags are balanced.
      if isMasterUnbalanced, Self.unbalancedElement(counts) == nil { continue }
      if let words = Self.difference(reading, counts, master, text.masterTagCounts) {
        report("the '\(prose.value.language)' value \(words)", prose, index, text, &findings)
        return
      }
    }
  }

  /// Returns whether a reading has tags that equal the tags of another reading in the same order,
  /// as in most translations with markup.
  private static func areEqual(_ tags: [MarkupTag], _ otherTags: [MarkupTag]) -> Bool {
    !tags.isEmpty && tags.count == otherTags.count
      && tags.elementsEqual(otherTags) { $0.isEquivalent(to: $1) }
  }

  /// Reports a difference between the tags of a reading and the master's tags.
  ///
  /// - Parameter number: The index of the reading.
  private func report(
    _ message: String, _ prose: Prose, _ number: Int, _ text: ExaminedText,
    _ findings: inout Findings
  ) {
    findings.report(
      Self.rule, message, of: prose, reading: number, in: text,
      hint: "use the same tags as the "
        + "master")
  }

  /// Describes the difference between a reading's tags and the tags in the master's readings, or
  /// returns `nil` if they agree with at least one of them.
  ///
  /// - Parameters:
  ///   - counts: The count of each tag in the reading.
  ///   - tags: The count of each tag in each of the master's readings.
  private static func difference(
    _ reading: [UInt8], _ counts: [String: Int], _ master: Prose, _ tags: [[String: Int]]
  ) -> String? {
    var first: String?
    for (masterReading, wanted) in zip(master.readings, tags) {
      guard let words = difference(reading, counts, masterReading, wanted) else { return nil }
      first = first ?? words
    }
    return first
  }

  /// Describes the difference from one of the master's readings, or returns `nil` if there is none.
  ///
  /// - Parameters:
  ///   - reading: The reading of the translation.
  ///   - counts: The count of each of its tags.
  ///   - masterReading: The reading of the master.
  ///   - wanted: The count of each of the master's tags.
  private static func difference(
    _ reading: [UInt8], _ counts: [String: Int], _ masterReading: [UInt8], _ wanted: [String: Int]
  ) -> String? {
    if let name = unbalancedElement(counts), unbalancedElement(wanted) == nil {
      return (counts["<\(name)>"] ?? 0) > (counts["</\(name)>"] ?? 0)
        ? "does not close <\(name)>" : "closes <\(name)> without opening it"
    }
    if let name = lostLink(counts, wanted) { return "lacks the master's \(name)" }
    // Emphasis may use a different tag or wiki markup. If there is no emphasis at all, it was lost.
    if counts.isEmpty, let name = wanted.keys.filter(isInline).min(), !hasWikiMarkup(reading) {
      return "lacks the master's \(name)"
    }
    if wanted.isEmpty, !masterReading.contains(UInt8(ascii: "&")),
      !masterReading.contains(UInt8(ascii: "<")),
      let entity = entity(in: reading)
    {
      return "contains '\(entity)', which is shown literally because the master has no markup"
    }
    return nil
  }

  /// Returns the first link tag, or tag unknown to HTML, that occurs less often than in the master.
  private static func lostLink(_ counts: [String: Int], _ wanted: [String: Int]) -> String? {
    wanted.keys.filter { name in
      (name == "<a>" || !MarkupTag.isElement(elementName(name)))
        && (counts[name] ?? 0) < (wanted[name] ?? 0)
    }.min()
  }

  /// Returns whether a reading contains MediaWiki `''emphasis''`, or Markdown `**emphasis**` or
  /// `` `code` ``.
  private static func hasWikiMarkup(_ reading: [UInt8]) -> Bool {
    let marks: [StaticString] = ["''", "**", "__", "`"]
    return reading.indices.contains { index in marks.contains { reading.has($0, at: index) } }
  }

  /// Returns the tags of each reading.
  static func tags(of prose: Prose) -> [[MarkupTag]] {
    var tags: [[MarkupTag]] = []
    for (index, reading) in prose.readings.enumerated() {
      let repeated = prose.repeatsTags(index) ? tags.last : nil
      tags.append(repeated ?? MarkupTag.all(in: reading))
    }
    return tags
  }

  /// Returns the count of each tag. `<br>` and `<br/>` are counted as the same tag.
  ///
  /// A tag that is unknown to HTML is counted only if it has attributes or is closed.
  static func counts(of all: [MarkupTag]) -> [String: Int] {
    if all.isEmpty { return [:] }
    let closed = Set(all.filter { $0.kind == .close }.map(\.name))
    var counts: [String: Int] = [:]
    for tag in all where tag.isKnown || closed.contains(tag.name) {
      counts[tag.kind == .close ? "</\(tag.name)>" : "<\(tag.name)>", default: 0] += 1
    }
    return counts
  }

  /// Returns an element's name, without the brackets around its tag.
  private static func elementName(_ tag: String) -> String {
    tag.filter { $0 != "<" && $0 != "/" && $0 != ">" }
  }

  /// Returns whether a tag belongs to an inline element.
  private static func isInline(_ tag: String) -> Bool { MarkupTag.isInline(elementName(tag)) }

  /// Returns an element with a different number of start and end tags, or `nil` if there is none.
  /// Blocks are often left open, and an element may be mentioned by its name.
  private static func unbalancedElement(_ tags: [String: Int]) -> String? {
    if tags.isEmpty { return nil }
    return Set(tags.keys.map(elementName))
      .filter { name in
        let (open, close) = (tags["<\(name)>"], tags["</\(name)>"])
        return open != close
          && (MarkupTag.isInline(name) || !MarkupTag.isElement(name) && close != nil)
      }.min()
  }

  /// Returns the first XML or HTML entity, or `nil` if there is none.
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

/// An iterator over the tags in a text where every `<` starts a tag that ends at the next `>` and
/// contains no quotes. Two such texts have the same tags if the tags' bytes are equal, so no
/// ``MarkupTag`` is created.
struct PlainTags {
  /// A text in UTF-8.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private let bytes: Bytes
  private var index = 0
  /// Whether all tags so far were of this kind.
  private var isPlain = true

  private init(_ bytes: Bytes) { self.bytes = bytes }

  /// Returns the bytes of the next tag, or `nil` at the end or if the next tag is of a different
  /// kind.
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

  /// Returns whether two texts certainly have the same tags in the same order. The result is
  /// `false` if this is not certain.
  static func haveSameTags(_ bytes: Bytes, _ otherBytes: Bytes) -> Bool {
    var (tags, otherTags) = (PlainTags(bytes), PlainTags(otherBytes))
    while true {
      switch (tags.next(), otherTags.next()) {
      case (nil, nil): return tags.isPlain && otherTags.isPlain
      case (let tag?, let other?) where tag.elementsEqual(other): continue
      default: return false
      }
    }
  }

  /// Returns whether each tag of a text is certainly a word that is closed by the next tag:
  /// `<b>…</b>`. The result is `false` if this is not certain.
  static func areClosedByNextTag(_ bytes: Bytes) -> Bool {
    var tags = PlainTags(bytes)
    while let tag = tags.next() {
      guard tag.dropFirst().dropLast().allSatisfy(\.isASCIILetter), tag.count > 2,
        let end = tags.next(), end.count == tag.count + 1, end[1] == UInt8(ascii: "/"),
        end.dropFirst(2).elementsEqual(tag.dropFirst())
      else { return false }
    }
    return tags.isPlain
  }
}
