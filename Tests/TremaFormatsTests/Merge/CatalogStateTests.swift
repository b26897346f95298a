import Testing
import TremaCatalog
import TremaEditing
import TremaFormats
import TremaSupport
import TremaTestSupport

/// States that were read from files are merged and compared like those made of editable catalogs.
@Suite struct CatalogStateTests {
  /// A catalogue as the sources of its texts and of the text between them.
  private struct Source {
    var texts: [String]
    var random: SeededGenerator

    init(_ random: inout SeededGenerator) {
      texts = []
      self.random = random
      for number in 0..<random.number(0...30) {
        // Some keys are repeated, and not side by side.
        texts.append(text(key: random.once(in: 8) ? number / 2 : number))
      }
      random = self.random
    }

    private mutating func text(key: Int) -> String {
      let indentation = random.pick(["\n    ", "\n    ", "\n    ", "\n    ", "\r\n    ", " "])
      let context = random.pick([
        "<context/>", "<context/>", "<context>c</context>", "<context></context>",
      ])
      var text = random.pick(["", "", "", "", "", "<!-- c -->\n  "]) + "<text key=\"k\(key)\">"
      text += indentation + context
      for language in ["de", "en", "fr"].prefix(random.number(1...3)) {
        let language = random.once(in: 40) ? "it" : language
        let word = random.pick(["Wort", "a", "b", "x &amp; y", "<![CDATA[<b>]]>", "a > b", "]"])
        let status = random.pick(["translated", "translated", "initial", "odd"])
        text += indentation + "<value lang=\"\(language)\" status=\"\(status)\">"
        text += random.once(in: 4) ? "\(random.number(0...999))</value>" : "\(word)</value>"
      }
      return text + (indentation == "\n    " ? "\n  " : indentation) + "</text>"
    }

    mutating func edit(times: Int) {
      for _ in 0..<times {
        guard !texts.isEmpty else { return }
        let (index, other) = (
          random.number(0...texts.count - 1), random.number(0...texts.count - 1)
        )
        switch random.number(0...7) {
        case 0: texts[index] = text(key: index)
        case 1: texts.insert(text(key: random.number(0...40)), at: index)
        case 2: texts.remove(at: index)
        case 3: texts.insert(texts[other], at: index)
        case 4: texts.swapAt(index, other)
        case 5: texts = Array(texts[index...] + texts[..<index])
        case 6: texts[index] = texts[index].replacing("\"k", with: "\"n")
        default: texts[index] = texts[index].replacing(">a<", with: ">other<")
        }
      }
    }

    func bytes(_ name: String) -> [UInt8] {
      Array(
        "<trema masterLang=\"de\" a=\"\(name)\">\n  \(texts.joined(separator: "\n  "))\n</trema>"
          .utf8)
    }
  }

  private static func state(
    _ bytes: [UInt8], _ file: String
  ) throws -> CatalogState {
    var rest = bytes[...]
    var decoder = TremaDecoder(file: file) { () throws(Diagnostic) in
      defer { rest = rest.dropFirst(900) }
      return rest.isEmpty ? nil : Array(rest.prefix(900))
    }
    return try decoder.state()
  }

  private struct Sides {
    var base: [UInt8]
    var ours: [UInt8]
    var theirs: [UInt8]

    init(_ seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let source = Source(&random)
      var (own, other) = (source, source)
      other.random = SeededGenerator(seed: seed &* 7)
      own.edit(times: random.number(0...5))
      other.edit(times: random.number(0...5))
      (base, ours, theirs) = (source.bytes("b"), own.bytes("o"), other.bytes("t"))
    }
  }

  private static func summary(_ merge: CatalogMerge) -> [String] {
    var bytes: [UInt8] = []
    merge.encode { bytes += $0 }
    return [String(decoding: bytes, as: UTF8.self)] + merge.conflicts.map { "\($0)" }
  }

  @Test func `states are merged like their catalogues`() throws {
    var conflicts = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      let sides = Sides(seed)
      let (ours, theirs) = (
        try Catalog.decode(sides.ours, file: "o.trm").0,
        try Catalog.decode(sides.theirs, file: "t.trm").0
      )
      let base = try Self.state(sides.base, "b.trm")
      let made = try CatalogMerge(
        base: try Catalog.decode(sides.base, file: "b.trm").0, ours: ours, theirs: theirs)
      let merge = try CatalogMerge(
        base: base, ours: try Self.state(sides.ours, "o.trm"),
        theirs: try Self.state(sides.theirs, "t.trm"))
      #expect(Self.summary(merge) == Self.summary(made), "seed \(seed)")
      #expect(merge.catalog.encoded() == made.catalog.encoded(), "seed \(seed)")
      #expect(merge.exceededLimit == nil)
      conflicts += merge.conflicts.count

      let own = try Self.state(sides.ours, "o.trm")
      let alone = try CatalogMerge(
        base: nil, ours: own, theirs: try Self.state(sides.theirs, "t.trm"))
      #expect(
        Self.summary(alone)
          == Self.summary(try CatalogMerge(base: nil, ours: ours, theirs: theirs)),
        "seed \(seed), without a base")
    }
    #expect(conflicts > 30)
  }

  @Test func `states are compared like their catalogues`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      let sides = Sides(seed)
      let old = try Self.state(sides.base, "b.trm")
      let diff = CatalogDiff(
        old: old, new: try Self.state(sides.ours, "o.trm"))
      let made = CatalogDiff(
        old: try Catalog.decode(sides.base, file: "b.trm").0,
        new: try Catalog.decode(sides.ours, file: "o.trm").0)
      #expect(diff == made, "seed \(seed)")
    }
  }

  @Test func `a merge respects the maximum number of languages in a catalogue`() throws {
    func text(_ key: String, _ languages: Range<Int>) -> String {
      let values = languages.map { "<value lang=\"l\($0)\" status=\"initial\">x</value>" }
      return "<text key=\"\(key)\"><context/>\(values.joined())</text>"
    }
    func catalogue(_ texts: String...) -> [UInt8] {
      Array("<trema masterLang=\"l0\">\(texts.joined())</trema>".utf8)
    }
    let common = text("a", 0..<400) + text("b", 0..<400)
    let base = try Self.state(catalogue(common), "b.trm")
    func excess(_ own: Range<Int>, _ other: Range<Int>) throws -> String? {
      try CatalogMerge(
        base: base,
        ours: try Self.state(catalogue(common, text("c", own)), "o.trm"),
        theirs: try Self.state(catalogue(common, text("d", other)), "t.trm")
      ).exceededLimit?.message
    }
    #expect(try excess(400..<700, 700..<1000) == nil)
    #expect(
      try excess(400..<700, 700..<1001)
        == "the catalogue would have values in too many languages: 1001")
  }
}
