import Dispatch
import Foundation
import Testing
import TremaLocalization
import TremaSupport

/// The tests are serialized: they change state that the whole process shares.
@Suite(.serialized) struct CurrentTranslatorTests {
  // As the generated accessors are written.
  private func loginTitle(name: String) -> String {
    translate("login.title", name, table: "Localizable", bundle: .module)
  }

  @Test func `generated accessors read the bundle of their module`() {
    Translator(languages: ["de"]).asCurrent {
      #expect(loginTitle(name: "Zoë") == "Hallo, Zoë")
      #expect(translate("english.only", table: "Localizable", bundle: .module) == "only here")
      #expect(translate("offer", table: "Localizable", bundle: .module) == "100%off")
      #expect(translate("seed", bundle: .module) == "from the older table")
    }
  }

  @Test func `SwiftPM's lower-case folder is found for its language`() {
    for language in ["pt-BR", "pt_br", "pt"] {
      #expect(
        Translator(languages: [language], bundle: .module).translate("login.title", "x")
          == "Olá, x")
    }
  }

  @Test func `texts next to the executable belong to the main bundle`() throws {
    let root = try #require(Bundle.main.resourcePath)
    let table = "Test-\(UUID().uuidString)"
    let folder = URL(fileURLWithPath: root).appendingPathComponent("tlh.lproj")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("\"a\" = \"nuqneH %@\";".utf8)
      .write(to: folder.appendingPathComponent(table + ".strings"))
    Translator(languages: ["tlh"]).asCurrent {
      #expect(translate("a", "Zoë", table: table, bundle: .main) == "nuqneH Zoë")
      #expect(translate("a", "Zoë", table: table) == "nuqneH Zoë")
    }
  }

  @Test func `the language of the process can be switched`() {
    let before = Translator.shared
    defer { Translator.shared = before }
    Translator.shared = Translator(languages: ["de"], bundle: .module)
    #expect(translate("login.title", "x") == "Hallo, x")
    Translator.switchLanguages(to: ["en"])
    #expect(translate("login.title", "x") == "Hello, x")
    #expect(Translator.shared.languages == ["en"])
    Translator.switchLanguages(to: nil)
    #expect(translate("login.title", "x").hasSuffix(", x"))
  }

  @Test func `a task's translator is visible only to its child tasks`() async {
    let german = Translator(languages: ["de"], bundle: .module)
    let english = Translator(languages: ["en"], bundle: .module)
    await german.asCurrent {
      async let child = translate("login.title", "x")
      let detached = await Task.detached { Translator.current.languages }.value
      #expect(await child == "Hallo, x")
      #expect(detached == nil)
      await english.asCurrent {
        await Task.yield()
        #expect(translate("login.title", "x") == "Hello, x")
      }
      #expect(translate("login.title", "x") == "Hallo, x")
    }
    #expect(Translator.current.languages == nil)
  }

  @Test func `threads never see a mix of languages during a switch`() async {
    // Runs in a separate process: the change affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let before = Translator.shared
      defer { Translator.shared = before }
      Translator.shared = Translator(languages: ["en"], bundle: .module)
      let wrong = LockedValue<Set<String>>([])
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for round in 0..<500 {
          switch thread {
          case 0: Translator.switchLanguages(to: round.isMultiple(of: 2) ? ["de"] : ["en"])
          case 1: Translator.reload()
          default:
            let text = translate("login.title", round, table: "Localizable", bundle: .module)
            if text != "Hallo, \(round)" && text != "Hello, \(round)" {
              wrong.withLock { _ = $0.insert(text) }
            }
          }
        }
      }
      #expect(wrong.value.isEmpty)
    }
  }

  @Test func `an unreadable file is reported once across threads`() throws {
    let bundle = try TemporaryBundle(["en.lproj/Localizable.strings": "\"a\" = "])
    let (english, problems) = translator(bundle, ["en"])
    DispatchQueue.concurrentPerform(iterations: 16) { _ in _ = english.translate("a") }
    let unreadable = problems.reasons.filter { $0 != .missingText }
    #expect(
      unreadable == [
        .unreadableTable("line 1: the value of 'a' is not a text; the texts after it are missing")
      ])
  }
}
