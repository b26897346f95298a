import Foundation
import Testing
import TremaSupport

@testable import TremaLocalization

/// The release of cached lookup chains that are no longer used.
@Suite struct LookupChainCacheTests {
  fileprivate struct Kept {
    weak var shelf: LookupChain?
  }

  fileprivate static func bundle() throws -> TemporaryBundle {
    try TemporaryBundle([
      "de.lproj/Localizable.strings": "a = de;", "en.lproj/Localizable.strings": "a = en;",
    ])
  }

  @Test func `ten thousand switches with reloads keep only the current lookup chain`() async {
    // Runs in a separate process: removing cached files affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let bundle = try LookupChainCacheTests.bundle()
      var (translator, problems) = translator(bundle, ["de"])
      var kept: [Kept] = []
      for round in 0..<10_000 {
        let language = round.isMultiple(of: 2) ? "en" : "de"
        translator.languages = [language]
        Translator.reload()
        #expect(translator.translate("a") == language)
        let shelf = ThreadLookupCache.chain(
          in: .shared, translator: translator.identity, bundle: nil, table: nil)
        kept.append(Kept(shelf: shelf))
      }
      // Only the current chain is still referenced.
      #expect(kept.filter { $0.shelf != nil }.count <= 1)
      #expect(problems.all.isEmpty)
    }
  }

  @Test func `ten thousand switches without a reload share lookup chains`() throws {
    let bundle = try Self.bundle()
    var (translator, _) = translator(bundle, ["de"])
    var kept: [Kept] = []
    for round in 0..<10_000 {
      let language = round.isMultiple(of: 2) ? "en" : "de"
      translator.languages = [language]
      #expect(translator.translate("a") == language)
      let shelf = ThreadLookupCache.chain(
        in: .shared, translator: translator.identity, bundle: nil, table: nil)
      kept.append(Kept(shelf: shelf))
    }
    let living = Set(kept.compactMap { $0.shelf.map(ObjectIdentifier.init) })
    #expect(living.count <= 2)
  }

  @Test func `a finished thread releases its cache`() async {
    // Runs in a separate process: removing cached files affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let bundle = try LookupChainCacheTests.bundle()
      let (translator, _) = translator(bundle, ["de"])
      let kept = await withCheckedContinuation { continuation in
        Thread {
          _ = translator.translate("a")
          let shelf = ThreadLookupCache.chain(
            in: .shared, translator: translator.identity, bundle: nil, table: nil)
          continuation.resume(returning: Kept(shelf: shelf))
        }.start()
      }
      // The thread holds the last reference and releases it when it ends; no event signals that, so
      // the test polls.
      Translator.reload()
      let end = ContinuousClock.now + .seconds(60)
      while kept.shelf != nil, ContinuousClock.now < end { await Task.yield() }
      #expect(kept.shelf == nil)
    }
  }

  @Test func `tables beyond the thread's cache capacity are found`() throws {
    let names = (0..<40).map { "Table\($0)" }
    let bundle = try TemporaryBundle(
      Dictionary(
        uniqueKeysWithValues: names.map { ("de.lproj/\($0).strings", "a = \"\($0)\";") }))
    let (german, _) = translator(bundle, ["de"])
    for _ in 1...3 {
      for name in names { #expect(german.translate("a", table: name) == name) }
    }
  }
}
