import Foundation
import TremaRuntime

/// The command line's options. Parsing `--language` and `--keys` configures the translator.
struct Options {
  /// An error message and the exit status.
  struct Problem: Error {
    var message: String
    var status: Int32
  }

  var environment = AppConfiguration.production
  var showsEnvironment = false
  var showsAvailableDishes = false
  var isStaff = false

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var arguments = Array(arguments)[...]
    while let option = arguments.popFirst() {
      switch option {
      case "--language":
        guard let language = arguments.popFirst() else {
          throw Self.usageError("--language requires a language")
        }
        Translator.switchLanguages(to: [language])
      case "--environment":
        let name = arguments.popFirst() ?? ""
        guard let environment = AppConfiguration.named(name) else {
          throw Self.usageError("unknown environment '\(name)'")
        }
        (self.environment, showsEnvironment) = (environment, true)
      case "--host":
        guard let host = arguments.popFirst().flatMap(URL.init), host.host() != nil else {
          throw Self.usageError("--host requires a URL, such as http://localhost:8080")
        }
        environment.api.host = host
      case "--kitchen": showsAvailableDishes = true
      case "--staff": isStaff = true
      case "--keys": Translator.shared.mode = .keys
      default: throw Self.usageError("unknown option '\(option)'")
      }
    }
  }

  private static func usageError(_ message: String) -> Problem {
    let languages = Translator.shared.availableLanguages.map(\.description).joined(separator: "|")
    return Problem(
      message: """
        \(message)
        usage: bistro [--language \(languages)] [--keys] [--environment NAME]
                      [--kitchen [--host URL] [--staff]]
        """, status: 2)
  }
}
