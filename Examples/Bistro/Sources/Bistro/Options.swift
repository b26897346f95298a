import Foundation
import TremaRuntime

/// The options of the command line. Languages are switched as they are read.
struct Options {
  /// Why nothing is printed, and the status to end with.
  struct Problem: Error {
    var message: String
    var status: Int32
  }

  var environment = AppConfiguration.production
  var showsEnvironment = false
  var asksKitchen = false
  var isStaff = false

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var arguments = Array(arguments)[...]
    while let option = arguments.popFirst() {
      switch option {
      case "--language":
        guard let language = arguments.popFirst() else { throw Self.misuse("which language?") }
        Translator.switchLanguages(to: [language])
      case "--environment":
        let name = arguments.popFirst() ?? ""
        guard let environment = AppConfiguration.named(name) else {
          throw Self.misuse("this build has no environment '\(name)'")
        }
        (self.environment, showsEnvironment) = (environment, true)
      case "--host":
        guard let host = arguments.popFirst().flatMap(URL.init), host.host() != nil else {
          throw Self.misuse("which host? http://localhost:8080 is one")
        }
        environment.api.host = host
      case "--kitchen": asksKitchen = true
      case "--staff": isStaff = true
      case "--keys": Translator.shared.mode = .keys
      default: throw Self.misuse("unknown option '\(option)'")
      }
    }
  }

  private static func misuse(_ message: String) -> Problem {
    let languages = Translator.shared.availableLanguages.map(\.description).joined(separator: "|")
    return Problem(
      message: """
        \(message)
        usage: bistro [--language \(languages)] [--keys] [--environment NAME]
                      [--kitchen [--host URL] [--staff]]
        """, status: 2)
  }
}
