import Testing
import TremaConfigValues
import TremaDiagnostics
import TremaSupport
import TremaTestSupport

/// The guarantees of the merge for any layers, tested with random layers.
@Suite struct MergePropertyTests {
  /// Generates layers in which each key always has the same kind, so that kinds never conflict.
  struct Layers {
    var random: SeededGenerator
    /// Whether an overlay contains directives beside values.
    var directives = true

    mutating func base() -> ConfigValue { dictionary(over: nil, depth: 0) }
    mutating func overlay(_ below: ConfigValue) -> ConfigValue {
      dictionary(over: below.dictionary ?? [], depth: 0)
    }

    /// Keys `a` to `c` are dictionaries, `d` an array, `e` an integer, `f` a string.
    private mutating func dictionary(over below: ConfigDictionary?, depth: Int) -> ConfigValue {
      var entries: [ConfigDictionary.Entry] = []
      var removals: [ConfigDictionary.Removal] = []
      let replaces = below != nil && depth > 0 && directives && random.once(in: 8)
      for key in ["a", "b", "c", "d", "e", "f"] where !random.once(in: 2) {
        let lower = replaces ? nil : below?[key]
        if lower != nil, directives, random.once(in: 4) {
          removals.append(ConfigDictionary.Removal(key))
        } else if key < "d" {
          guard depth < 3 else { continue }
          let inside = lower?.dictionary ?? (below == nil ? nil : ConfigDictionary([]))
          entries.append(ConfigDictionary.Entry(key, dictionary(over: inside, depth: depth + 1)))
        } else {
          entries.append(ConfigDictionary.Entry(key, leaf(key)))
        }
      }
      var dictionary = ConfigDictionary(entries, removals: removals)
      dictionary.replacesBelow = replaces
      return ConfigValue(.dictionary(dictionary))
    }

    private mutating func leaf(_ key: String) -> ConfigValue {
      switch key {
      case "d": ConfigValue(.array((0..<random.number(0...3)).map { _ in number() }))
      case "e": number()
      default: ConfigValue(.string(random.pick(["x", "y", "é"])))
      }
    }

    private mutating func number() -> ConfigValue {
      ConfigValue(.integer(WholeNumber(random.number(0...3))))
    }
  }

  private func merged(
    _ layers: [ConfigValue], _ contract: ConfigContract? = nil, _ rule: ConfigMerge.Rule = .deep
  ) -> (ConfigValue, [Diagnostic]) {
    var merge = ConfigMerge(rule, contract: contract)
    let value = merge(
      layers.enumerated().map {
        ConfigLayer($0 == 0 ? .base : .environment("e"), name: "\($0)", $1)
      })
    return (value, merge.problems)
  }

  @Test func `merging is associative for layers with directives`() {
    var layers = Layers(random: SeededGenerator(seed: 51))
    var removing = 0
    for number in 0..<4_000 {
      let base = layers.base()
      let first = layers.overlay(base)
      let (below, problems) = merged([base, first])
      #expect(problems.isEmpty)
      let second = layers.overlay(below)
      let (all, more) = merged([base, first, second])
      #expect(more.isEmpty, "\(number): \(more)")
      var merge = ConfigMerge()
      let both = merge(first, second)
      #expect(merge.problems.isEmpty, "\(number): \(merge.problems)")
      let (again, none) = merged([base, both])
      #expect(again == all && none.isEmpty, "\(number): \(none)")
      if both.dictionary?.removals.isEmpty == false { removing += 1 }
    }
    #expect(removing > 1_000)
  }

  @Test func `union is associative, and so is append over a single base`() {
    let arrays = LayerText.contract([
      ("d", LayerText.node([.array]) { $0.marks.arrayRule = .union })
    ])
    var layers = Layers(random: SeededGenerator(seed: 52))
    for number in 0..<2_000 {
      let (base, first, second) = (layers.base(), layers.base(), layers.base())
      var merge = ConfigMerge(contract: arrays)
      let both = merge(first, second)
      #expect(merged([base, both], arrays) == merged([base, first, second], arrays), "\(number)")
    }
  }

  @Test func `merging is idempotent, and an empty layer changes nothing`() {
    var layers = Layers(random: SeededGenerator(seed: 53), directives: false)
    for number in 0..<4_000 {
      let base = layers.base()
      let overlay = layers.overlay(base)
      let (once, _) = merged([base, overlay])
      #expect(merged([base, overlay, overlay]).0 == once, "\(number)")
      #expect(merged([base, base]).0 == base && merged([once]).0 == once, "\(number)")
      let empty = ConfigValue(.dictionary([]))
      #expect(merged([base, empty]).0 == base && merged([empty, base]).0 == base, "\(number)")
    }
  }

  @Test func `the girders rule yields the same lookups as GirdersSwift`() {
    /// Looks up a key as `Configuration.swift` of GirdersSwift does: the environment's value, or
    /// the base's.
    func lookup(_ key: String, _ base: ConfigDictionary, _ upper: ConfigDictionary) -> ConfigValue?
    {
      upper[key] ?? base[key]
    }
    var layers = Layers(random: SeededGenerator(seed: 54), directives: false)
    for number in 0..<2_000 {
      let (base, upper) = (layers.base(), layers.base())
      let (result, _) = merged([base, upper], nil, .girders)
      for key in ["a", "b", "c", "d", "e", "f"] {
        let expected = lookup(key, base.dictionary ?? [], upper.dictionary ?? [])
        #expect(result.dictionary?[key] == expected, "\(number) \(key)")
      }
    }
  }
}
