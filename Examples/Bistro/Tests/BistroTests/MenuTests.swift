import Testing
import TremaRuntime

@testable import Bistro

@Suite struct MenuTests {
  private func lines(without soldOut: Set<Dish>) -> [Substring] {
    Menu.text(for: "Zoë", without: soldOut).split(separator: "\n")
  }

  @Test func `the menu omits dishes that are sold out`() {
    Translator.shared.bundle = .module
    Translator.switchLanguages(to: ["en"])
    #expect(lines(without: [])[1] == "Today we're serving 3 dishes.")
    let menu = lines(without: [.dumplings])
    #expect(menu[1] == "Today we're serving 2 dishes.")
    #expect(!menu.contains { $0.contains("Spinach dumplings") })
    #expect(lines(without: Set(Dish.allCases))[1] == "Today we're serving nothing, alas.")
  }
}
