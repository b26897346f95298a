// One file imports all modules, as an app may: no name shadows a name of another module.
import Foundation
import Testing
import TremaLocalization
import TremaMessages

/// A type of an app that is shown in its texts.
private struct Distance: TextArgument {
  var kilometres: Double
  var formatArgument: FormatArgument { .floating(kilometres) }
}

@Suite struct AppTests {
  @Test func `an app's own types can be arguments`() throws {
    let bundle = try TemporaryBundle(["en.lproj/Localizable.strings": "a = \"%.1f km, %@\";"])
    let (english, problems) = translator(bundle, ["en"])
    #expect(
      english.translate("a", Distance(kilometres: 4.25), Locale.Region.france.identifier)
        == "4.2 km, FR")
    #expect(problems.all.isEmpty)
  }

  @Test func `arguments of every type are allowed in one call`() throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.strings": "a = \"%@ %d %u %.1f %c %@ %x %i\";"
    ])
    let (english, problems) = translator(bundle, ["en"])
    let text = english.translate(
      "a", "s" as Substring, 1, 2 as UInt8, 0.5 as Float, "c" as Character, true, UInt.max, -3)
    #expect(text == "s 1 2 0.5 c true ffffffffffffffff -3")
    #expect(problems.all.isEmpty)
  }

  #if DEBUG && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func `a problem is printed once in debug builds`() async throws {
      let result = try #require(
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          for _ in 1...3 { _ = translate("no.such.text") }
          _ = translate("no.other.text")
        })
      let lines = String(decoding: result.standardErrorContent, as: UTF8.self)
        .split(separator: "\n").filter { $0.contains("is missing") }
      #expect(lines.count == 2)
      #expect(
        lines.first?.hasPrefix(
          "text 'no.such.text' is missing (table Localizable or messages, bundle /") == true)
    }
  #endif
}
