import Foundation
import TremaLocalization

/// Prints the menu in the language of the user, or in the one that is asked for.
@main
struct Bistro {
  static func main() {
    Translator.shared.bundle = .module
    var arguments = CommandLine.arguments.dropFirst()
    while let option = arguments.popFirst() {
      switch option {
      case "--language":
        guard let language = arguments.popFirst() else { return fail("which language?") }
        Translator.switchLanguages(to: [language])
      case "--environment":
        let name = arguments.popFirst() ?? ""
        guard let configuration = AppConfiguration.named(name) else {
          return fail("this build has no environment '\(name)'")
        }
        return show(configuration)
      case "--keys": Translator.shared.mode = .keys
      default: return fail("unknown option '\(option)'")
      }
    }
    print(Menu.text(for: "Zoë"))
  }

  private static func show(_ configuration: AppConfiguration) {
    print("kitchen: \(configuration.api.host), \(configuration.api.timeout) s")
    print("log level: \(configuration.logLevel)")
  }

  private static func fail(_ message: String) {
    let languages = Translator.shared.availableLanguages.map(\.description).joined(separator: "|")
    let text =
      "bistro: \(message)\nusage: bistro [--language \(languages)] [--keys] [--environment NAME]\n"
    FileHandle.standardError.write(Data(text.utf8))
    exit(2)
  }
}
