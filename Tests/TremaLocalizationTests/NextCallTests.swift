import Foundation
import Testing
import TremaSupport

@testable import TremaLocalization

/// A change is visible to the next call despite the thread's caches. Tests that change global
/// state run in a separate process.
@Suite struct NextCallTests {
  fileprivate static func bundle(_ mark: String = "") throws -> TemporaryBundle {
    try TemporaryBundle([
      "de.lproj/Localizable.strings": "a = \"de\(mark)\"; n = \"%@ de\(mark)\";",
      "en.lproj/Localizable.strings": "a = \"en\(mark)\"; n = \"%@ en\(mark)\";",
      "en.lproj/Other.strings": "a = \"Other en\(mark)\";",
      "de.lproj/Other.strings": "a = \"Other de\(mark)\"; n = \"%@ Other de\(mark)\";",
    ])
  }

  /// Translates three times, so that the result is cached.
  fileprivate static func texts(_ translator: Translator, table: String? = nil) -> Set<String> {
    Set(
      (1...3).flatMap { _ in
        [translator.translate("a", table: table), translator.translate("n", 1, table: table)]
      })
  }

  @Test func `the next call uses a changed property`() throws {
    let (one, other) = (try Self.bundle(), try Self.bundle("!"))
    var (translator, _) = translator(one, ["de"])
    #expect(Self.texts(translator) == ["de", "1 de"])
    translator.languages = ["en"]
    #expect(Self.texts(translator) == ["en", "1 en"])
    translator.bundle = other.bundle
    #expect(Self.texts(translator) == ["en!", "1 en!"])
    translator.languages = ["fr"]
    translator.masterLanguage = "de"
    #expect(Self.texts(translator) == ["de!", "1 de!"])
    translator.table = "Other"
    #expect(Self.texts(translator) == ["Other de!", "1 Other de!"])
    translator.table = nil
    #expect(Self.texts(translator) == ["de!", "1 de!"])
    translator.mode = .keys
    #expect(Self.texts(translator) == ["a", "n"])
    translator.mode = .texts
    #expect(Self.texts(translator) == ["de!", "1 de!"])
  }

  @Test func `changing a copy does not affect the original`() throws {
    let bundle = try Self.bundle()
    let (german, _) = translator(bundle, ["de"])
    #expect(Self.texts(german) == ["de", "1 de"])
    var english = german
    #expect(Self.texts(english) == ["de", "1 de"])
    english.languages = ["en"]
    #expect(Self.texts(english) == ["en", "1 en"])
    #expect(Self.texts(german) == ["de", "1 de"])
  }

  @Test func `a call can use another table and another bundle`() throws {
    let (one, other) = (try Self.bundle(), try Self.bundle("!"))
    let (german, _) = translator(one, ["de"])
    for _ in 1...3 {
      #expect(german.translate("a") == "de")
      #expect(german.translate("a", table: "Other") == "Other de")
      #expect(german.translate("a", bundle: other.bundle) == "de!")
      #expect(german.translate("n", 2, table: "Other", bundle: other.bundle) == "2 Other de!")
      #expect(german.translate("a", table: "Localizable", bundle: one.bundle) == "de")
    }
  }

  @Test func `the next call uses reloaded files`() async {
    // Runs in a separate process: the change affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let bundle = try NextCallTests.bundle()
      let (german, _) = translator(bundle, ["de"])
      for round in 0..<20 {
        try bundle.write(
          Data("a = \"\(round)\"; n = \"%@ \(round)\";".utf8), to: "de.lproj/Localizable.strings")
        Translator.reload()
        #expect(NextCallTests.texts(german) == ["\(round)", "1 \(round)"])
      }
    }
  }

  @Test func `the next call uses a changed shared or task-local translator`() async {
    // Runs in a separate process: the change affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let bundle = try NextCallTests.bundle()
      Translator.shared = translator(bundle, ["de"]).0
      let (english, _) = translator(bundle, ["en"])
      for _ in 1...3 {
        #expect(translate("a") == "de")
        english.asCurrent {
          #expect(translate("a") == "en")
          #expect(translate("n", 1) == "1 en")
        }
        await english.asCurrent {
          async let child = translate("a")
          #expect(await child == "en")
        }
        #expect(translate("n", 1) == "1 de")
        Translator.switchLanguages(to: ["en"])
        #expect(translate("a") == "en")
        #expect(translate("n", 1) == "1 en")
        Translator.shared.mode = .keys
        #expect(translate("n", 1) == "n")
        Translator.shared.mode = .texts
        Translator.switchLanguages(to: ["de"])
      }
    }
  }

  @Test func `any number of arguments is accepted, as an array or variadically`() async {
    // Runs in a separate process: the change affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let bundle = try TemporaryBundle([
        "de.lproj/Localizable.strings": "a = \"%@ %@ %@\"; b = \"%@\"; c = \"%@ %@\";"
      ])
      let (german, _) = translator(bundle, ["de"])
      Translator.shared = german
      for _ in 1...2 {
        #expect(translate("b", 1) == "1")
        #expect(translate("c", 1, "x") == "1 x")
        #expect(translate("a", 1, "x", true) == "1 x true")
        #expect(translate("c", 1.5, false) == "1.5 false")
        #expect(translate("c", 1) == "1 %@")
        #expect(german.translate("a", arguments: [1, 2, 3]) == "1 2 3")
        let argument: any TextArgument = 7
        #expect(translate("b", argument) == "7")
      }
    }
  }

  @Test func `eight threads can translate during language switches and reloads`() async {
    // Runs in a separate process: the change affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let bundle = try NextCallTests.bundle()
      Translator.shared = translator(bundle, ["de"]).0
      let isOver = RelaxedNumber()
      let finished = DispatchSemaphore(value: 0)
      let wrong = LockedValue<Set<String>>([])
      let known: Set<String> = ["de", "1 de", "en", "1 en", "Other de", "Other en"]
      for _ in 0..<8 {
        Thread {
          while isOver.value == 0 {
            let texts = [
              translate("a"), translate("n", 1),
              translate("a", table: "Other", bundle: bundle.bundle),
            ]
            for text in texts where !known.contains(text) { wrong.withLock { _ = $0.insert(text) } }
          }
          finished.signal()
        }.start()
      }
      for round in 0..<400 {
        Translator.switchLanguages(to: round.isMultiple(of: 2) ? ["en"] : ["de"])
        if round.isMultiple(of: 5) { Translator.reload() }
        #expect(translate("a") == (round.isMultiple(of: 2) ? "en" : "de"))
      }
      isOver.value = 1
      for _ in 0..<8 { finished.wait() }
      #expect(wrong.value.isEmpty)
    }
  }
}
