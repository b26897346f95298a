import Testing
import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Properties of every merge, tested with random catalogues of every XML construct.
@Suite struct CatalogMergePropertyTests {
  private struct Sides {
    var base: Catalog
    var ours: Catalog
    var theirs: Catalog

    init(_ seed: UInt64) {
      var generator = CatalogueGenerator(seed: seed)
      base = generator.catalog()
      while base.texts.isEmpty { base = generator.catalog() }
      let edits = generator.random.number(0...8)
      var (own, other) = (
        CatalogueEdits(seed: seed &* 3, name: "ours"),
        CatalogueEdits(seed: seed &* 5, name: "theirs")
      )
      ours = own.edited(base, edits: edits)
      theirs = other.edited(base, edits: generator.random.number(0...8))
    }
  }

  private static let seeds = UInt64(1)...300

  private func merge(_ base: Catalog?, _ ours: Catalog, _ theirs: Catalog) throws -> CatalogMerge {
    try CatalogMerge(base: base, ours: ours, theirs: theirs)
  }

  private func expect(_ merge: CatalogMerge, _ catalog: Catalog, _ seed: UInt64) {
    #expect(merge.conflicts.isEmpty, "seed \(seed)")
    #expect(
      merge.catalog.encoded() == catalog.encoded(),
      "seed \(seed)\n\(String(decoding: merge.catalog.encoded(), as: UTF8.self))\n\(String(decoding: catalog.encoded(), as: UTF8.self))"
    )
  }

  @Test func `if one side is unchanged, the result is the other side`() throws {
    for seed in Self.seeds {
      let sides = Sides(seed)
      expect(try merge(sides.base, sides.base, sides.theirs), sides.theirs, seed)
      expect(try merge(sides.base, sides.ours, sides.base), sides.ours, seed)
    }
  }

  @Test func `identical changes on both sides merge to that change`() throws {
    for seed in Self.seeds {
      let sides = Sides(seed)
      expect(try merge(sides.base, sides.ours, sides.ours), sides.ours, seed)
      expect(try merge(nil, sides.ours, sides.ours), sides.ours, seed)
    }
  }

  @Test func `no side's change is lost`() throws {
    for seed in Self.seeds {
      let sides = Sides(seed)
      for base in [sides.base, nil] {
        let result = try merge(base, sides.ours, sides.theirs).catalog
        let found = words(of: result, comments: true)
        let old = base.map { words(of: $0) } ?? []
        for side in [sides.ours, sides.theirs] {
          let lost = words(of: side).subtracting(old).subtracting(found)
          #expect(lost.isEmpty, "seed \(seed): \(lost)")
        }
        let both = values(of: sides.ours).intersection(values(of: sides.theirs))
        #expect(both.isSubset(of: values(of: result)), "seed \(seed)")
        let keys = keys(of: sides.ours).intersection(keys(of: sides.theirs))
        #expect(keys.isSubset(of: self.keys(of: result)), "seed \(seed)")
      }
    }
  }

  /// A language and its value; keys may differ in the result.
  private func words(of catalog: Catalog, comments: Bool = false) -> Set<[ExactString]> {
    var words: Set<[ExactString]> = []
    for text in catalog.texts {
      if let context = text.context { words.insert([ExactString(context.text)]) }
      for value in text.values {
        let language = LanguageTag(value.language)?.description ?? value.language
        words.insert([ExactString(language), ExactString(value.source)])
        guard comments else { continue }
        for conflict in conflicts(value.leadingTrivia) {
          words.insert([ExactString(language), ExactString(conflict.theirs.text ?? "")])
        }
      }
      guard comments else { continue }
      for conflict in conflicts(text.context?.leadingTrivia ?? []) {
        words.insert([ExactString(conflict.theirs.text ?? "")])
      }
    }
    return words
  }

  /// Returns each text's value in each language.
  private func values(of catalog: Catalog) -> Set<[ExactString]> {
    Set(
      catalog.texts.flatMap { text in
        text.values.map { value in
          let language = LanguageTag(value.language)?.description ?? value.language
          return [text.key, language, value.source].map(ExactString.init)
        }
      })
  }

  private func keys(of catalog: Catalog) -> Set<ExactString> {
    Set(catalog.texts.map { ExactString($0.key) })
  }

  private func conflicts(_ trivia: [Trivia]) -> [MergeConflict] {
    trivia.compactMap {
      if case .conflict(let conflict) = MergeConflict.parse($0.source) { conflict } else { nil }
    }
  }

  @Test func `swapping the sides only swaps the sides in the result`() throws {
    for seed in Self.seeds {
      let sides = Sides(seed)
      let one = try merge(sides.base, sides.ours, sides.theirs)
      let other = try merge(sides.base, sides.theirs, sides.ours)
      #expect(one.conflicts.count == other.conflicts.count, "seed \(seed)")
      guard one.conflicts.isEmpty else { continue }
      #expect(content(one.catalog) == content(other.catalog), "seed \(seed)")
    }
  }

  private func content(_ catalog: Catalog) -> Set<[ExactString]> {
    Set(
      catalog.texts.flatMap { text in
        text.values.map { value in
          [
            ExactString(text.key), ExactString(text.context?.text ?? "-"),
            ExactString(LanguageTag(value.language)?.description ?? value.language),
            ExactString(value.status.spelling ?? "-"), ExactString(value.source),
          ]
        }
      })
  }

  @Test func `the result is valid and formatted, and all conflicts are reported`() throws {
    for seed in Self.seeds {
      let sides = Sides(seed)
      let merge = try merge(sides.base, sides.ours, sides.theirs)
      let bytes = merge.catalog.encoded()
      let (read, _) = try Catalog.decode(bytes, file: "test.trm")
      #expect(read.encoded() == bytes, "seed \(seed)")
      let told = CatalogMerge.conflicts(in: read)
      #expect(told.count == merge.conflicts.count, "seed \(seed)")
      #expect(
        Set(told.map { ExactString($0.message) })
          == Set(merge.conflicts.map { ExactString($0.message) }), "seed \(seed)")
    }
  }

  @Test func `every conflict can be resolved for either side`() throws {
    for seed in Self.seeds {
      let sides = Sides(seed)
      let result = try merge(sides.base, sides.ours, sides.theirs).catalog
      var resolved = result
      var own = result
      for (number, text) in result.texts.enumerated() {
        own.texts[number].values = text.values.map(withoutConflicts)
        for (index, value) in text.values.enumerated() {
          for conflict in conflicts(value.leadingTrivia) where conflict.subject == .value {
            var value = withoutConflicts(value)
            let theirs = conflict.theirs
            value.setSource(theirs.text ?? "", backslash: .escape)
            value.spelling = theirs.spelling
            value.status = theirs.status ?? value.status
            resolved.texts[number].values[index] = value
          }
        }
      }
      let (read, _) = try Catalog.decode(resolved.encoded(), file: "test.trm")
      let theirs = Set(sides.theirs.texts.flatMap { $0.values.map { sourceAndStatus($0) } })
      let ours = Set(sides.ours.texts.flatMap { $0.values.map { sourceAndStatus($0) } })
      for (text, old) in zip(read.texts, result.texts) {
        for (value, conflicted) in zip(text.values, old.values)
        where conflicts(conflicted.leadingTrivia).contains(where: { $0.subject == .value }) {
          #expect(
            theirs.contains(sourceAndStatus(value)), "seed \(seed): \(sourceAndStatus(value))")
          #expect(ours.contains(sourceAndStatus(conflicted)), "seed \(seed)")
        }
      }
    }
  }

  /// The text as bytes between tags, with its status.
  private func sourceAndStatus(_ value: Value) -> [ExactString] {
    let written = XMLText.escaped(value.source)
    return [
      ExactString(value.spelling ?? written), ExactString(value.status.spelling ?? "none"),
    ]
  }

  private func withoutConflicts(_ value: Value) -> Value {
    var value = value
    value.leadingTrivia.removeAll { MergeConflict.parse($0.source) != .none }
    return value
  }
}
